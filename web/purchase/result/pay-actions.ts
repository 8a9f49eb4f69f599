import { firstWay, isByPhone, type PhoneWay, type WayName } from '#domain/payment-ways.ts'
import { type PayAction, webWays } from '../../sale/ways.ts'
import { isAsked, mayPay, type Progress, phaseOf, wayOf } from './progress.ts'

/** These need nothing that only the buyer's own tab knows. */
const anybody: readonly PayAction['act'][] = ['bank', 'sum', 'page']

/**
 * What may be done as the order stands: another way after the card, the bill again after the
 * bill, and no second bill where one may be on the phone. `own`: on the buyer's device.
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
 * The ways that have a button of their own below: none that is asked for now or is offered above; one
 * that goes to a phone has its form.
 */
export const waysApart = (progress: Progress, offered: readonly PayAction[]): WayName[] =>
  progress.ways.filter(
    (way) =>
      !isByPhone(way) &&
      !(phaseOf(progress) === 'awaiting' && way === wayOf(progress)) &&
      !offered.some((action) => action.way === way),
  )
