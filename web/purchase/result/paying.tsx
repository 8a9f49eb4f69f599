import { type FormEvent, type ReactNode, useState } from 'react'
import { firstWay, isByPhone, type PhoneWay, type WayName, waysOf } from '#domain/payment-ways.ts'
import { parseMobile } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { api } from '../../http/api.ts'
import { call } from '../../http/call.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { askOrder, type Ordered, orderOf, payBy, type Way } from '../../sale/order.ts'
import wayWords from '../../sale/way-texts.ts'
import { type PayAction, webWays } from '../../sale/ways.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import { buyerOrder } from '../buyer-order.ts'
import { loginAddress } from '../flow.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import { Fold } from './fold.tsx'
import styles from './order-view.module.css'
import payWords from './pay-texts.ts'
import { isAsked, mayPay, type Progress, phaseOf, wayOf } from './progress.ts'
import words from './texts.ts'

type OtherWaysProps = {
  pay: Pay
  phone: string
  byPhone: readonly PhoneWay[]
  /** Ways on offer that are not above already. */
  ways: readonly WayName[]
}

/** Another phone, another way, or no order at all. */
function OtherWays({ pay, phone, byPhone, ways }: OtherWaysProps) {
  const t = useTexts(words)
  const p = useTexts(payWords)
  const [sure, setSure] = useState(false)
  const said = useTexts(wayWords)
  const send = (way: PhoneWay, event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    pay.by(way, String(new FormData(event.currentTarget).get(`${way}-phone`) ?? ''))
  }
  const cancel = async (): Promise<void> => {
    await pay.cancel()
    setSure(false)
  }
  return (
    <>
      {byPhone.map((way) => (
        <form key={way} className={styles.form} onSubmit={(event) => send(way, event)} noValidate>
          <PhoneField
            name={`${way}-phone`}
            label={p.toPhone[way].label}
            defaultValue={phone}
            error={pay.error}
            onValue={pay.typed}
          />
          <Button type="submit" variant="secondary" wide busy={pay.doing === way}>
            {p.toPhone[way].send}
          </Button>
        </form>
      ))}
      {ways.map((way) => {
        const { Icon } = webWays[way]
        return (
          <Button
            key={way}
            variant="secondary"
            wide
            icon={<Icon />}
            busy={pay.doing === way}
            onClick={() => pay.by(way)}
          >
            {said[way].by}
          </Button>
        )
      })}
      <Button variant="danger" wide onClick={() => setSure(true)}>
        {p.cancel}
      </Button>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={p.cancelSure}
        closeLabel={t.close}
        actions={
          <>
            <Button variant="danger" busy={pay.doing === 'cancel'} onClick={() => void cancel()}>
              {p.cancelYes}
            </Button>
            <Button onClick={() => setSure(false)}>{p.cancelNo}</Button>
          </>
        }
      >
        <p>{p.cancelText}</p>
      </Dialog>
    </>
  )
}

type Props = {
  progress: Progress
  own: KeptOrder | null
  orderKey: string
  onChanged: () => void
  /** Takes the ways to pay that are folded away, among what else is. */
  folds: (otherWays: ReactNode) => ReactNode
}

/** What to do about the money: one thing first, always in the same place, with the sum on it. */
export function Paying({ progress, own, orderKey, onChanged, folds }: Props) {
  const t = useTexts(words)
  const p = useTexts(payWords)
  const locale = useLocale()
  const pay = usePay(own, orderKey, onChanged)
  const buyer = own !== null && !pay.expired
  const offered = payActionsOf(progress, buyer)
  const [first, ...others] = offered
  const phase = phaseOf(progress)
  const payable = mayPay(progress)
  const action = (kind: PayAction, main: boolean) => (
    <Action
      key={`${kind.act} ${kind.way}`}
      kind={kind}
      main={main}
      progress={progress}
      pay={pay}
      own={own}
    />
  )
  return (
    <>
      {pay.problem ? <Notice tone="error" live title={pay.problem} /> : null}
      {payable && buyer && phase !== 'awaiting' ? (
        <Notice tone="success" title={p.safe}>
          {p.safeText}
        </Notice>
      ) : null}
      {first?.act === 'sum' ? (
        <Notice tone="info" title={p.where}>
          {p.whereText}
        </Notice>
      ) : null}
      {payable && own && pay.expired ? (
        <Notice
          tone="info"
          title={t.signIn}
          action={
            <LinkButton size="small" variant="secondary" href={loginAddress(locale, '')}>
              {t.signInAction}
            </LinkButton>
          }
        />
      ) : null}
      {first ? <div className={styles.act}>{action(first, true)}</div> : null}
      {others.length > 0 ? (
        <div className={styles.others}>{others.map((kind) => action(kind, false))}</div>
      ) : null}
      {folds(
        payable && buyer ? (
          <Fold title={p.otherWay} open={pay.error !== undefined}>
            <OtherWays
              pay={pay}
              phone={own.phone}
              byPhone={waysByPhone(progress)}
              ways={waysApart(progress, offered)}
            />
          </Fold>
        ) : null,
      )}
    </>
  )
}

type ActionProps = {
  kind: PayAction
  main: boolean
  progress: Progress
  pay: Pay
  own: KeptOrder | null
}

function Action({ kind: { act, way }, main, progress, pay, own }: ActionProps) {
  const p = useTexts(payWords)
  const t = useTexts(words)
  const ways = useTexts(wayWords)
  const say = useToast()
  const { amount } = progress
  const look = { wide: true, variant: main ? ('primary' as const) : ('secondary' as const) }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(String(amount))
      say({ text: p.sumCopied, tone: 'good' })
    } catch {
      say({ text: t.problem, tone: 'bad' })
    }
  }
  const { Icon } = webWays[way]
  const said = ways[way]
  const by = (label: string, icon: ReactNode) => (
    <Button
      {...look}
      icon={icon}
      busy={pay.doing === way && act !== 'other'}
      onClick={() => pay.by(way, own?.phone)}
    >
      {label}
    </Button>
  )
  switch (act) {
    case 'bank':
      return (
        <LinkButton {...look} external icon={<Icon />} href={progress.pay?.link ?? ''}>
          {said.pay(amount)}
        </LinkButton>
      )
    case 'sum':
      return (
        <Button {...look} onClick={() => void copy()}>
          {p.copySum(amount)}
        </Button>
      )
    case 'page': {
      const page = progress.pay?.redirect_url ?? ''
      return isWebAddress(page) ? (
        <LinkButton {...look} external icon={<Icon />} href={page}>
          {said.pay(amount)}
        </LinkButton>
      ) : null
    }
    case 'pay':
      return by(said.pay(amount), <Icon />)
    case 'again':
      return by(said.again(amount), null)
    case 'other':
      return by(p.otherCard, <Icon />)
    case 'by':
      return by(said.by, <Icon />)
  }
}

/** These need nothing that only the buyer's own tab knows. */
const anybody: readonly PayAction['act'][] = ['bank', 'sum', 'page']

/**
 * Returns the order's payment actions: another way after the card, the bill again after the bill,
 * no second bill if one may be on the phone. `own`: on the buyer's device.
 */
export const payActionsOf = (progress: Progress, own: boolean): PayAction[] =>
  mayPay(progress) ? allOf(progress).filter(({ act }) => own || anybody.includes(act)) : []

function allOf(progress: Progress): PayAction[] {
  const way = wayOf(progress)
  const { hasPage, again } = webWays[way]
  const phase = phaseOf(progress)
  const another: PayAction = hasPage ? { act: 'by', way: firstWay } : { act: 'pay', way: 'card' }
  if (phase === 'awaiting') {
    if (!isAsked(progress)) return [another]
    if (hasPage)
      return progress.pay?.redirect_url ? [{ act: 'page', way }] : [{ act: 'again', way }]
    return [{ act: progress.pay?.link ? 'bank' : 'sum', way }]
  }
  return phase === 'error' ? [another] : [...again]
}

/** The ways that have a form with a phone below: asked for once more, it may be another phone. */
export const waysByPhone = ({ ways }: Progress): PhoneWay[] => ways.filter(isByPhone)

/**
 * Returns the ways with a button of their own below: not the current one nor one offered above; one
 * that goes to a phone has its form.
 */
export const waysApart = (progress: Progress, offered: readonly PayAction[]): WayName[] =>
  progress.ways.filter(
    (way) =>
      !isByPhone(way) &&
      !(phaseOf(progress) === 'awaiting' && way === wayOf(progress)) &&
      !offered.some((action) => action.way === way),
  )

/** An expired proof shows an error on this page and does not navigate away. */
const buy = call({ token: purchaseToken, ended: () => {}, duplicateAttempts: 6 })

type Pay = ReturnType<typeof usePay>

/**
 * Paying an order another way, or not at all. The same calculation with another way closes the live
 * attempt and opens a new one.
 */
function usePay(own: KeptOrder | null, orderKey: string, onChanged: () => void) {
  const t = useTexts(words)
  const locale = useLocale()
  const { doing, once } = useMutation<WayName | 'cancel'>()
  /** The phone's error. */
  const [error, setError] = useState<string | undefined>()
  /** A bill may be on the phone, the client knows, and asks for another one all the same. */
  const [sendAgain, setSendAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [expired, setExpired] = useState(() => own !== null && purchaseToken() === null)

  const fail = (apiError: ApiError): void => {
    if (apiError.kind === 'unauthorised') setExpired(true)
    else if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
    else setProblem(apiError.message || (apiError.kind === 'offline' ? t.offline : t.problem))
  }
  const failed = (cause: unknown): void => fail(apiErrorOf(cause))
  const ordered = (way: Way, order: Ordered): void => {
    if (order.kind === 'ordered') {
      setSendAgain(false)
      if (own && 'phone' in way && way.phone) keepOrder(orderKey, { ...own, phone: way.phone })
      if (order.bankPage) location.assign(order.bankPage)
    } else if (order.kind === 'bill-phone') {
      setSendAgain(order.unclear)
      setError(order.message)
    } else if (order.kind === 'goes-on') setProblem(order.message)
    else fail(order.apiError)
  }
  const pay = async (way: Way): Promise<void> => {
    if (!own) return
    setError(undefined)
    setProblem(null)
    const { calculationId, accepted, email, reissue } = own
    const body = orderOf({ calculationId, pay: way, accepted, email, sendAgain })
    await once(
      async () => ordered(way, await askOrder(() => buyerOrder(buy, body, reissue))),
      failed,
      way.system,
    )
    onChanged()
  }
  const cancel = async (): Promise<void> => {
    if (!own) return
    setProblem(null)
    const { orderId } = own
    const token = purchaseToken() ?? undefined
    await once(() => api('ogpoCancelOrder', { orderId }, { token }), failed, 'cancel')
    onChanged()
  }
  return {
    doing,
    error,
    problem,
    expired,
    typed: (): void => setError(undefined),
    by: (way: WayName, phone = ''): void => {
      if (waysOf[way].asksPhone && !parseMobile(phone)) setError(fieldText('mobile', locale))
      else void pay(payBy(way, phone))
    },
    cancel,
  }
}
