import { almatyDay, formatTime, numericDay } from '#domain/calendar.ts'
import { useTexts } from '../../texts.ts'
import { useDuration } from '../../ui/use-duration.ts'
import own from './failures.module.css'
import type { State } from './state.ts'
import styles from './status.module.css'
import words from './texts.ts'

const time = (at: string) => formatTime(new Date(at))

/** What failed in the last day, for how long, and how much of ours was asked about in vain. */
export function Failures({ failures, from }: Pick<State, 'failures'> & { from: string }) {
  const t = useTexts(words)
  const waited = useDuration()
  return (
    <section className={styles.panel} aria-label={t.failures}>
      <h3>
        {t.failures} <span>{t.since(numericDay(almatyDay(new Date(from))), time(from))}</span>
      </h3>
      {failures.length === 0 ? <p className={styles.soft}>{t.noFailures}</p> : null}
      <ul>
        {failures.map((one) => (
          <li
            key={`${one.system} ${one.from}`}
            className={own.failure}
            data-now={one.going_on ? '' : undefined}
          >
            <span>
              {one.going_on ? t.goesOn(time(one.from)) : `${time(one.from)}–${time(one.to)}`}
            </span>
            <strong>{t.names[one.system] ?? one.system}</strong>
            <b>{waited(one.from, one.going_on ? null : one.to)}</b>
            <small>{t.hurt(one.failures, one.hurt)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
