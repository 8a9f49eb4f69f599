import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { almatyDay, formatTime } from '#domain/almaty.ts'
import { addDays } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { formatPhone, maskPhone, parsePhone } from '#domain/phone.ts'
import { lazy } from '../../lazy.ts'
import { offlinePauseMs } from '../../sale/follow.ts'
import wayWords from '../../sale/way-texts.ts'
import { webWays } from '../../sale/ways.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { AgainIcon, ClockIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { Picture } from '../../world/picture.tsx'
import { flowHere } from '../flow.ts'
import type { KeptOrder } from '../state/kept-order.ts'
import { Fold, Folds } from './fold.tsx'
import type { IssueAnimationProps } from './issue-animation.tsx'
import styles from './order-view.module.css'
import payWords from './pay-texts.ts'
import { Paying } from './paying.tsx'
import { PolicyComes } from './policy-comes.tsx'
import {
  closedAs,
  isAsked,
  isUnclear,
  type Moment,
  mayPay,
  momentsOf,
  type Phase,
  type Progress,
  phaseOf,
  timelineEvent,
  timeOf,
  wayOf,
} from './progress.ts'
import { wasSeen } from './shown-once.ts'
import words from './texts.ts'

const Qr = lazy(() => import('../../ui/qr.tsx').then((module) => ({ default: module.Qr })))

/** Beside the column of a wide screen: the link as a code for the phone with the bank in it. */
const widths = '(width >= 960px)'

function Scan({ link }: { link: string }) {
  const p = useTexts(payWords)
  const [wide, setWide] = useState(() => matchMedia(widths).matches)
  useEffect(() => {
    const asked = matchMedia(widths)
    const changed = (): void => setWide(asked.matches)
    asked.addEventListener('change', changed)
    return () => asked.removeEventListener('change', changed)
  }, [])
  if (!wide) return null
  return (
    <aside className={styles.scan}>
      <div className={styles.code}>
        <Suspense>
          <Qr text={link} label={p.scanLabel} />
        </Suspense>
      </div>
      <h2>{p.scan}</h2>
      <p>{p.scanText}</p>
    </aside>
  )
}

const loadPolicy = () => import('./issued-policy.tsx')
const IssuedPolicy = lazy(() => loadPolicy().then((module) => ({ default: module.IssuedPolicy })))
/** The ways to pay, shut, on a device that has not proved whose it is. */
const ShutPayment = lazy(() =>
  import('./link/link.tsx').then((module) => ({ default: module.ShutPayment })),
)

type Props = {
  progress: Progress
  online: boolean
  own: KeptOrder | null
  orderKey: string
  onChanged: () => void
  /** The code of the order's phone has opened it here. */
  onOpen: (own: KeptOrder) => void
  onRetry: () => void
}

/** The order's state: the picture, the headline, the actions, and the rest folded away. */
export function OrderView(props: Props) {
  const { progress, online, own, onRetry } = props
  const t = useTexts(words)
  const p = useTexts(payWords)
  const phase = phaseOf(progress)
  const issued = phase === 'issued'
  /** Nothing else is of use now; an issued policy is, and stays. */
  const offline = !online && !issued
  const heading = useFocusKept(offline ? 'offline' : phase)
  const IssueAnimation = useIssueMoment(own)
  // Without a connection the letters of the plate would not come any more.
  useEffect(() => void document.fonts.load('1em "Qorgan Plate"').catch(() => {}), [])
  const { heading: title, lead } = headlineOf(progress, t, p, useTexts(wayWords))
  return (
    <ToastRegion label={t.region} closeLabel={t.close}>
      {/* Another state is another page: made anew, nothing that stands there is moved about. The
      foot of the page waits with whoever waits for the policy. */}
      <div
        key={phase}
        className={issued ? styles.issued : styles.page}
        data-comes={phase === 'issuing' ? '' : undefined}
      >
        <div className={issued ? styles.hello : styles.column}>
          {issued ? null : <Scenes phase={phase} offline={offline} />}
          <header className={styles.head}>
            <h1 ref={heading} tabIndex={-1} aria-live="polite">
              {offline ? p.offline : title}
            </h1>
            {offline ? null : <Sums progress={progress} own={own} />}
            <p className={styles.lead}>{offline ? p.offlineText : lead}</p>
            {offline ? null : <Until progress={progress} />}
          </header>
          {offline ? (
            <Offline own={own} amount={progress.amount} onRetry={onRetry} />
          ) : issued ? null : (
            <Running {...props} />
          )}
          {issued && !online ? <Notice tone="warn" live title={t.offline} /> : null}
        </div>
        {progress.pay?.link && phase === 'awaiting' && !offline ? (
          <Scan link={progress.pay.link} />
        ) : null}
        {issued && own ? (
          <Suspense fallback={<PolicyComes />}>
            <IssuedPolicy {...props} own={own} IssueAnimation={IssueAnimation} />
          </Suspense>
        ) : null}
      </div>
    </ToastRegion>
  )
}

/** Actions before the policy is issued, and the events so far. */
function Running({ progress, own, orderKey, onChanged, onOpen }: Props) {
  const t = useTexts(words)
  const p = useTexts(payWords)
  const locale = useLocale()
  const phase = phaseOf(progress)
  const over =
    ['expired', 'cancelled', 'refunded'].includes(phase) ||
    (phase === 'failed' && closedAs(progress) !== null)
  return (
    <>
      {over && !mayPay(progress) ? (
        <div className={styles.act}>
          <LinkButton wide href={flowHere().form(locale)}>
            {t.newOne}
          </LinkButton>
        </div>
      ) : null}
      {mayPay(progress) && !own ? (
        <Suspense
          fallback={
            <div data-comes>
              <Skeleton shape="card" />
            </div>
          }
        >
          <ShutPayment orderKey={orderKey} onOpen={onOpen} />
        </Suspense>
      ) : null}
      <Paying
        progress={progress}
        own={own}
        orderKey={orderKey}
        onChanged={onChanged}
        folds={(otherWays) => (
          <Folds>
            {otherWays}
            <Fold title={p.whatHappens} open={!mayPay(progress)}>
              <Timeline
                label={t.timeline}
                events={momentsOf(progress).map((moment) => eventOf(moment, progress, locale, t))}
              />
            </Fold>
          </Folds>
        )}
      />
    </>
  )
}

/**
 * The picture of the order's barrier; the cut wire is loaded beside it, since it could not load
 * offline.
 */
function Scenes({ phase, offline }: { phase: Phase; offline: boolean }) {
  const state = barriers[phase]
  return (
    <>
      {state ? (
        <div hidden={offline}>
          <Picture of="barrier" part={state} eager className={styles.scene} />
        </div>
      ) : null}
      <div hidden={!offline}>
        <Picture of="wire" eager className={styles.scene} />
      </div>
    </>
  )
}
const barriers: Partial<Record<Phase, string>> = {
  awaiting: 'waits',
  issuing: 'paid',
  retrying: 'paid',
  rejected: 'refused',
  error: 'refused',
  expired: 'refused',
  cancelled: 'refused',
}

/**
 * Phases that show the sum; in the others it is on the button alone, for nothing is paid or under
 * way.
 */
const summed: readonly Phase[] = ['awaiting', 'issuing', 'retrying', 'failed', 'refunded']

/** The sum, and where the bill went; of money that went back, how much. */
function Sums({ progress, own }: { progress: Progress; own: KeptOrder | null }) {
  const t = useTexts(words)
  const { amount, paid, pay, refund } = progress
  const phase = phaseOf(progress)
  const bill = phase === 'awaiting' && (!pay || waysOf[pay.system].asksPhone)
  const phone = parsePhone(own?.phone ?? '')
  return (
    <>
      {amount > 0 && summed.includes(phase) ? (
        <p className={styles.sum}>
          <strong>{money(amount)}</strong>{' '}
          {bill ? <span>{phone ? formatPhone(phone) : pay?.phone}</span> : null}
          {phase === 'refunded' ? <span>{t.refundedSum}</span> : null}
          {paid === 'paid' && phase !== 'refunded' ? <span>{t.paidSum}</span> : null}
        </p>
      ) : null}
      {refund ? (
        <p className={styles.sum}>
          <strong>{money(refund.amount)}</strong>{' '}
          <span>{refund.state === 'done' ? t.refundedSum : t.refundSum}</span>
        </p>
      ) : null}
    </>
  )
}

/** The last moment to pay, by the bank's word. */
function Until({ progress }: { progress: Progress }) {
  const p = useTexts(payWords)
  const locale = useLocale()
  const until = progress.pay?.expiresAt
  if (phaseOf(progress) !== 'awaiting' || !until) return null
  return (
    <p className={styles.until}>
      <ClockIcon />
      <span>
        {p.until(soonOf(until, new Date(), locale, p))} {p.mayClose}
      </span>
    </p>
  )
}

function eventOf(moment: Moment, progress: Progress, locale: Locale, t: (typeof words)['kz']) {
  const { name, state } = moment
  const detail =
    name === progress.pay?.system && progress.pay.phone ? (
      t.events.billTo(progress.pay.phone)
    ) : name === 'registering' && state === 'now' && progress.attempts > 0 ? (
      <>
        {t.attempts(progress.attempts)}
        {progress.nextAttemptAt ? (
          <> · {t.nextAttempt(timeOf(progress.nextAttemptAt, locale))}</>
        ) : null}
      </>
    ) : undefined
  return { ...timelineEvent(moment, t, locale), detail }
}

/**
 * Preloads the issue animation with its pictures while the order is on its way; null if it must not
 * be shown or has not loaded in time.
 */
function useIssueMoment(own: KeptOrder | null): ComponentType<IssueAnimationProps> | null {
  const [found, setFound] = useState<ComponentType<IssueAnimationProps> | null>(null)
  const orderId = own?.orderId
  useEffect(() => {
    if (!orderId || wasSeen(orderId) || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return
    import('./issue-animation.tsx').then(
      async ({ IssueAnimation, picturesReady }) => {
        await picturesReady()
        setFound(() => IssueAnimation)
      },
      () => {}, // without it the policy is there all the same
    )
    loadPolicy().catch(() => {})
  }, [orderId])
  return found
}

type Words = (typeof words)['kz']
type PayWords = (typeof payWords)['kz']
type WayWords = (typeof wayWords)['kz']

/** Returns the headline of the order and the next action; first, what is safe. */
function headlineOf(
  progress: Progress,
  t: Words,
  pay: PayWords,
  ways: WayWords,
): { heading: string; lead: string } {
  const phase = phaseOf(progress)
  const { leads, headings } = t
  const way = wayOf(progress)
  const by = ways[way]
  if (phase === 'awaiting') {
    return isAsked(progress)
      ? { heading: by.asked, lead: by.lead }
      : { heading: pay.bankSilent, lead: by.soon }
  }
  if (phase === 'rejected' && (mayPay(progress) || webWays[way].saysNo))
    return { heading: by.refused, lead: by.why }
  if (isUnclear(progress)) return { heading: headings.billUnclear, lead: leads.billUnclear }
  if (phase === 'expired' && mayPay(progress))
    return { heading: by.over, lead: leads.attemptExpired }
  const isLate = phase === 'failed' && closedAs(progress) !== null
  return { heading: headings[phase], lead: isLate ? leads.late : leads[phase] }
}

/** A moment to come, as people say it: «ертең, 19:31». */
function soonOf(instant: string, now: Date, locale: Locale, pay: PayWords): string {
  const at = new Date(instant)
  const [day, time, today] = [almatyDay(at), formatTime(at), almatyDay(now)]
  if (day === today) return pay.today(time)
  return day === addDays(today, 1) ? pay.tomorrow(time) : `${longDate(locale, day)}, ${time}`
}

type OfflineProps = { own: KeptOrder | null; amount: number; onRetry: () => void }

/** What is stored of the order while offline, masked; the page goes on by itself. */
function Offline({ own, amount, onRetry }: OfflineProps) {
  const p = useTexts(payWords)
  const phone = parsePhone(own?.phone ?? '')
  return (
    <>
      <dl className={styles.rows}>
        {own?.plates?.length ? (
          <div>
            <dt>{p.car}</dt>
            {own.plates.map((plate) => (
              <dd key={plate} className={styles.plate}>
                <Plate plate={plate} />
              </dd>
            ))}
          </div>
        ) : null}
        {amount > 0 ? (
          <div>
            <dt>{p.sum}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ) : null}
        {phone ? (
          <div>
            <dt>{p.phone}</dt>
            <dd>{maskPhone(phone)}</dd>
          </div>
        ) : null}
        {own?.email ? (
          <div>
            <dt>{p.email}</dt>
            <dd>{own.email.replace(/(?<=.).*(?=@)/, '•••')}</dd>
          </div>
        ) : null}
      </dl>
      <div className={styles.act}>
        <Button wide icon={<AgainIcon />} onClick={onRetry}>
          {p.retry}
        </Button>
        <p>{p.retryItself(offlinePauseMs / 1_000)}</p>
      </div>
    </>
  )
}
