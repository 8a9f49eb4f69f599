import type { ReactNode } from 'react'
import type { WayName } from '#domain/payment-ways.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { BankIcon, CardIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isWebAddress } from '../../web-address.ts'
import { loginAddress } from '../flow.ts'
import type { KeptOrder } from '../state/kept-order.ts'
import { Fold } from './fold.tsx'
import styles from './order-view.module.css'
import { OtherWays } from './other-ways.tsx'
import { type PayAction, payActionsOf } from './pay-actions.ts'
import payWords from './pay-texts.ts'
import { mayPay, type Progress, phaseOf } from './progress.ts'
import words from './texts.ts'
import { type Pay, usePay } from './use-pay.ts'

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
  const [first, ...others] = payActionsOf(progress, buyer)
  const phase = phaseOf(progress)
  const payable = mayPay(progress)
  const action = (kind: PayAction, main: boolean) => (
    <Action key={kind} kind={kind} main={main} progress={progress} pay={pay} own={own} />
  )
  return (
    <>
      {pay.problem ? <Notice tone="error" live title={pay.problem} /> : null}
      {payable && buyer && phase !== 'awaiting' ? (
        <Notice tone="success" title={p.safe}>
          {p.safeText}
        </Notice>
      ) : null}
      {first === 'copySum' ? (
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
              ways={progress.ways.filter((way) => isApart(way, first))}
            />
          </Fold>
        ) : null,
      )}
    </>
  )
}

/**
 * Whether a way has a button of its own below: a bill has its form; the card is offered above unless
 * a bill or ePay waits; ePay unless it is open.
 */
const isApart = (way: WayName, first: PayAction | undefined): boolean => apart[way](first)
const apart: Record<WayName, (first: PayAction | undefined) => boolean> = {
  mobile_bank: () => false,
  card: (first) => first === 'openBank' || first === 'copySum' || first === 'openEpay',
  epay: (first) => first !== 'openEpay' && first !== 'epayAgain',
}

type ActionProps = {
  kind: PayAction
  main: boolean
  progress: Progress
  pay: Pay
  own: KeptOrder | null
}

function Action({ kind, main, progress, pay, own }: ActionProps) {
  const p = useTexts(payWords)
  const t = useTexts(words)
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
  const byCard = (label: string, icon: ReactNode) => (
    <Button
      {...look}
      icon={icon}
      busy={main && pay.doing === 'card'}
      onClick={() => pay.by('card')}
    >
      {label}
    </Button>
  )
  const byBill = (label: string, icon: ReactNode) => (
    <Button
      {...look}
      icon={icon}
      busy={pay.doing === 'mobile_bank'}
      onClick={() => pay.by('mobile_bank', own?.phone ?? '')}
    >
      {label}
    </Button>
  )
  switch (kind) {
    case 'openBank':
      return (
        <LinkButton {...look} external icon={<BankIcon />} href={progress.pay?.link ?? ''}>
          {p.payInBank(amount)}
        </LinkButton>
      )
    case 'openCard': {
      const page = progress.pay?.redirect_url ?? ''
      return isWebAddress(page) ? (
        <LinkButton {...look} external icon={<CardIcon />} href={page}>
          {p.payByCard(amount)}
        </LinkButton>
      ) : null
    }
    case 'openEpay': {
      const page = progress.pay?.redirect_url ?? ''
      return isWebAddress(page) ? (
        <LinkButton {...look} external icon={<BankIcon />} href={page}>
          {p.payByEpay(amount)}
        </LinkButton>
      ) : null
    }
    case 'epayAgain':
      return (
        <Button {...look} busy={pay.doing === 'epay'} onClick={() => pay.by('epay')}>
          {p.payByEpay(amount)}
        </Button>
      )
    case 'copySum':
      return (
        <Button {...look} onClick={() => void copy()}>
          {p.copySum(amount)}
        </Button>
      )
    case 'cardAgain':
      return byCard(p.cardAgain(amount), null)
    case 'otherCard':
      return byCard(p.otherCard, <CardIcon />)
    case 'payByCard':
      return byCard(p.payByCard(amount), <CardIcon />)
    case 'cardWay':
      return byCard(p.cardWay, <CardIcon />)
    case 'billAgain':
      return byBill(p.billAgain(amount), null)
    case 'bankApp':
      return byBill(p.bankApp, <BankIcon />)
  }
}
