import type { WayName } from '#domain/payment-ways.ts'
import { isAsked, mayPay, type Progress, phaseOf, wayOf } from './progress.ts'

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
  | 'openEpay'
  | 'epayAgain'

/** These need nothing that only the buyer's own tab knows. */
const anybody: readonly PayAction[] = ['openBank', 'copySum', 'openCard', 'openEpay']

/**
 * What may be done as the order stands: another way after the card, the bill again after the
 * bill, and no second bill where one may be on the phone. `own`: on the buyer's device.
 */
export const payActionsOf = (progress: Progress, own: boolean): PayAction[] =>
  mayPay(progress) ? allOf(progress).filter((action) => own || anybody.includes(action)) : []

/**
 * By each way: its page, where it has one, and what is next after a no. A card that was refused is
 * refused again more often than not: the bank comes first, the same card last.
 */
const actions: Record<
  WayName,
  { open?: PayAction; reopen?: PayAction; again: readonly PayAction[] }
> = {
  mobile_bank: { again: ['billAgain', 'cardWay'] },
  card: { open: 'openCard', reopen: 'cardAgain', again: ['bankApp', 'otherCard', 'cardAgain'] },
  epay: { open: 'openEpay', reopen: 'epayAgain', again: ['epayAgain', 'cardWay', 'bankApp'] },
}

function allOf(progress: Progress): PayAction[] {
  const { open, reopen, again } = actions[wayOf(progress)]
  const phase = phaseOf(progress)
  const another: PayAction = open ? 'bankApp' : 'payByCard'
  if (phase === 'awaiting') {
    if (!isAsked(progress)) return [another]
    if (open) return progress.pay?.redirect_url ? [open] : reopen ? [reopen] : []
    return [progress.pay?.link ? 'openBank' : 'copySum']
  }
  return phase === 'error' ? [another] : [...again]
}
