import { useState } from 'react'
import { timeAsTyped } from '#domain/as-typed.ts'
import { useTexts } from '../../texts.ts'
import { DayChip } from '../../ui/day-chip.tsx'
import chip from '../../ui/filter-chip.module.css'
import { FilterChip, FilterFold } from '../../ui/filter-chip.tsx'
import { setQuery, useQuery, useReturns, useShown } from '../../ui/query.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './audit.module.css'
import words from './texts.ts'

type Props = {
  filter: Filter
  /** The day of the bar, which two times narrow. */
  day: string
  onChange: (changes: Partial<Record<Field, string>>) => void
  folded: boolean
  onFolded: (on: boolean) => void
  codes: boolean
  onCodes: (on: boolean) => void
}

const daysOf = ({ from = '', to = '' }: Partial<Record<Field, string>>) => `${from} ${to}`
const textsOf = ({ actor = '', object = '' }: Partial<Record<Field, string>>) =>
  `${actor} ${object}`

/** Filters of the log; each acts at once. */
export function Chips({ filter, day, onChange, folded, onFolded, codes, onCodes }: Props) {
  const t = useTexts(words)
  const returns = useReturns()
  const shown = useShown(textsOf(filter))
  const days = useShown(daysOf(filter))
  const groups = Object.entries(t.groups).filter(([value]) => value !== 'all')
  const isNarrow = useNarrow()
  const looks = (
    <>
      <Check on={folded} onChange={onFolded} label={t.fold} />
      <Check on={codes} onChange={onCodes} label={t.codes} />
    </>
  )
  const change = (name: Field, value: string) => {
    const changes = { [name]: value.trim() }
    shown.typed(textsOf({ ...filter, ...changes }))
    onChange(changes)
  }
  const dayField = (name: 'from' | 'to', label: string) => (
    <span key={`${name} ${returns} ${days.key}`} className={chip.chip}>
      <label htmlFor={`audit-${name}`}>{label}</label>
      <DayChip
        id={`audit-${name}`}
        value={filter[name] ?? ''}
        onDay={(value) => {
          days.typed(daysOf({ ...filter, [name]: value }))
          onChange({ [name]: value })
        }}
      />
    </span>
  )
  const field = (name: Field, label: string) => (
    <label className={styles.field}>
      {label}
      <input
        key={`${returns} ${shown.key}`}
        name={name}
        type="text"
        maxLength={80}
        autoComplete="off"
        defaultValue={filter[name] ?? ''}
        onBlur={({ currentTarget }) => change(name, currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') change(name, currentTarget.value)
        }}
      />
    </label>
  )
  return (
    <section className={styles.bar} aria-label={t.filters}>
      <FilterFold
        until={960}
        acting={Object.keys(filter).filter((name) => name !== 'unusual').length}
      >
        {dayField('from', t.from)}
        {dayField('to', t.to)}
        {isNarrow ? <Times filter={filter} day={day} onChange={onChange} /> : null}
        {field('actor', t.actor)}
        <FilterChip
          label={t.action}
          any={t.groups.all ?? ''}
          value={filter.action ?? ''}
          options={groups.map(([value, label]) => ({ value, label }))}
          onValue={(action) => onChange({ action })}
        />
        {field('object', t.object)}
        {isNarrow ? looks : null}
      </FilterFold>
      <Check
        on={filter.unusual === 'yes'}
        onChange={(on) => onChange({ unusual: on ? 'yes' : '' })}
        label={t.onlyUnusual}
      />
      {Object.keys(filter).length > 0 ? (
        <button
          type="button"
          className={chip.reset}
          onClick={() =>
            onChange(Object.fromEntries(Object.keys(filter).map((name) => [name, ''])))
          }
        >
          {t.reset}
        </button>
      ) : null}
      {isNarrow ? null : <span className={styles.end}>{looks}</span>}
    </section>
  )
}

type CheckProps = { on: boolean; onChange: (on: boolean) => void; label: string }

function Check({ on, onChange, label }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

type TimesProps = {
  filter: Filter
  day: string
  onChange: (changes: Partial<Record<Field, string>>) => void
}

/** Two times of the day: the keyboard's equivalent of dragging over its bar. */
export const Times = ({ filter, day, onChange }: TimesProps) =>
  (['since', 'until'] as const).map((name) => (
    <TimeField
      key={`${name} ${filter[name]}`}
      name={name}
      value={filter[name]}
      onValue={(value) => onChange({ from: day, to: day, [name]: value })}
    />
  ))

type TimeProps = {
  name: 'since' | 'until'
  value: string | undefined
  onValue: (value: string) => void
}

/** Typed in the local form, as the day beside it, whatever the browser's language. */
function TimeField({ name, value = '', onValue }: TimeProps) {
  const t = useTexts(words)
  const [isWrong, setWrong] = useState(false)
  return (
    <label className={styles.field}>
      {t[name]}
      <input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        size={5}
        maxLength={5}
        placeholder={t.timeShape}
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim()
          const time = typed && timeAsTyped(typed)
          setWrong(time === null)
          if (time !== null && time !== value) onValue(time)
        }}
      />
    </label>
  )
}

const fields = ['actor', 'object', 'action', 'from', 'to', 'since', 'until', 'unusual'] as const
export type Field = (typeof fields)[number]
export type Filter = Partial<Record<Exclude<Field, 'unusual'>, string>> & { unusual?: 'yes' }

/** A search may contain an IIN: keeps it out of the address, which holds the rest of the filter. */
const isPersonal = (value: string) => /\d{12}/.test(value.replaceAll(/\s/g, ''))

/** Filter of the log, kept in the address except for a personal number; a change acts at once. */
export function useFilter() {
  const query = useQuery()
  const [personal, setPersonal] = useState<Partial<Record<Field, string>>>({})
  const all = Object.fromEntries(
    fields.flatMap((name) => {
      const value = personal[name] || query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const change = (changes: Partial<Record<Field, string>>) => {
    const pairs = Object.entries(changes)
    const isOpen = ([, value]: [string, string]) => !isPersonal(value)
    setPersonal({
      ...Object.fromEntries(Object.entries(personal).filter(([name]) => !(name in changes))),
      ...Object.fromEntries(pairs.filter((pair) => !isOpen(pair))),
    })
    setQuery({
      ...Object.fromEntries(pairs.map(([name]) => [name, null])),
      ...Object.fromEntries(pairs.filter(isOpen)),
    })
  }
  return { filter: all as Filter, change }
}
