import { Suspense, useEffect, useState } from 'react'
import type { LegalName } from '../../dialogs/legal.tsx'
import { lazy } from '../../lazy.ts'
import { payable } from '../../sale/price.ts'
import { money, useTexts } from '../../texts.ts'
import { BottomSheet } from '../../ui/bottom-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { warmFormErrorNotice } from '../form-error-later.tsx'
import saleWords from '../purchase-texts.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { isOfPay } from '../state/wire.ts'
import { missingAnswerOf } from './missing-answer.ts'
import { PriceBox } from './price-box.tsx'
import styles from './review.module.css'
import words from './review-texts.ts'
import { useBackCloses } from './use-back.ts'

type ActionProps = { purchase: PurchaseActions; onPay: () => void }

/**
 * The one button, always in the same place: with the sum on it once that is known, before it what
 * the price waits for.
 */
function Action({ purchase, onPay }: ActionProps) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh, wanted, calculate, wrong, refuse, askedWhere } = purchase
  const quote = state.quote?.calculation
  if (quote && fresh) {
    const sum = payable(quote, state.term)
    return (
      <Button wide busy={state.busy !== null} onClick={onPay}>
        {sum === 0 ? all.reissueNow : all.toPay(money(sum))}
      </Button>
    )
  }
  const need = missingAnswerOf(wrong, state, askedWhere)
  return (
    <Button
      wide
      busy={state.busy === 'calculate' || wanted}
      onClick={() => (wrong.length > 0 ? refuse(wrong) : calculate())}
    >
      {need ? t.does[need] : all.calculate}
    </Button>
  )
}

/** With what says that the payment could not begin: a line that broke brings neither. */
const pay = async () => {
  const [module] = await Promise.all([import('./pay.tsx'), warmFormErrorNotice()])
  return { default: module.Pay }
}
const Pay = lazy(pay)
/** Loaded while nothing else is to be done, so that the payment opens in a tunnel too. */
export const warmPay = (): void => void pay().catch(() => {})

type Props = { purchase: PurchaseActions; read: (text: LegalName) => void }

/** Beside what is bought, on a wide screen: the price, and the payment once there is something. */
export function PaySide({ purchase, read }: Props) {
  const t = useTexts(saleWords)
  const { state, fresh } = purchase
  const quote = state.quote?.calculation
  return (
    <aside className={styles.side} aria-label={t.summary}>
      <div className={styles.card}>
        <PriceBox purchase={purchase} />
        {quote && fresh ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Pay purchase={purchase} quote={quote} read={read} />
          </Suspense>
        ) : (
          <div data-main>
            <Action purchase={purchase} onPay={() => {}} />
          </div>
        )}
      </div>
    </aside>
  )
}

/** The one button at the thumb, and the sheet of the payment it opens. */
export function PayBar({ purchase, read }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh } = purchase
  const [open, setOpen] = useState(false)
  const quote = state.quote?.calculation
  const payError = state.errors.some(({ field }) => isOfPay(field))
  // What is wrong with the payment stands in its sheet.
  useEffect(() => {
    if (payError) setOpen(true)
  }, [payError])
  // What stopped it otherwise is said on the page.
  const stopped = state.formError !== null || (state.errors.length > 0 && !payError)
  useEffect(() => {
    if (stopped) setOpen(false)
  }, [stopped])
  const close = (): void => setOpen(false)
  const shown = open && quote !== undefined
  useBackCloses(shown, close)
  return (
    <aside className={styles.bar} aria-label={all.summary}>
      <div data-main>
        <Action purchase={purchase} onPay={() => setOpen(true)} />
      </div>
      {quote && fresh ? <p className={styles.note}>{all.validTill}</p> : null}
      <BottomSheet open={shown} onClose={close} title={t.payTitle} closeLabel={all.close}>
        {quote ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Pay purchase={purchase} quote={quote} read={read} />
          </Suspense>
        ) : null}
      </BottomSheet>
    </aside>
  )
}
