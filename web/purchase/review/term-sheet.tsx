import { useState } from 'react'
import { addDays, isDay } from '#domain/calendar.ts'
import { months as monthNames } from '#domain/months.ts'
import { allowedMonths, earliestStart, endDay, latestStart } from '#domain/ogpo/period.ts'
import { fromTo, longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import saleWords, { monthsWord } from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import words from './review-texts.ts'
import styles from './sheets.module.css'

const daysShown = 6

/** From when and for how long: six days at one press, any other by a calendar; a season. */
export function TermSheet({ purchase }: { purchase: PurchaseActions }) {
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, dispatch } = purchase
  const set = (patch: { months?: number; seasonal?: boolean }): void =>
    dispatch({ type: 'term', patch })
  return (
    <div className={styles.stack}>
      <Start purchase={purchase} />
      <Switch
        name="seasonal"
        label={all.seasonal}
        hint={all.seasonalHint}
        defaultChecked={state.term.seasonal}
        onChecked={(seasonal) => set({ seasonal })}
      />
      {state.term.seasonal ? (
        <>
          <Months chosen={state.term.months} error={errorOf(state, 'months')} onChange={set} />
          <Year start={state.term.start} months={state.term.months} />
        </>
      ) : null}
      {isDay(state.term.start) ? (
        <p className={styles.name}>
          {fromTo(locale, state.term.start, endDay(state.term.start, state.term.months))}
          <span className={styles.note}> · {monthsWord(locale, state.term.months)}</span>
        </p>
      ) : null}
    </div>
  )
}

/** The first day: one of the next six, or any other by the calendar. */
function Start({ purchase: { state, dispatch, options } }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const first = earliestStart(options.today)
  const days = Array.from({ length: daysShown }, (_, at) => addDays(first, at))
  const [calendar, setCalendar] = useState(!days.includes(state.term.start))
  const set = (start: string): void => dispatch({ type: 'term', patch: { start } })
  return (
    <>
      <fieldset className={styles.group} aria-describedby="start-error">
        <legend className={styles.legend}>{all.start}</legend>
        <div className={styles.days}>
          {days.map((day) => {
            const [, month = 1, date = 1] = day.split('-').map(Number)
            return (
              <label key={day} className={styles.tile}>
                <input
                  type="radio"
                  name="start-day"
                  value={day}
                  checked={state.term.start === day}
                  onChange={() => {
                    set(day)
                    setCalendar(false)
                  }}
                />
                <span>{t.weekdays[new Date(day).getUTCDay()]}</span>
                <b>{date}</b>
                <span>{day === first ? t.tomorrow : monthNames[locale][month - 1]}</span>
              </label>
            )
          })}
        </div>
        {calendar ? null : (
          <Button
            variant="quiet"
            size="small"
            className={styles.flush}
            onClick={() => setCalendar(true)}
          >
            {t.otherDay}
          </Button>
        )}
      </fieldset>
      {calendar ? (
        <DateField
          name="start"
          label={t.otherDay}
          hint={t.untilDay(longDate(locale, latestStart(options.today)))}
          min={first}
          max={latestStart(options.today)}
          defaultValue={state.term.start}
          error={errorOf(state, 'start')}
          onValue={set}
        />
      ) : null}
    </>
  )
}

type MonthsProps = {
  chosen: number
  error: string | undefined
  onChange: (patch: { months: number }) => void
}

/** How long the season is. */
function Months({ chosen, error, onChange }: MonthsProps) {
  const all = useTexts(saleWords)
  return (
    <fieldset className={styles.group} id="months" tabIndex={-1}>
      <legend className={styles.legend}>{all.months}</legend>
      <div className={classNames(styles.days, styles.months)}>
        {allowedMonths(true).map((months) => (
          <label key={months} className={styles.tile}>
            <input
              type="radio"
              name="months"
              value={months}
              checked={chosen === months}
              onChange={() => onChange({ months })}
            />
            <b>{months}</b>
          </label>
        ))}
      </div>
      <FieldError id="months" error={error} />
    </fieldset>
  )
}

/** The season in the year from its first day; the dates below say the same. */
function Year({ start, months }: { start: string; months: number }) {
  const locale = useLocale()
  if (!isDay(start)) return null
  const first = Number(start.split('-')[1]) - 1
  return (
    <div className={styles.year} aria-hidden="true">
      {Array.from({ length: 12 }, (_, at) => (
        <span key={monthNames[locale][at]} data-in={at < months ? '' : undefined}>
          {at === 0 || at === 6 || at === 11
            ? (monthNames[locale][(first + at) % 12] ?? '').slice(0, 3)
            : null}
        </span>
      ))}
    </div>
  )
}
