import { isAsked, isUnclear, mayPay, type Progress, phaseOf } from './progress.ts'

/** What may be done about the money; the first is the one to do now. */
export type PayAction =
  | 'openBank'
  | 'copySum'
  | 'openCard'
  | 'cardAgain'
  | 'otherCard'
  | 'bankApp'
  | 'billAgain'
  | 'payByCard'
  | 'cardWay'

/** These need nothing that only the buyer's own tab knows. */
const anybody: readonly PayAction[] = ['openBank', 'copySum', 'openCard']

/**
 * What may be done as the order stands: the card again after the card, the bill again after the
 * bill, and no second bill where one may be on the phone. `own`: on the buyer's device.
 */
export const payActionsOf = (progress: Progress, own: boolean): PayAction[] =>
  mayPay(progress) ? allOf(progress).filter((action) => own || anybody.includes(action)) : []

function allOf(progress: Progress): PayAction[] {
  const byCard = progress.pay?.system === 'card'
  const phase = phaseOf(progress)
  if (phase === 'awaiting') {
    if (!isAsked(progress)) return [byCard ? 'bankApp' : 'payByCard']
    if (byCard) return progress.pay?.redirect_url ? ['openCard'] : ['cardAgain']
    return [progress.pay?.link ? 'openBank' : 'copySum']
  }
  if (phase === 'error') return isUnclear(progress) || !byCard ? ['payByCard'] : ['bankApp']
  return byCard ? ['cardAgain', 'otherCard', 'bankApp'] : ['billAgain', 'cardWay']
}
