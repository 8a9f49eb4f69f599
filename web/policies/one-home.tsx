import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { countDays } from '#domain/calendar.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shareLeft } from '../cabinet/state.ts'
import { tabAddress } from '../cabinet/tabs.ts'
import { ask } from '../http/ask.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { CardIcon, DownloadIcon, QrIcon } from '../ui/later-icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pass } from '../ui/pass.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './policies.module.css'
import { PolicyDocumentsSheet } from './policy-documents-sheet.tsx'
import { countdownIn, homeWords as words } from './tab-texts.ts'

type Home = NonNullable<Policy['home']>
/** What opens over it. */
type Asked = 'papers' | 'cancel'
const tones = { pending: 'now', active: 'good', ended: 'plain' } as const

/** A home under a subscription: its coverage, the next charge, and the cancellation. */
export function OneHome({
  policy,
  home,
  onChanged,
}: {
  policy: Policy
  home: Home
  onChanged: () => void
}) {
  const t = useTexts(words)
  const locale = useLocale()
  const { today } = useCabinet()
  const [open, setOpen] = useState<Asked | null>(null)
  const state = policy.state === 'pending' || policy.state === 'ended' ? policy.state : 'active'
  return (
    <>
      <Pass
        product={t.product(home.plan, policy.insurer.name)}
        number={policy.global_id}
        address={home.address}
        state={{ label: t.states[state], tone: tones[state] }}
        facts={[
          ...(state === 'pending'
            ? [{ label: t.starts, value: longMoment(locale, home.protection_from) }]
            : []),
          ...(home.billing_date
            ? [{ label: t.billing, value: longDate(locale, home.billing_date) }]
            : [{ label: t.until, value: longDate(locale, home.paid_until) }]),
        ]}
        left={
          home.countdown
            ? {
                share: shareLeft(policy, today),
                days: countDays(today, policy.end_date),
                label: countdownIn(home.countdown, t, locale),
              }
            : undefined
        }
        actions={
          <>
            {home.renewal === 'on' ? null : <Renewal policy={policy} home={home} />}
            <Acts policy={policy} onAsk={setOpen} />
          </>
        }
      />
      {open === 'papers' ? (
        <PolicyDocumentsSheet policy={policy} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'cancel' ? (
        <CancelDialog
          words={t}
          text={t.cancelText(longDate(locale, home.paid_until))}
          cancel={() => ask('cancelHomeSubscribe', { order_id: policy.order_id })}
          onClose={() => setOpen(null)}
          onChanged={onChanged}
        />
      ) : null}
    </>
  )
}

function Acts({ policy, onAsk }: { policy: Policy; onAsk: (what: Asked) => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.acts}>
      <Button
        size="small"
        variant="secondary"
        icon={<DownloadIcon />}
        onClick={() => onAsk('papers')}
      >
        {t.papers}
      </Button>
      <LinkButton
        size="small"
        variant="quiet"
        className={styles.quiet}
        icon={<QrIcon />}
        href={pathOf('policy-check', locale, { number: policy.global_id })}
      >
        {t.check}
      </LinkButton>
      {policy.subscription_active ? (
        <Button
          size="small"
          variant="quiet"
          className={styles.quiet}
          onClick={() => onAsk('cancel')}
        >
          {t.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** Why the subscription will not go on by itself, and what can be done about it. */
function Renewal({ policy, home }: { policy: Policy; home: Home }) {
  const t = useTexts(words)
  const locale = useLocale()
  const until = longDate(locale, home.paid_until)
  if (home.renewal === 'cancelled' || home.renewal === 'not_renewed')
    return (
      <Notice
        tone="info"
        title={t.over[home.renewal](until)}
        action={
          policy.state === 'ended' ? (
            <LinkButton size="small" href={pathOf('egov-home', locale)}>
              {t.again}
            </LinkButton>
          ) : undefined
        }
      />
    )
  return (
    <Notice
      tone="warn"
      title={home.renewal === 'no_card' ? t.noCard(until) : t.declined(until)}
      action={
        <LinkButton
          size="small"
          icon={<CardIcon />}
          href={tabAddress(pathOf('account', locale), 'cards')}
        >
          {t.cards}
        </LinkButton>
      }
    />
  )
}
