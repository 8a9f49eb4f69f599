import type { ReactNode } from 'react'
import { groupDigits } from '#domain/format.ts'
import { orderSorts } from '#domain/report.ts'
import { orderColumns } from '#texts/report-columns.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { SmallPlate } from '../desks/small-plate.tsx'
import type { Reply } from '../http/api.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { Below } from '../ui/below.tsx'
import type { DenseColumn } from '../ui/dense-column.ts'
import { shortInsurer } from '../ui/insurer-name.ts'
import { orderTone } from '../ui/order-tone.ts'
import { StateWord } from '../ui/state-word.tsx'
import { isName } from './ledger-columns.tsx'
import { cellOf } from './report-cell.ts'
import { SaleLink } from './sale-link.tsx'
import words from './texts.ts'

export type OrderRow = Reply<'reportOrders'>['data'][number]
export type OrderTotals = NonNullable<Reply<'reportOrders'>['totals']>
type Shown = keyof typeof orderColumns

/** Width below which a column is hidden; the holder takes the rest. */
const from: Partial<Record<Shown, 600 | 900 | 1200>> = {
  createdAt: 600,
  premium: 600,
  policyNumber: 900,
  holder: 900,
  commission: 900,
  insurer: 1200,
  promoter: 1200,
  ogpoPlus: 1200,
  amount: 1200,
}
/** Hidden until the user chooses them; a file has them all the same. */
export const away: readonly Shown[] = [
  ...(['paidAt', 'source', 'client', 'plate', 'startDate', 'endDate'] as const),
  ...(['paymentId', 'amount', 'refunded'] as const),
]
const order = [
  ...(['number', 'createdAt', 'paidAt', 'status', 'policyNumber', 'holder'] as const),
  ...(['insurer', 'source', 'promoter', 'client', 'plate', 'startDate', 'endDate'] as const),
  ...(['paymentId', 'amount', 'premium', 'ogpoPlus', 'commission', 'paid', 'refunded'] as const),
]
const isSorted = (key: Shown): key is keyof typeof orderSorts => key in orderSorts

/** The columns of the report (texts/report-columns.ts) as a ledger shows them. */
export function useOrderColumns(insurer: (code: string | null) => string): DenseColumn<OrderRow>[] {
  const t = useTexts(words)
  const locale = useLocale()
  const named: Partial<Record<Shown, (code: string) => ReactNode>> = {
    status: (code) => <StateWord tone={orderTone(code)}>{t.statuses[code] ?? code}</StateWord>,
    source: (code) => t.sources[code] ?? code,
    insurer: (code) => shortInsurer(insurer(code)),
    plate: (plate) => <SmallPlate plate={plate} />,
  }
  return order.map((key) => ({
    key,
    title: orderColumns[key].screen[locale],
    number: orderColumns[key].kind === 'money',
    grows: key === 'holder',
    name: isName(key),
    from: from[key],
    sort: isSorted(key) ? orderSorts[key] : undefined,
    cell: (row) =>
      key === 'number' ? (
        <>
          <SaleLink id={row.id} row>
            {row.number}
          </SaleLink>
          {row.holder ? <Below until={900}>{row.holder}</Below> : null}
        </>
      ) : (
        cellOf(orderColumns[key], row[key], named[key])
      ),
  }))
}

/** Returns the period's paid sums in force, under their columns. */
export function useOrderFoot(): (totals: OrderTotals) => Partial<Record<string, ReactNode>> {
  const t = useTexts(words)
  return ({ count, policies, premium, ogpoPlus, commission, amount }) => ({
    number: `${t.totals}: ${groupDigits(count)}`,
    status: t.inForce(groupDigits(policies)),
    premium: money(premium),
    ogpoPlus: money(ogpoPlus),
    commission: money(commission),
    paid: money(amount),
  })
}

/** Number of rows in sight and by state, in the footer of the frame. */
export function OrderSum({ shown, totals }: { shown: number; totals: OrderTotals | null }) {
  const t = useTexts(words)
  const states = (totals?.byStatus ?? []).map(
    ({ status, count }) => `${t.statuses[status] ?? status}: ${count}`,
  )
  useFootSum([t.shown(shown), ...states].join(' · '))
  return null
}
