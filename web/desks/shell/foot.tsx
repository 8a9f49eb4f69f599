import { pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words from '../desk-texts.ts'
import styles from './foot.module.css'
import { useSum } from './foot-sum.ts'
import systemWords from './system-texts.ts'
import { useWaiting } from './waiting.ts'

/** What the page comes to, and whether the outside world answers. */
export function Foot() {
  const sum = useSum()
  return (
    <footer className={styles.foot}>
      <span className={styles.sum}>{sum}</span>
      <Health />
    </footer>
  )
}

function Health() {
  const t = useTexts(words)
  const system = useTexts(systemWords)
  const locale = useLocale()
  const waiting = useWaiting()
  if (!waiting) return null
  const { systems, unwell } = waiting.health
  const worst =
    unwell.find(({ state }) => state === 'down') ??
    unwell.find(({ state }) => state === 'failing') ??
    unwell[0]
  return (
    <span className={styles.health}>
      <a href={pathOf('staff-status', locale)} data-state={worst?.state ?? 'up'}>
        {worst
          ? t.unwell(
              system.names[worst.system] ?? worst.system,
              system.states[worst.state],
              unwell.length - 1,
            )
          : t.well(systems)}
      </a>
      <span className={styles.refreshed}>{t.refreshed(formatTime(new Date(waiting.at)))}</span>
    </span>
  )
}
