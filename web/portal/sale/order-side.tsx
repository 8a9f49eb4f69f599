import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Locale } from '#domain/locale.ts'
import { isSent, type SentWay, waysOf } from '#domain/payment-ways.ts'
import { parseMobile } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { askAnew } from '../../http/replies.ts'
import {
  type Moment,
  momentsOf,
  type Progress,
  phaseOf,
  timelineEvent,
  timeOf,
} from '../../purchase/result/progress.ts'
import result from '../../purchase/result/texts.ts'
import { useFollowed } from '../../sale/follow.ts'
import { type Progress as FollowOrderProgress, isOver } from '../../sale/phase.ts'
import wayWords from '../../sale/way-texts.ts'
import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LogoDrawing } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import { portal } from '../portal.ts'
import styles from './order.module.css'
import words from './order-texts.ts'
import { PolicyDocuments } from './papers.tsx'
import { ReissueSums } from './quote-notes.tsx'
import type { SaleActions } from './sale.ts'
import type { SetAnswer, State } from './state/state.ts'

/** Silence of the stream after which the order is polled, and the interval, ms. */
const silentMs = 10_000

type Paid = Reply<'checkOrderPaid'>['data']['status']
/** Two replies about an order: steps 6 and 7 of the flow (specification, section 4). */
type Answers = { paid: Paid; set: SetAnswer }
type Standing = Pick<FollowOrderProgress, 'state' | 'paid' | 'set'>

/** Returns the state of the order: by its stream, or by the replies if it is absent or silent. */
export function standingOf(
  progress: Standing | null,
  answers: { paid: Paid; set: Pick<SetAnswer, 'state' | 'status'> } | null,
  silent: boolean,
): Standing | null {
  if (progress && !(silent && answers)) return progress
  return answers
    ? { state: answers.set.state, paid: answers.paid, set: answers.set.status }
    : progress
}

/** Returns whether polling is over: the policy and its documents exist, or the order ended. */
export const isSettled = ({ status, state, files }: SetAnswer): boolean =>
  (status === 'issued' && Object.keys(files ?? {}).length === papers) ||
  ['refunded', 'cancelled', 'expired'].includes(state)
const papers = 4

/**
 * Polls at once, on each stream event, and after each silence, until the order is settled. Failed
 * requests are retried the same way.
 */
export function askBeside(
  ask: () => Promise<boolean>,
  onSilent: (silent: boolean) => void,
  signal: AbortSignal,
): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    void ask().then(
      (settled) => {
        over ||= settled
      },
      () => {},
    )
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (over || signal.aborted) return
      onSilent(true)
      look()
    }, silentMs)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  look()
  return () => {
    onSilent(false)
    look()
  }
}

/** Loads payment and policy on events of the order's stream, and on its silence. */
function useOrder({ orderId, orderKey }: State, { dispatch }: SaleActions) {
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [silent, setSilent] = useState(false)
  const ask = async (orderId: string, signal: AbortSignal): Promise<boolean> => {
    const [set, paid] = await Promise.all([
      portal('promoterCheckOrderSet', { orderId }, { signal }),
      portal('checkOrderPaid', { orderId }, { signal }),
    ])
    dispatch({ type: 'set-state', answer: set.data })
    if (set.data.status === 'issued') void askAnew(['promoterDay'])
    setAnswers({ paid: paid.data.status, set: set.data })
    if (!orderKey) dispatch({ type: 'ordered', orderId, orderKey: set.data.key })
    return isSettled(set.data)
  }
  const { progress, restart } = useFollowed({ id: orderId, key: orderKey }, isOver, (signal) =>
    askBeside(() => ask(orderId ?? '', signal), setSilent, signal),
  )
  return {
    progress,
    set: answers?.set ?? null,
    standing: standingOf(progress, answers, silent),
    restart,
  }
}

/** The payment page: opened here, or its address sent to the client. */
export function PayLink({ way, address }: { way: SentWay; address: string }) {
  const t = useTexts(words)
  const { page } = useTexts(wayWords)[way]
  const say = useToast()
  if (page === null || !isWebAddress(address)) return null
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      say({ text: t.linkCopied, tone: 'good' })
    } catch {
      say({ text: t.failed, tone: 'bad' })
    }
  }
  return (
    <section className={styles.again} aria-label={page}>
      <LinkButton external size="small" variant="secondary" href={address}>
        {page}
      </LinkButton>
      <Button variant="quiet" size="small" onClick={() => void copy()}>
        {t.copyLink}
      </Button>
    </section>
  )
}

type Props = {
  state: State
  actions: SaleActions
  /** The sheet of this order is not beside it. */
  apart: boolean
  onNew: () => void
}

/**
 * The live order: bill, payment, registration attempts, documents. A resend and another phone until
 * it is paid.
 */
export function OrderSide({ state, actions, apart, onNew }: Props) {
  const t = useTexts(words)
  const told = useTexts(result)
  const locale = useLocale()
  const { progress, set, standing, restart } = useOrder(state, actions)
  const issued = set?.status === 'issued' ? set : null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const payable = standing?.state === 'awaiting_payment'
  const phase = standing ? phaseOf(standing) : null

  return (
    <aside className={styles.order} data-order="" aria-label={t.order}>
      <header className={styles.head} data-phase={phase ?? undefined}>
        {phase === 'issued' ? <LogoDrawing className={styles.horn} /> : null}
        <p className={styles.number}>
          {t.order} {t.number(state.orderId ?? '')}
        </p>
        <h2 ref={heading} tabIndex={-1} aria-live="polite">
          {phase ? told.headings[phase] : t.loading}
        </h2>
        {progress && progress.amount > 0 && (standing?.paid === 'paid' || payable) ? (
          <p className={styles.sum}>
            <span>{standing?.paid === 'paid' ? t.paid : t.toPay}</span>{' '}
            <strong>{money(progress.amount)}</strong>
          </p>
        ) : null}
        {progress?.refund ? (
          <p className={styles.sum}>
            <span>{progress.refund.state === 'done' ? told.refundedSum : told.refundSum}</span>{' '}
            <strong>{money(progress.refund.amount)}</strong>
          </p>
        ) : null}
      </header>
      {set?.sale.reissue ? <ReissueSums of={set.sale.reissue} /> : null}
      {standing ? null : <RowProgress>{t.loading}</RowProgress>}
      {state.activateStatus === 'retrying' ? (
        <Notice tone="warn" live title={t.attempts(state.activateCount)}>
          {state.activateErrorQueue.map((at) => (
            <p key={at}>{t.next(timeOf(at, locale))}</p>
          ))}
          {state.activateErrorDescription ? <p>{state.activateErrorDescription}</p> : null}
        </Notice>
      ) : null}
      {issued?.globalId ? (
        <PolicyDocuments
          issued={issued}
          amount={progress?.amount ?? null}
          phone={apart ? '' : state.policyholder.phone}
        />
      ) : null}
      {payable && progress?.pay?.redirect_url && isSent(progress.pay.system) ? (
        <PayLink way={progress.pay.system} address={progress.pay.redirect_url} />
      ) : null}
      {payable ? (
        <BillAgain state={state} actions={actions} ways={otherWays(progress)} onChanged={restart} />
      ) : null}
      {set ? <Sold sale={set.sale} apart={apart} /> : null}
      {progress ? (
        <Timeline
          label={told.timeline}
          events={momentsOf(progress).map((moment) => eventOf(moment, told, progress, locale))}
        />
      ) : null}
      <div className={styles.next}>
        <Button variant="secondary" wide onClick={onNew}>
          {t.newSale}
        </Button>
      </div>
    </aside>
  )
}

/** A bill has «send again» and another phone; any other way than the order's own has a button. */
const otherWays = (progress: Progress | null): SentWay[] =>
  (progress?.ways ?? []).filter(
    (way): way is SentWay => isSent(way) && !waysOf[way].asksPhone && way !== progress?.pay?.system,
  )

/** What is sold, if the sheet it was filled in on is not in sight. */
function Sold({ sale, apart }: { sale: SetAnswer['sale']; apart: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  const facts = [
    [t.policyholder, [sale.policyholder]],
    [t.drivers, [sale.drivers.join(', ')]],
    [t.cars, sale.cars.map(({ registrationNumber, name }) => `${registrationNumber} ${name}`)],
    [t.insurer, [sale.insurer]],
    [t.validity, [fromTo(locale, sale.startDate, sale.endDate)]],
  ] as const
  return (
    <dl className={styles.sold} data-apart={apart || undefined}>
      {facts.map(([label, lines]) => (
        <div key={label}>
          <dt>{label}</dt>
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

function eventOf(moment: Moment, t: (typeof result)['kz'], progress: Progress, locale: Locale) {
  const phone = moment.name === progress.pay?.system ? progress.pay.phone : undefined
  return {
    ...timelineEvent(moment, t, locale),
    ...(phone ? { detail: t.events.billTo(phone) } : {}),
  }
}

type BillAgainProps = {
  state: State
  actions: SaleActions
  /** Other payment methods of the client. */
  ways: readonly SentWay[]
  onChanged: () => void
}

/** «Send again», another phone (`invoicePhoneNotFound`), another way, or no order at all. */
function BillAgain({ state, actions, ways, onChanged }: BillAgainProps) {
  const t = useTexts(words)
  const said = useTexts(wayWords)
  const locale = useLocale()
  const [sure, setSure] = useState<'no' | 'asked' | 'busy'>('no')
  const [wrong, setWrong] = useState<string | undefined>()
  const [formError, setFormError] = useState<string | null>(null)
  const { calculationId, orderId } = state
  const refused = state.errors.find(({ field }) => field === 'other-phone')?.message

  const other = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const phone = parseMobile(String(new FormData(event.currentTarget).get('other-phone') ?? ''))
    setWrong(phone ? undefined : fieldText('mobile', locale))
    if (!phone || !calculationId) return
    actions.dispatch({ type: 'set', patch: { paymentPhone: `+${phone}` } })
    actions.pay({ phone, calculationId })
    onChanged()
  }
  const cancel = async (): Promise<void> => {
    setSure('busy')
    try {
      await portal('ogpoCancelOrder', { orderId: orderId ?? '' })
    } catch (error) {
      setFormError(apiErrorOf(error).message || t.failed)
    } finally {
      setSure('no')
      onChanged()
    }
  }
  return (
    <section className={styles.again} aria-label={t.sendAgain}>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {calculationId ? (
        <>
          <Button
            variant="secondary"
            size="small"
            busy={state.busy === 'order'}
            onClick={() => {
              actions.pay({ phone: '', calculationId, sendAgain: true })
              onChanged()
            }}
          >
            {t.sendAgain}
          </Button>
          {ways.map((way) => (
            <Button
              key={way}
              variant="secondary"
              size="small"
              busy={state.busy === 'order'}
              onClick={() => {
                actions.pay({ way, calculationId })
                onChanged()
              }}
            >
              {said[way].send}
            </Button>
          ))}
          <details open={refused !== undefined}>
            <summary>{t.otherPhone}</summary>
            <form className={styles.other} onSubmit={other} noValidate>
              <PhoneField
                name="other-phone"
                label={t.otherPhone}
                autoComplete="off"
                error={wrong ?? refused}
                onValue={() => setWrong(undefined)}
              />
              <Button type="submit" size="small" busy={state.busy === 'order'}>
                {t.otherPhoneSend}
              </Button>
            </form>
          </details>
        </>
      ) : null}
      <Button variant="quiet" size="small" onClick={() => setSure('asked')}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        open={sure !== 'no'}
        danger
        title={t.cancelTitle}
        text={t.cancelText}
        yes={t.cancelYes}
        no={t.cancelNo}
        busy={sure === 'busy'}
        onYes={() => void cancel()}
        onNo={() => setSure('no')}
      />
    </section>
  )
}
