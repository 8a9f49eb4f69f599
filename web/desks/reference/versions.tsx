import { numericDay } from '#domain/calendar.ts'
import { versionDays } from '#domain/reference-compare.ts'
import { useTexts } from '../../texts.ts'
import styles from './reference.module.css'
import type { AtKind } from './reference.ts'
import words from './texts.ts'
import { useNameOf } from './values.ts'

/** So many days of a long history stand on the line, the newest. */
const SHOWN = 5

/** The days on which these rows changed or will, on one line; what is in force is filled. */
export function Versions(at: AtKind) {
  const t = useTexts(words)
  const nameOf = useNameOf(at)
  const { rows, open } = at.reference
  const days = versionDays(
    rows,
    open.map(({ key, from }) => ({ key, from })),
    at.today,
  ).slice(-SHOWN)
  if (days.length < 2) return null
  const named = (key: string) => {
    const row = rows.find((one) => one.key === key)
    return row ? nameOf(row) : key
  }
  return (
    <ol className={styles.versions} aria-label={t.versions}>
      {days.map(({ day, keys, when }) => (
        <li key={day} data-when={when}>
          <strong>
            {numericDay(day)}
            {when === 'now' ? ` · ${t.inForce}` : when === 'proposed' ? ` · ${t.proposed}` : ''}
          </strong>
          <span>{keys.length > 2 ? t.rowsChanged(keys.length) : keys.map(named).join(', ')}</span>
        </li>
      ))}
    </ol>
  )
}
