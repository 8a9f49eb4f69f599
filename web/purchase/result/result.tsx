import { lazy, Suspense, useEffect, useState } from 'react'
import type { Locale } from '#brand'
import { money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LogoDrawing } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import { flowHere } from '../flow.ts'
import { type KeptOrder, keptOrder } from '../state/kept-order.ts'
import { wipeDraft } from '../state/wipe-draft.ts'
import { follow } from './follow.ts'
import {
  isAsked,
  isOver,
  isUnclear,
  type Moment,
  mayPay,
  momentsOf,
  type Phase,
  type Progress,
  phaseOf,
  timelineEvent,
  timeOf,
} from './progress.ts'
import styles from './result.module.css'
import words from './texts.ts'

/** What the order does is shown first; what its buyer may do comes after. */
const PolicyDocuments = lazy(() =>
  import('./papers.tsx').then((module) => ({ default: module.PolicyDocuments })),
)
const PayAgain = lazy(() =>
  import('./pay-again.tsx').then((module) => ({ default: module.PayAgain })),
)

/**
 * One order by its random key: on any device what happens to it, on the buyer's own also the documents
 * and other ways to pay.
 */
export function OrderResult() {
  const t = useTexts(words)
  const locale = useLocale()
  const [key, setKey] = useState<string | null | undefined>(undefined)
  const [own, setOwn] = useState<KeptOrder | null>(null)
  const { progress, online, missing, restart } = useOrder(key ?? null)

  useEffect(() => {
    const order = new URLSearchParams(location.search).get('order')
    setKey(order)
    setOwn(order ? keptOrder(order) : null)
  }, [])
  const issued = progress !== null && phaseOf(progress) === 'issued'
  useEffect(() => {
    if (issued && own) wipeDraft()
  }, [issued, own])

  if (key === null || missing)
    return (
      <div className={styles.page}>
        <h1 className="visually-hidden">{t.title}</h1>
        <EmptyState
          title={t.notFound}
          action={<LinkButton href={flowHere().form(locale)}>{t.toCalculator}</LinkButton>}
        >
          {t.notFoundText}
        </EmptyState>
      </div>
    )
  if (!progress)
    return (
      <div className={styles.page}>
        <h1 className="visually-hidden">{t.title}</h1>
        {online ? null : <Notice tone="warn" live title={t.offline} />}
        <Skeleton shape="title" label={t.loading} />
        <Skeleton shape="card" />
      </div>
    )
  return (
    <ToastRegion label={t.region} closeLabel={t.close}>
      <Result
        progress={progress}
        online={online}
        own={own}
        orderKey={key ?? ''}
        onChanged={restart}
      />
    </ToastRegion>
  )
}

type ResultProps = {
  progress: Progress
  online: boolean
  own: KeptOrder | null
  orderKey: string
  onChanged: () => void
}

function Result({ progress, online, own, orderKey, onChanged }: ResultProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const phase = phaseOf(progress)
  const bank = progress.pay?.redirect_url
  const payable = mayPay(progress)
  return (
    <div className={styles.page}>
      <header className={styles.head} data-phase={phase}>
        {phase === 'issued' ? <LogoDrawing className={styles.horn} /> : null}
        <h1 aria-live="polite">{t.headings[isUnclear(progress) ? 'billUnclear' : phase]}</h1>
        <p className={styles.lead}>{leadOf(phase, progress, t.leads)}</p>
        {progress.amount > 0 && phase !== 'cancelled' && phase !== 'expired' ? (
          <p className={styles.sum}>
            <span>
              {phase === 'refunded'
                ? t.refundedSum
                : progress.paid === 'paid'
                  ? t.paidSum
                  : t.toPay}
            </span>{' '}
            <strong>{money(progress.amount)}</strong>
          </p>
        ) : null}
        {progress.refund ? (
          <p className={styles.sum}>
            <span>{progress.refund.state === 'done' ? t.refundedSum : t.refundSum}</span>{' '}
            <strong>{money(progress.refund.amount)}</strong>
          </p>
        ) : null}
        {phase === 'awaiting' && bank && isWebAddress(bank) ? (
          <LinkButton href={bank}>{t.goBank}</LinkButton>
        ) : null}
        {(phase === 'expired' || phase === 'cancelled' || phase === 'refunded') && !payable ? (
          <LinkButton href={flowHere().form(locale)}>{t.newOne}</LinkButton>
        ) : null}
      </header>
      {online ? null : <Notice tone="warn" live title={t.offline} />}
      <div className={styles.columns} data-phase={phase}>
        {phase === 'issued' ? (
          <details className={styles.card}>
            <summary className={styles.title}>{t.timeline}</summary>
            <Timeline
              label={t.timeline}
              events={momentsOf(progress).map((moment) => eventOf(moment, progress, locale, t))}
            />
          </details>
        ) : (
          <section className={styles.card} aria-labelledby="timeline">
            <h2 id="timeline" className={styles.title}>
              {t.timeline}
            </h2>
            <Timeline
              label={t.timeline}
              events={momentsOf(progress).map((moment) => eventOf(moment, progress, locale, t))}
            />
          </section>
        )}
        <div className={styles.side}>
          <Suspense fallback={<Skeleton shape="card" />}>
            {phase === 'issued' ? (
              own ? (
                <PolicyDocuments
                  own={own}
                  orderKey={orderKey}
                  progress={progress}
                  onChanged={onChanged}
                />
              ) : (
                <Notice
                  tone="info"
                  title={progress.globalIdTail ? t.policyTail(progress.globalIdTail) : t.papers}
                >
                  {t.otherDevice}
                </Notice>
              )
            ) : null}
            {payable && own ? (
              <PayAgain
                own={own}
                orderKey={orderKey}
                progress={progress}
                open={phase !== 'awaiting'}
                onChanged={onChanged}
              />
            ) : null}
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function leadOf(phase: Phase, progress: Progress, leads: (typeof words)['kz']['leads']): string {
  if (phase === 'awaiting' && progress.pay?.system === 'card')
    return isAsked(progress) ? leads.card : leads.cardSoon
  if (phase === 'awaiting') return isAsked(progress) ? leads.bill : leads.billSoon
  if (phase === 'rejected' && progress.pay?.system === 'card') return leads.cardRejected
  if (isUnclear(progress)) return leads.billUnclear
  return leads[phase]
}

function eventOf(moment: Moment, progress: Progress, locale: Locale, t: (typeof words)['kz']) {
  const { name, state } = moment
  const detail = {
    bill: progress.pay?.phone ? t.events.billTo(progress.pay.phone) : undefined,
    paid:
      state === 'now' && progress.pay?.expiresAt
        ? t.payUntil(timeOf(progress.pay.expiresAt, locale))
        : undefined,
    registering:
      state === 'now' && progress.attempts > 0 ? (
        <>
          {t.attempts(progress.attempts)}
          {progress.nextAttemptAt ? (
            <> · {t.nextAttempt(timeOf(progress.nextAttemptAt, locale))}</>
          ) : null}
        </>
      ) : undefined,
  }[name as 'bill' | 'paid' | 'registering'] // other events have no detail
  return { ...timelineEvent(moment, t, locale), detail }
}

/** The order followed until it is over; `restart` follows again after a change made here. */
function useOrder(key: string | null) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [online, setOnline] = useState(true)
  const [missing, setMissing] = useState(false)
  const [round, setRound] = useState(0)

  // Outside React: the server's stream, and the browser's word about the connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new watch
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    const lost = (): void => setOnline(false)
    // a stream that survived on paper may be dead: begin anew
    const back = (): void => setRound((count) => count + 1)
    addEventListener('offline', lost)
    addEventListener('online', back)
    const over = (now: Progress): boolean => isOver(now, Boolean(keptOrder(key)?.email))
    void follow(
      key,
      {
        onProgress: setProgress,
        onOnline: setOnline,
        onMissing: () => setMissing(true),
        isOver: over,
      },
      stop.signal,
    )
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', back)
      stop.abort()
    }
  }, [key, round]) // oxlint-disable-line react/exhaustive-deps

  return { progress, online, missing, restart: () => setRound((count) => count + 1) }
}
