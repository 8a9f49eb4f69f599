import { type ReactNode, useRef } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'
import { describedBy, FieldError, type FieldProps } from './field.tsx'
import { useOnStart } from './on-start.ts'

export type RadioCard = {
  value: string
  label: string
  detail?: ReactNode
  aside?: ReactNode
  disabled?: boolean
}
export type RadioCardsProps = FieldProps & {
  options: readonly RadioCard[]
  defaultValue?: string | undefined
  onValue?: ((value: string) => void) | undefined
  /** The heading above already has it. */
  labelHidden?: boolean | undefined
}

/**
 * One choice of a few, each a whole card. The first card carries the group's id, so a link from a
 * summary lands on it.
 */
export function RadioCards({
  name,
  label,
  hint,
  error,
  required,
  disabled,
  className,
  options,
  defaultValue,
  onValue,
  labelHidden,
  ...props
}: RadioCardsProps) {
  const id = props.id ?? name
  const group = useRef<HTMLFieldSetElement>(null)

  useOnStart(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (chosen && chosen !== defaultValue) onValue?.(chosen)
  })

  return (
    <fieldset
      data-invalid={error ? '' : undefined}
      ref={group}
      className={classNames(styles.group, className)}
      disabled={disabled}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      {hint ? (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <div className={styles.cards}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.card}>
            <input
              className={styles.mark}
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              required={required}
              disabled={option.disabled}
              defaultChecked={option.value === defaultValue}
              onChange={() => onValue?.(option.value)}
            />
            <span className={styles.body}>
              {option.label}
              {option.detail ? <small>{option.detail}</small> : null}
            </span>
            {option.aside ? <span className={styles.aside}>{option.aside}</span> : null}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
