import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import styles from './filter-chip.module.css'
import filterFoldStyles from './filter-fold.module.css'
import words from './filter-fold-texts.ts'
import { FilterIcon } from './later-icons.tsx'

type Props = {
  label: string
  /** Name of the empty choice; without it one of the options is always chosen. */
  any?: string
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
  /** Shows the choice even if it is the empty one. */
  told?: boolean
}

/** A filter that acts at once: its name and value, in a small list of choices. */
export function FilterChip({ label, any, value, options, onValue, told = false }: Props) {
  const id = useId()
  return (
    <span
      className={classNames(
        styles.chip,
        value ? styles.on : any !== undefined && !told && styles.any,
      )}
    >
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}

type FilterFoldProps = {
  /** Number of active filters. */
  acting: number
  /** Narrower than this they fold behind the button. */
  until: 600 | 960
  children: ReactNode
}

/**
 * Filters in their bar if there is room, else behind one button with the number of active ones, so
 * that the rows are first.
 */
export function FilterFold({ acting, until, children }: FilterFoldProps) {
  const t = useTexts(words)
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={filterFoldStyles.button}
        data-until={until}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon />
        <span>{t.filters}</span>
        {acting > 0 ? <b>{acting}</b> : null}
      </button>
      <div
        id={id}
        className={filterFoldStyles.fold}
        data-until={until}
        data-open={open || undefined}
      >
        {children}
      </div>
    </>
  )
}
