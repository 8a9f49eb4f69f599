import type { Day } from '#domain/calendar.ts'
import { heatDays } from '#domain/claims/board.ts'
import { isWorkingDay } from '#domain/claims/working-days.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { setQuery } from '../../ui/query.ts'
import words from './case-texts.ts'
import styles from './heat.module.css'

type Props = { today: Day; counts: ReadonlyMap<Day, number>; chosen: Day | null }

/** Four weeks of the law's deadlines: a day says how many are due and leaves only those. */
export function Heat({ today, counts, chosen }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <fieldset className={styles.heat}>
      <legend className="visually-hidden">{t.heat}</legend>
      <span className={styles.caption} aria-hidden="true">
        <b>{t.heat}</b>
        {t.heatHint}
      </span>
      {heatDays(today).map((day) => {
        const count = counts.get(day) ?? 0
        const works = isWorkingDay(day) || count > 0
        const weekday = t.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
        return works ? (
          <button
            key={day}
            type="button"
            className={styles.day}
            data-many={count === 0 ? 'none' : count === 1 ? 'one' : count === 2 ? 'two' : 'many'}
            data-when={day < today ? 'past' : day === today ? 'today' : undefined}
            aria-pressed={chosen === day}
            onClick={() => setQuery({ day: chosen === day ? null : day })}
          >
            <span className="visually-hidden">{t.heatDay(longDate(locale, day), count)}</span>
            <b aria-hidden="true">{count}</b>
            <span aria-hidden="true">
              <i>{weekday} </i>
              {Number(day.slice(8))}
            </span>
          </button>
        ) : (
          <span key={day} className={styles.off} aria-hidden="true" />
        )
      })}
    </fieldset>
  )
}
