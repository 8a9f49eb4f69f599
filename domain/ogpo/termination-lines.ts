import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'

export type TerminationLine = {
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
export type Paid = { premium: Tenge; ogpoPlus: Tenge; start: Day; end: Day; issuedOn: Day }

type Split = { refund: Tenge; retained: Tenge }
export const linesOf = (policy: Paid, premium: Split, plus: Split): TerminationLine[] => [
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
