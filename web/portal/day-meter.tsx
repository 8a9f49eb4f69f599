import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'

import styles from './day-meter.module.css'
import { portal } from './portal.ts'
import { dayMeterWords as words } from './texts.ts'

/** Above this number the figure says more than squares. */
const DRAWN = 12

/** Today's progress, on every screen: a square for each policy of the goal. */
export function DayMeter() {
  const t = useTexts(words)
  const { value } = useReply(portal, 'promoterDay', {}, { onReturn: true })
  if (!value) return null
  const { issued, goal } = value
  const count = issued.length
  return (
    <p className={styles.meter}>
      {goal !== null && goal <= DRAWN ? (
        <span className={styles.squares} aria-hidden="true">
          {Array.from({ length: goal }, (_, at) => at).map((at) => (
            <i
              key={at}
              data-on={at < count || undefined}
              data-last={at === count - 1 || undefined}
            />
          ))}
        </span>
      ) : null}
      {goal === null ? t.today(count) : t.ofGoal(count, goal)}
    </p>
  )
}
