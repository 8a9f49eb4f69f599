import { Suspense, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { lazy } from '../../lazy.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { OnItsWay } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { Views } from '../../ui/views.tsx'
import { useOnline } from '../frame.tsx'
import { HaltedNotice, useBlocked } from '../sale/blocked.tsx'
import frameWords from '../texts.ts'
import styles from './desk.module.css'
import { DraftList } from './draft-list.tsx'
import { Expiring } from './expiring.tsx'
import words from './texts.ts'
import { TodaysSales } from './todays-sales.tsx'

const Day = lazy(() => import('./day.tsx').then((module) => ({ default: module.Day })))
const Statement = lazy(() =>
  import('./statement.tsx').then((module) => ({ default: module.Statement })),
)
const WalkKeys = lazy(() =>
  import('../walk-keys.tsx').then((module) => ({ default: module.WalkKeys })),
)
const SalesTable = lazy(() =>
  import('./sales-table.tsx').then((module) => ({ default: module.SalesTable })),
)
const narrowings = { period: null, state: null, kind: null, insurer: null }

/** My day: what is sold, whose policy ends, what is unfinished; and all sales as a table. */
export function PortalPage() {
  const t = useTexts(words)
  const frame = useTexts(frameWords)
  const locale = useLocale()
  const view = useQuery().get('view') === 'sales' ? 'sales' : 'day'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.heading}</h1>
        <Views
          label={t.heading}
          current={view}
          views={[
            { id: 'day', label: t.views.day, query: { view: null, ...narrowings } },
            { id: 'sales', label: t.views.sales, query: { view: 'sales' } },
          ]}
        />
      </header>
      <Suspense fallback={<OnItsWay />}>
        {view === 'sales' ? <SalesTable /> : <OwnDay />}
        <div className={styles.keys}>
          <WalkKeys />
          {view === 'day' ? (
            <a className={styles.pause} href={pathOf('promoter-block', locale)}>
              {frame.pauseOfAll}
            </a>
          ) : null}
        </div>
      </Suspense>
    </div>
  )
}

function OwnDay() {
  const t = useTexts(words)
  const [statement, setStatement] = useState(false)
  const { halted } = useBlocked()
  // Everything else is the server's: without a connection it would only be on its way.
  if (!useOnline())
    return (
      <div className={styles.sheet}>
        <Expiring />
      </div>
    )
  return (
    <div className={styles.sheet}>
      {halted ? <HaltedNotice halted={halted} /> : null}
      <Day />
      <div className={styles.columns}>
        <TodaysSales />
        <div className={styles.side}>
          <Expiring />
          <DraftList />
          <section className={styles.part} aria-labelledby="statement" data-asked>
            <h2 id="statement">{t.statement}</h2>
            {statement ? (
              <Suspense>
                <Statement />
              </Suspense>
            ) : (
              <Button variant="secondary" size="small" onClick={() => setStatement(true)}>
                {t.showStatement}
              </Button>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}
