import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './desk.module.css'
import { DraftList } from './draft-list.tsx'
import { Expiring } from './expiring.tsx'
import { SalesList } from './sales-list.tsx'
import words from './texts.ts'

const Day = lazy(() => import('./day.tsx').then((module) => ({ default: module.Day })))
const Statement = lazy(() =>
  import('./statement.tsx').then((module) => ({ default: module.Statement })),
)

/** What the promoter has sold and earned, what is unfinished, what is about to end. */
export function PortalPage() {
  const t = useTexts(words)
  const [statement, setStatement] = useState(false)
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <Suspense>
        <Day />
      </Suspense>
      <div className={styles.columns}>
        <SalesList />
        <div className={styles.side}>
          <DraftList />
          <Expiring />
          <section className={styles.part} aria-labelledby="statement">
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
