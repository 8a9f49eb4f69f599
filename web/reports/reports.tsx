import { lazy, Suspense } from 'react'
import { StaffConsole } from '../desks/desk.tsx'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Views } from '../ui/views.tsx'
import words from './texts.ts'
import { views } from './view-names.ts'

/** After the frame, which is there at once. */
const Orders = lazy(() => import('./orders.tsx').then((module) => ({ default: module.Orders })))
const Accounting = lazy(() =>
  import('./accounting.tsx').then((module) => ({ default: module.Accounting })),
)

/** The accountant's orders, and by `?view=` what the books say beside them. */
export function ReportsDesk() {
  const t = useTexts(words)
  const query = useQuery()
  const view = views.find((one) => one === query.get('view')) ?? 'orders'
  return (
    <StaffConsole name="orders-report" title={t.title}>
      {({ today }) => (
        <>
          <Views
            label={t.views}
            current={view}
            views={views.map((id) => ({
              id,
              label: t.view[id],
              query: { view: id === 'orders' ? null : id, status: null, kind: null },
            }))}
          />
          <Suspense fallback={<Skeleton shape="card" />}>
            {view === 'orders' ? (
              <Orders today={today} />
            ) : (
              <Accounting key={view} view={view} today={today} />
            )}
          </Suspense>
        </>
      )}
    </StaffConsole>
  )
}
