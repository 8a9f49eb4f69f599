import type { ReactNode } from 'react'
import { countDays, numericPeriod } from '#domain/calendar.ts'
import { useTexts } from '../texts.ts'
import { classNames } from '../ui/class-names.ts'
import { DayChip } from '../ui/day-chip.tsx'
import chip from '../ui/filter-chip.module.css'
import { FilterChip, FilterFold } from '../ui/filter-chip.tsx'
import { Notice } from '../ui/notice.tsx'
import { setQuery, useQuery, useShown } from '../ui/query.ts'
import { periodOf, quickPeriods } from './period.ts'
import styles from './report.module.css'
import words from './texts.ts'

export type Choice = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}
type Props = {
  today: string
  choices?: readonly Choice[]
  /** Longest period in days; a longer one sends no query. */
  longest?: number
  /** At the end of the bar: the files. */
  end?: ReactNode
  children: ReactNode
}
const quickNames = ['today', 'month', 'previous'] as const

/** Period and filters, each acting at once and all in the address. The results are below. */
export function Filters({ today, choices = [], longest = 366, end, children }: Props) {
  const t = useTexts(words)
  const query = useQuery()
  const { from, to } = periodOf(query, today)
  const tooLong = countDays(from, to) > longest
  const narrowed = choices.filter(({ name }) => query.get(name))
  return (
    <>
      <section className={styles.bar} aria-label={t.filters}>
        <Period from={from} to={to} today={today} narrowed={narrowed.length}>
          {choices.map(({ name, label, options }) => (
            <FilterChip
              key={name}
              label={label}
              any={t.any}
              value={query.get(name) ?? ''}
              options={options}
              onValue={(value) => setQuery({ [name]: value, page: null })}
            />
          ))}
          {narrowed.length > 0 ? (
            <button
              type="button"
              className={chip.reset}
              onClick={() =>
                setQuery({
                  ...Object.fromEntries(narrowed.map(({ name }) => [name, null])),
                  page: null,
                })
              }
            >
              {t.reset}
            </button>
          ) : null}
        </Period>
        {end ? <div className={styles.end}>{end}</div> : null}
      </section>
      {tooLong ? <Notice tone="warn" live title={t.tooLong(longest)} /> : children}
    </>
  )
}

type PeriodProps = {
  from: string
  to: string
  today: string
  narrowed: number
  children: ReactNode
}

/** Presets of the period; its two days are beside the other filters. */
function Period({ from, to, today, narrowed, children }: PeriodProps) {
  const t = useTexts(words)
  // Typed text stays; a period set otherwise (preset, jump or back) is shown in both fields.
  const shown = useShown(`${from} ${to}`)
  const quick = quickPeriods(today)
  // On the first of a month today is also the month so far: without a choice it is the month.
  const isAsked = useQuery().has('from')
  const name = isAsked
    ? quickNames.find((one) => quick[one].from === from && quick[one].to === to)
    : 'month'
  const days = { from, to }
  return (
    <>
      <FilterChip
        label={t.period}
        // The period is shown even if its days are folded away.
        told
        any={name ? t.own : numericPeriod(from, to)}
        value={name ?? ''}
        options={quickNames.map((value) => ({ value, label: t[value] }))}
        onValue={(value) => {
          const wanted = quickNames.find((one) => one === value)
          if (wanted) setQuery({ ...quick[wanted], page: null })
        }}
      />
      <FilterFold until={960} acting={narrowed}>
        {(['from', 'to'] as const).map((end) => (
          <span key={`${end} ${shown.key}`} className={classNames(chip.chip, styles.day)}>
            <label htmlFor={`period-${end}`}>{t[end]}</label>
            <DayChip
              id={`period-${end}`}
              value={days[end]}
              max={today}
              onDay={(value) => {
                if (value < '2000') return
                const typed = { ...days, [end]: value }
                const next = periodOf(new URLSearchParams(typed), today)
                shown.typed(`${next.from} ${next.to}`)
                setQuery({ ...typed, page: null })
              }}
            />
          </span>
        ))}
        {children}
      </FilterFold>
    </>
  )
}
