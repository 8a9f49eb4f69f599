import { useEffect, useState } from 'react'
import { localePath, pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Timeline, type TimelineEvent } from '../../ui/timeline.tsx'
import styles from './insurance.module.css'
import words from './texts.ts'

type Status = Awaited<ReturnType<typeof ask<'homeCheckOrderSet'>>>['data']

const AGAIN_MS = 2_000

/** Nothing more will change by itself. */
const settled = (status: Status) =>
  (status.status === 'issued' && status.files?.policy !== undefined) ||
  (status.status === 'failed' && status.payment !== 'refunding') ||
  (status.status === 'waiting' && status.payment === 'rejected')

/** How a subscription stands, as true events; asked again until it is settled. */
export function Progress({ orderId }: { orderId: string }) {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => {
    try {
      return { status: (await ask('homeCheckOrderSet', { orderId }, { signal })).data }
    } catch (error) {
      if (apiErrorOf(error).kind === 'missing') return { status: null }
      throw error
    }
  })
  const { value, again } = loading
  // Outside React: the server, every two seconds.
  useEffect(() => {
    if (!value?.status || settled(value.status)) return
    const timer = setTimeout(again, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [value, again])
  return (
    <>
      {value ? null : <h1>{t.heading}</h1>}
      <Loaded loading={loading} value={value}>
        {({ status }) => (status ? <Standing status={status} /> : <Missing />)}
      </Loaded>
    </>
  )
}

/** No subscription of that number, or somebody else's: the two are not told apart. */
function Missing() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.form}>
      <h1>{t.missing}</h1>
      <p>{t.missingText}</p>
      <div className={styles.ways}>
        <LinkButton href={pathOf('account', locale)}>{t.account}</LinkButton>
        <LinkButton variant="secondary" href={pathOf('egov-home', locale)}>
          {t.toHome}
        </LinkButton>
      </div>
    </div>
  )
}

function Standing({ status }: { status: Status }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { headings } = t
  const issued = status.status === 'issued'
  const heading =
    status.status === 'waiting'
      ? status.payment === 'rejected'
        ? headings.rejected
        : headings.waiting
      : issued
        ? headings.issued
        : status.status === 'failed'
          ? status.payment === 'expired' || status.payment === 'rejected'
            ? headings.expired
            : headings.failed
          : headings.issuing
  const time = status.protectionFrom ? new Date(status.protectionFrom) : null
  const paper = status.files?.policy
  return (
    <div className={styles.form} aria-live="polite">
      {issued ? <LogoMark className={styles.horn} /> : null}
      <h1>{heading}</h1>
      {status.status === 'waiting' ? <PayAgain status={status} /> : null}
      {status.status === 'failed' ? (
        <Notice
          tone="error"
          title={
            status.payment === 'refunding' || status.payment === 'refunded'
              ? t.failedText(status.premium)
              : t.unpaidText
          }
          action={<LinkButton href={pathOf('egov-home', locale)}>{t.toHome}</LinkButton>}
        >
          {status.error?.message}
        </Notice>
      ) : null}
      {status.status === 'waiting' ? null : (
        <Timeline label={t.status} events={eventsOf(status, t)} />
      )}
      {status.status === 'issuing' || status.status === 'retrying' ? (
        <p className={styles.soft}>{t.waitText}</p>
      ) : null}
      {issued && time ? (
        <Card>
          <Facts
            facts={[
              {
                label: t.protection,
                value: <strong>{t.at(longDate(locale, almatyDay(time)), formatTime(time))}</strong>,
              },
              { label: t.address, value: status.address },
              { label: t.number, value: status.globalId },
              { label: t.month, value: t.perMonth(status.premium) },
              ...(status.endDate
                ? [{ label: t.paidUntil, value: longDate(locale, status.endDate) }]
                : []),
              ...(status.nextBillingOn
                ? [{ label: t.next, value: longDate(locale, status.nextBillingOn) }]
                : []),
            ]}
          />
        </Card>
      ) : null}
      {issued ? (
        <div className={styles.ways}>
          {paper ? (
            <LinkButton
              href={localePath(locale, `/download-policy-home/${encodeURIComponent(paper.uuid)}`)}
              icon={<DownloadIcon />}
            >
              {t.download}
            </LinkButton>
          ) : null}
          <LinkButton variant="secondary" href={pathOf('account', locale)}>
            {t.account}
          </LinkButton>
        </div>
      ) : null}
    </div>
  )
}

/** The page of the acquirer is open, or the card was declined: the same calculation pays again. */
function PayAgain({ status }: { status: Status }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<string | null>(null)
  const pay = async () => {
    setFormError(null)
    await once(
      async () => {
        const { data } = await ask('homeOrder', {
          calculationId: status.calculationId,
          pay: { system: 'card' },
        })
        if (data.redirect_url) location.assign(data.redirect_url)
        else location.reload()
        return untilThePageIsLeft()
      },
      (error) => setFormError(apiErrorOf(error).message || t.failed),
    )
  }
  return (
    <>
      {status.payment === 'rejected' ? <Notice tone="warn" title={t.rejectedText} /> : null}
      {formError ? <Notice tone="error" title={formError} live /> : null}
      <div className={styles.ways}>
        <Button busy={busy} onClick={() => void pay()}>
          {t.payAgain}
        </Button>
      </div>
    </>
  )
}

function eventsOf(status: Status, t: (typeof words)['kz']): TimelineEvent[] {
  const event = (id: keyof typeof t.events, state: TimelineEvent['state']): TimelineEvent => ({
    id,
    title: t.events[id],
    state,
    stateLabel: t.marks[state],
  })
  if (status.status === 'failed') {
    if (status.payment !== 'refunding' && status.payment !== 'refunded') return []
    return [
      event('paid', 'done'),
      event('registered', 'failed'),
      event('refund', status.payment === 'refunded' ? 'done' : 'now'),
    ]
  }
  const issued = status.status === 'issued'
  return [
    event('paid', 'done'),
    event('registered', issued ? 'done' : 'now'),
    event('paper', !issued ? 'waiting' : status.files?.policy ? 'done' : 'now'),
  ]
}
