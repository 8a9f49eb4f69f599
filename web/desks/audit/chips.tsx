import { useTexts } from '../../texts.ts'
import { DayChip } from '../../ui/day-chip.tsx'
import chip from '../../ui/filter-chip.module.css'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { FilterFold } from '../../ui/filter-fold.tsx'
import { useReturns, useShown } from '../../ui/query.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './audit.module.css'
import type { Field, Filter } from './filter.ts'
import words from './texts.ts'
import { Times } from './times.tsx'

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

/** What narrows the log, each acting at once. */
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
