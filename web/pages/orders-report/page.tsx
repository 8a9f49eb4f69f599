import { lazy, Suspense } from 'react'
import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { useQuery } from '../../ui/query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import words from './texts.ts'
import { Views } from './views.tsx'

/** After the frame, which is there at once. */
const Orders = lazy(() => import('./orders.tsx').then((module) => ({ default: module.Orders })))
const Books = lazy(() => import('./books.tsx').then((module) => ({ default: module.Books })))
const views = [
  'orders',
  'reconciliation',
  'insurers',
  'refunds',
  'promoters',
  'statements',
  'periods',
] as const
export type View = (typeof views)[number]

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

/** The accountant's orders, and by `?view=` what the books say beside them. */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const view = views.find((one) => one === query.get('view')) ?? 'orders'
  return (
    <Desk name="orders-report" title={t.title}>
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
              <Books key={view} view={view} today={today} />
            )}
          </Suspense>
        </>
      )}
    </Desk>
  )
}
