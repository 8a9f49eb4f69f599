import { isDay } from '#domain/calendar.ts'
import { allowedMonths, earliestStart, endDay, latestStart } from '#domain/ogpo/period.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import words, { monthsWord } from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** From when and for how long. */
export function TermSection({ state, dispatch, options }: SectionProps) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.stack}>
      <DateField
        name="start"
        label={t.start}
        hint={t.startHint}
        min={earliestStart(options.today)}
        max={latestStart(options.today)}
        defaultValue={state.start}
        error={errorOf(state, 'start')}
        onValue={(start) => dispatch({ type: 'set', patch: { start } })}
      />
      <Switch
        name="seasonal"
        label={t.seasonal}
        hint={t.seasonalHint}
        defaultChecked={state.seasonal}
        onChecked={(seasonal) => dispatch({ type: 'set', patch: { seasonal } })}
      />
      {state.seasonal ? (
        <Select
          key="seasonal"
          name="months"
          label={t.months}
          defaultValue={String(state.months)}
          error={errorOf(state, 'months')}
          onValue={(months) => dispatch({ type: 'set', patch: { months: Number(months) } })}
          options={allowedMonths(true).map((months) => ({
            value: String(months),
            label: monthsWord(locale, months),
          }))}
        />
      ) : null}
      {isDay(state.start) ? (
        <p className={styles.ends}>
          {monthsWord(locale, state.months)} ·{' '}
          {t.ends(longDate(locale, endDay(state.start, state.months)))}
        </p>
      ) : null}
    </div>
  )
}
