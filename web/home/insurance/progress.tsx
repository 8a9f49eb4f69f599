import { useEffect, useState } from 'react'
import { localePath, pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DownloadIcon, QrIcon } from '../../ui/later-icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pass } from '../../ui/pass.tsx'
import { Timeline, type TimelineEvent } from '../../ui/timeline.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { isWebAddress } from '../../web-address.ts'
import { Picture } from '../../world/picture.tsx'
import styles from './insurance.module.css'
import words from './texts.ts'

/** State of a Home order, as the server answers. */
type Status = Reply<'homeCheckOrderSet'>['data']

type Props = { status: Status; number: string; from: Date }

/** The policy of a home as a pass: the address, the days, the number. */
export function IssuedHome({ status, number, from }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const paper = status.files?.policy
  const begins = from.getTime() > Date.now()
  return (
    <Pass
      product={t.product}
      number={number}
      state={
        begins
          ? { label: t.begins(formatTime(from)), tone: 'now' }
          : { label: t.active, tone: 'good' }
      }
      address={status.address}
      facts={[
        { label: t.protection, value: t.at(longDate(locale, almatyDay(from)), formatTime(from)) },
        { label: t.month, value: money(status.premium) },
        ...(status.endDate
          ? [{ label: t.paidUntil, value: longDate(locale, status.endDate) }]
          : []),
        ...(status.nextBillingOn
          ? [{ label: t.next, value: longDate(locale, status.nextBillingOn) }]
          : []),
      ]}
      actions={
        <>
          {paper ? (
            <LinkButton
              href={localePath(locale, `/download-policy-home/${encodeURIComponent(paper.uuid)}`)}
              icon={<DownloadIcon />}
            >
              {t.download}
            </LinkButton>
          ) : (
            // Reserves the button's place, so that nothing moves when the policy's file comes.
            <Button disabled icon={<DownloadIcon />}>
              {t.download}
            </Button>
          )}
          <LinkButton variant="secondary" href={pathOf('account', locale)}>
            {t.account}
          </LinkButton>
          <LinkButton
            variant="quiet"
            className={styles.check}
            href={pathOf('policy-check', locale, { number })}
            icon={<QrIcon />}
          >
            {t.check}
          </LinkButton>
        </>
      }
    />
  )
}

/** The page of the acquirer is open, or the card was declined: the same calculation pays again. */
export function PayAgain({ status }: { status: Status }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<ApiError | null>(null)
  const pay = async () => {
    setFormError(null)
    await once(
      async () => {
        const { data } = await ask('homeOrder', {
          calculationId: status.calculationId,
          pay: { system: 'card' },
        })
        if (data.redirect_url && isWebAddress(data.redirect_url)) location.assign(data.redirect_url)
        else location.reload()
        return untilThePageIsLeft()
      },
      (error) => setFormError(apiErrorOf(error)),
    )
  }
  return (
    <>
      {status.payment === 'rejected' ? <p>{t.rejectedText}</p> : null}
      {formError ? <Refused apiError={formError} title={formError.message || t.failed} /> : null}
      <div className={styles.ways}>
        <Button busy={busy} onClick={() => void pay()}>
          {t.payAgain(status.premium)}
        </Button>
      </div>
    </>
  )
}

const AGAIN_MS = 2_000

/** Nothing more will change by itself. */
const settled = (status: Status) =>
  (status.status === 'issued' && status.files?.policy !== undefined) ||
  (status.status === 'failed' && status.payment !== 'refunding') ||
  (status.status === 'waiting' && status.payment === 'rejected')

/** A subscription's state, as true events; polls until it is settled. */
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
  // The server, every two seconds.
  useEffect(() => {
    if (!value?.status || settled(value.status)) return
    const timer = setTimeout(again, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [value, again])
  return (
    <div
      key={value ? 'is' : 'comes'}
      className={styles.page}
      data-comes={value || loading.error ? undefined : ''}
    >
      {value ? null : <h1>{t.heading}</h1>}
      <Loaded loading={loading} value={value}>
        {({ status }) => (status ? <Standing status={status} /> : <Missing />)}
      </Loaded>
    </div>
  )
}

/** No subscription of that number, or another person's: the page does not tell which. */
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
  const { protectionFrom, globalId } = status
  const issued = status.status === 'issued'
  return (
    <div className={styles.form} data-waiting={status.status === 'waiting'} aria-live="polite">
      {/* Another state is made anew within what is read out: nothing that stands there is moved. */}
      <div
        key={`${status.status} ${status.payment}`}
        className={styles.form}
        data-comes={comes(status) ? '' : undefined}
      >
        {status.status === 'waiting' ? <Picture of="flats" eager className={styles.scene} /> : null}
        <h1>{headingOf(status, t.headings)}</h1>
        {issued && protectionFrom && globalId ? (
          <IssuedHome status={status} number={globalId} from={new Date(protectionFrom)} />
        ) : null}
        {status.status === 'waiting' ? <PayAgain status={status} /> : null}
        {status.status === 'failed' ? <Failed status={status} /> : null}
        {status.status === 'waiting' ? null : (
          <Timeline label={t.status} events={eventsOf(status, t)} />
        )}
        {status.status === 'issuing' || status.status === 'retrying' ? (
          <p className={styles.soft}>{t.waitText}</p>
        ) : null}
      </div>
    </div>
  )
}

/** Holds the page's footer while the policy or its file is awaited. */
const comes = ({ status, files }: Status) =>
  status === 'issuing' || (status === 'issued' && files?.policy === undefined)

function headingOf(
  { status, payment }: Status,
  headings: (typeof words)['kz']['headings'],
): string {
  if (status === 'waiting') return payment === 'rejected' ? headings.rejected : headings.waiting
  if (status === 'issued') return headings.issued
  if (status !== 'failed') return headings.issuing
  return payment === 'expired' || payment === 'rejected' ? headings.expired : headings.failed
}

/** No policy: what becomes of the money comes first, then why. */
function Failed({ status }: { status: Status }) {
  const t = useTexts(words)
  const locale = useLocale()
  const paid = status.payment === 'refunding' || status.payment === 'refunded'
  return (
    <Notice
      tone="error"
      title={paid ? t.failedText(status.premium) : t.unpaidText}
      action={<LinkButton href={pathOf('egov-home', locale)}>{t.toHome}</LinkButton>}
    >
      {status.error?.message}
    </Notice>
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
