import { Suspense } from 'react'
import { StaffConsole } from '../desks/desk.tsx'
import { useOpened, useRowKeys } from '../desks/shell/keys.ts'
import { reportViews } from '../desks/shell/report-views.ts'
import { lazy } from '../lazy.ts'
import { useLocale } from '../texts.ts'
import { setQuery, useQuery } from '../ui/query.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { views } from './view-names.ts'

/** Loaded after the frame, which is there at once. */
const Orders = lazy(() => import('./orders.tsx').then((module) => ({ default: module.Orders })))
const Sale = lazy(() => import('./sale.tsx').then((module) => ({ default: module.SaleView })))
const Accounting = lazy(() =>
  import('./accounting.tsx').then((module) => ({ default: module.Accounting })),
)

/**
 * The accountant's orders, and by `?view=` the books' views; the rail links to each. `?sale=` opens
 * an order.
 */
export function ReportsDesk() {
  const query = useQuery()
  const view = views.find((one) => one === query.get('view')) ?? 'orders'
  const sale = query.get('sale')
  useRowKeys()
  useOpened(sale !== null, () => setQuery({ sale: null }))
  return (
    <StaffConsole name="orders-report" title={reportViews[view].title[useLocale()]}>
      {({ today }) => (
        <Suspense fallback={<Skeleton shape="card" />}>
          {sale ? (
            <Sale key={sale} />
          ) : view === 'orders' ? (
            <Orders today={today} />
          ) : (
            <Accounting key={view} view={view} today={today} />
          )}
        </Suspense>
      )}
    </StaffConsole>
  )
}
