import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import styles from './filter-chip.module.css'
import filterFoldStyles from './filter-fold.module.css'
import words from './filter-fold-texts.ts'
import { FilterIcon } from './later-icons.tsx'

type Props = {
  label: string
  /** What the empty choice is called; without it one of the options is always chosen. */
  any?: string
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
  /** What is chosen is told even while it is the empty choice. */
  told?: boolean
}

/** A filter that acts at once: its name and what it lets through, in one small list of choices. */
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
  /** How many of them narrow what is shown. */
  acting: number
  /** Narrower than this they stand behind the button. */
  until: 600 | 960
  children: ReactNode
}

/**
 * Filters that stand in their bar where there is room, else behind one button that says how many
 * act, so that the rows come first.
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
