import { lazy, Suspense } from 'react'
import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Orders } from './orders.tsx'
import styles from './report.module.css'
import words from './texts.ts'

const Books = lazy(() => import('./books.tsx').then((module) => ({ default: module.Books })))
const views = ['orders', 'reconciliation', 'insurers', 'refunds', 'promoters', 'statements', 'periods'] as const
export type View = (typeof views)[number]

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** The accountant's orders, and by `?view=` what the books say beside them. */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const view = views.find((one) => one === query.get('view')) ?? 'orders'
  return (
    <Desk name="orders-report" title={t.title}>
      {({ today }) => (
        <>
          <nav aria-label={t.views} className={styles.views}>
            <ul>
              {views.map((one) => {
                const change = { view: one === 'orders' ? null : one, status: null }
                return (
                  <li key={one}>
                    <a
                      href={queryWith(change)}
                      aria-current={one === view ? 'page' : undefined}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return
                        event.preventDefault()
                        setQuery(change)
                      }}
                    >
                      {t.view[one]}
                    </a>
                  </li>
                )
              })}
            </ul>
          </nav>
          {view === 'orders' ? (
            <Orders today={today} />
          ) : (
            <Suspense fallback={<Skeleton shape="card" />}>
              <Books key={view} view={view} today={today} />
            </Suspense>
          )}
        </>
      )}
    </Desk>
  )
}
