import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './filter-chip.module.css'

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
