import { useTexts } from '../../texts.ts'
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

const textsOf = ({ actor = '', object = '' }: Partial<Record<Field, string>>) =>
  `${actor} ${object}`

/** What narrows the log, each acting at once. */
export function Chips({ filter, day, onChange, folded, onFolded, codes, onCodes }: Props) {
  const t = useTexts(words)
  const returns = useReturns()
  const shown = useShown(textsOf(filter))
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
  const field = (name: Field, label: string, type: 'text' | 'date') => (
    <label className={styles.field}>
      {label}
      <input
        key={`${returns} ${type === 'date' ? (filter[name] ?? '') : shown.key}`}
        name={name}
        type={type}
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
        {field('from', t.from, 'date')}
        {field('to', t.to, 'date')}
        {isNarrow ? <Times filter={filter} day={day} onChange={onChange} /> : null}
        {field('actor', t.actor, 'text')}
        <FilterChip
          label={t.action}
          any={t.groups.all ?? ''}
          value={filter.action ?? ''}
          options={groups.map(([value, label]) => ({ value, label }))}
          onValue={(action) => onChange({ action })}
        />
        {field('object', t.object, 'text')}
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
