import { DutiesView } from './duties.tsx'
import { ExportsView } from './exports.tsx'
import { Insurers } from './insurers.tsx'
import { Movements } from './movements.tsx'
import { Out } from './out.tsx'
import { OverviewView } from './overview.tsx'
import { PeriodsView } from './periods.tsx'
import { Promoters } from './promoters.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { Refunds } from './refunds.tsx'
import { Statements } from './statements.tsx'
import type { View } from './view-names.ts'

const screens = {
  overview: OverviewView,
  movements: Movements,
  insurers: Insurers,
  promoters: Promoters,
  refunds: Refunds,
  reconciliation: Reconciliation,
  statements: Statements,
  duties: DutiesView,
  periods: PeriodsView,
  out: Out,
  exports: ExportsView,
} as const

/**
 * What the books say beside the orders. Comes with its own script, for the report of orders is
 * opened most.
 */
export function Accounting({ view, today }: { view: Exclude<View, 'orders'>; today: string }) {
  const Screen = screens[view]
  return <Screen today={today} />
}
