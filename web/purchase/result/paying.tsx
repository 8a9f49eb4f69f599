import { type FormEvent, type ReactNode, useState } from 'react'
import type { PhoneWay, WayName } from '#domain/payment-ways.ts'
import wayWords from '../../sale/way-texts.ts'
import { type PayAction, webWays } from '../../sale/ways.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import { loginAddress } from '../flow.ts'
import type { KeptOrder } from '../state/kept-order.ts'
import { Fold } from './fold.tsx'
import styles from './order-view.module.css'
import { payActionsOf, waysApart, waysByPhone } from './pay-actions.ts'
import payWords from './pay-texts.ts'
import { mayPay, type Progress, phaseOf } from './progress.ts'
import words from './texts.ts'
import { type Pay, usePay } from './use-pay.ts'

type OtherWaysProps = {
  pay: Pay
  phone: string
  byPhone: readonly PhoneWay[]
  /** What is offered, and not above already. */
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
