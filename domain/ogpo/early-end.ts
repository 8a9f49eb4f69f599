import type { Day } from '../calendar.ts'
import { daysBetween } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import { cancelRefund, elapsedDays, terminationRefund, totalDays } from './refund-sums.ts'
import type { RetentionRow } from './tables.ts'

type TerminationLine = {
  kind: 'premium' | 'ogpo_plus'
  paid: Tenge
  retained: Tenge
  refund: Tenge
}
export type Termination = {
  refund: Tenge
  retained: Tenge
  elapsedDays: number
  totalDays: number
  retainedPercent: number
  lines: TerminationLine[]
}
type Paid = { premium: Tenge; ogpoPlus: Tenge; start: Day; end: Day; issuedOn: Day }

type Split = { refund: Tenge; retained: Tenge }
const linesOf = (policy: Paid, premium: Split, plus: Split): TerminationLine[] => [
  { kind: 'premium', paid: policy.premium, retained: premium.retained, refund: premium.refund },
  ...(policy.ogpoPlus > 0
    ? [
        {
          kind: 'ogpo_plus' as const,
          paid: policy.ogpoPlus,
          retained: plus.retained,
          refund: plus.refund,
        },
      ]
    : []),
]

/**
 * Days after its conclusion within which a person's voluntary cover is refunded whole
 * (docs/law/ogpo-rules.md section 2).
 */
export const coolingOffDays = 14

/**
 * Computes a termination's refund, line by line, whole tenge: the premium by the law's table (art.
 * 15), OGPO+ by the same table, and whole within its 14 days. `on` is the Almaty day of the
 * request.
 */
export function earlyTermination(policy: Paid, on: Day, table: RetentionRow[]): Termination {
  const premium = terminationRefund(
    { paid: policy.premium, start: policy.start, end: policy.end },
    on,
    table,
  )
  const cooling = daysBetween(policy.issuedOn, on) < coolingOffDays
  const plus = cooling
    ? { refund: policy.ogpoPlus, retained: 0 }
    : terminationRefund({ paid: policy.ogpoPlus, start: policy.start, end: policy.end }, on, table)
  return {
    refund: premium.refund + plus.refund,
    retained: premium.retained + plus.retained,
    elapsedDays: premium.elapsedDays,
    totalDays: premium.totalDays,
    retainedPercent: premium.retainedPercent,
    lines: linesOf(policy, premium, plus),
  }
}

/**
 * Cancelling gives everything back on the day of issue before the start; null when it is too late
 * (`tooLateToCancel`).
 */
export function cancellation(policy: Paid, on: Day): Termination | null {
  const whole = cancelRefund({ paid: policy.premium + policy.ogpoPlus, ...policy }, on)
  if (!('refund' in whole)) return null
  const back = (paid: Tenge) => ({ refund: paid, retained: 0 })
  return {
    refund: whole.refund,
    retained: 0,
    elapsedDays: elapsedDays(policy, on),
    totalDays: totalDays(policy),
    retainedPercent: 0,
    lines: linesOf(policy, back(policy.premium), back(policy.ogpoPlus)),
  }
}
