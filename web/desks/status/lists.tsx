import { shortLists } from '#texts/watch-lists.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { Age } from './ages.tsx'
import type { State } from './state.ts'
import styles from './status.module.css'
import words from './texts.ts'

/** How old each watch list is against how old it may be. */
export function Lists({ lists, at }: Pick<State, 'lists' | 'at'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const waited = useDuration()
  return (
    <section className={styles.panel} aria-label={t.lists}>
      <h3>{t.lists}</h3>
      <ul>
        {lists.map((one) => {
          const age = one.confirmed_at
            ? (Date.parse(at) - Date.parse(one.confirmed_at)) / 60_000
            : Number.POSITIVE_INFINITY
          return (
            <Age
              key={one.code}
              kept
              title={shortLists[locale][one.code] ?? one.title}
              age={age}
              allowed={one.max_age_hours * 60}
              text={one.confirmed_at ? waited(one.confirmed_at, at) : t.missing}
            />
          )
        })}
      </ul>
    </section>
  )
}
