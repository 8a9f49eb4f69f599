import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { payable } from '../before-paying.tsx'
import saleWords from '../purchase-texts.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { needOf } from './need.ts'
import words from './review-texts.ts'

type Props = { purchase: PurchaseActions; onPay: () => void }

/**
 * The one button, always in the same place: with the sum on it once that is known, before it what
 * the price waits for.
 */
export function Action({ purchase, onPay }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh, wanted, calculate, wrong, refuse, askedWhere } = purchase
  const quote = state.quote?.calculation
  if (quote && fresh) {
    const sum = payable(quote, state.term.reissue !== null)
    return (
      <Button wide busy={state.busy !== null} onClick={onPay}>
        {sum === 0 ? all.reissueNow : all.toPay(money(sum))}
      </Button>
    )
  }
  const need = needOf(wrong, state, askedWhere)
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
