import { type ReactNode, useRef } from 'react'
import field from './field.module.css'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { ChevronIcon } from './icons.tsx'
import { useOnStart } from './on-start.ts'
import styles from './select.module.css'

export type Option = { value: string; label: string; disabled?: boolean }
export type SelectProps = FieldProps & {
  options: readonly Option[]
  /** First, empty choice («Таңдаңыз»); without it the first option is chosen. */
  placeholder?: string | undefined
  defaultValue?: string | undefined
  onValue?: ((value: string) => void) | undefined
  below?: ReactNode
}

/** The browser's own list of choices. */
export function Select({
  options,
  placeholder,
  defaultValue,
  onValue,
  below,
  ...props
}: SelectProps) {
  const { name, label, hint, error, optional, className, required, disabled } = props
  const id = props.id ?? name
  const own = useRef<HTMLSelectElement>(null)
  const start = defaultValue ?? (placeholder ? '' : options[0]?.value)

  useOnStart(() => {
    const chosen = own.current?.value
    if (chosen && chosen !== start) onValue?.(chosen)
  })

  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      className={className}
      below={below}
    >
      <div className={field.box}>
        <select
          className={styles.select}
          id={id}
          name={name}
          required={required}
          disabled={disabled}
          ref={own}
          defaultValue={start}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onValue?.(event.currentTarget.value)}
        >
          {placeholder ? <option value="">{placeholder}</option> : null}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon className={styles.arrow} />
      </div>
    </FieldFrame>
  )
}
