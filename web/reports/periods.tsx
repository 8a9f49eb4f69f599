import { useState } from 'react'
import { openChecks } from '#domain/books/closing.ts'
import { useLive } from '../desks/live.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { useAct } from '../ui/act.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ClosedMonths } from './closed-months.tsx'
import styles from './closing.module.css'
import { Checks } from './closing-checks.tsx'
import words from './closing-texts.ts'
import { InsurerActs } from './insurer-acts.tsx'
import { monthName, monthsBetween } from './period.ts'
import type { NextMonth } from './replies.ts'
import report from './report.module.css'
import { Signing } from './signing.tsx'

/** The month to be closed next with what stands in its way, and those that are closed. */
export function PeriodsView({ today }: { today: string }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'reportPeriods', {})
  useLive('closing', 'reportPeriods')
  return (
    <section
      className={report.ledger}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={t.checks}
    >
      <Loaded loading={loading} value={loading.value}>
        {({ next, closed }) => (
          <div className={styles.closing}>
            {next ? (
              <Next next={next} today={today} again={loading.again} />
            ) : (
              <p className={styles.wait}>{t.wait}</p>
            )}
            <ClosedMonths months={closed} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** Its eight checks with their figures, the acts of insurers, and the two signatures. */
type Props = { next: NextMonth; today: string; again: () => void }

function Next({ next, today, again }: Props) {
  const t = useTexts(words)
  const name = monthName(next.month, useLocale())
  const open = openChecks(next.checks)
  const later = monthsBetween(next.month, today) - 1
  const act = useAct(null)
  const [acts, setActs] = useState(false)
  useFootSum(t.foot(name, next.checks.length - open, next.checks.length))
  return (
    <>
      <div className={styles.main}>
        <div className={styles.head}>
          <h2>{name}</h2>
          <span data-open={open > 0 ? '' : undefined}>
            {open > 0 ? t.left(open, next.checks.length) : t.ready}
          </span>
          {later > 0 ? <small>{t.later(later)}</small> : null}
        </div>
        <Checks next={next} onActs={() => setActs(!acts)} actsOpen={acts} />
        {acts ? <InsurerActs next={next} onRecorded={again} /> : null}
      </div>
      <Signing next={next} name={name} open={open} act={act} again={again} />
    </>
  )
}
