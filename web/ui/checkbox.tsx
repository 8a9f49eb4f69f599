import { type ReactNode, useRef } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'
import { describedBy, FieldError, type FieldProps } from './field.tsx'
import { useOnStart } from './on-start.ts'

export type CheckboxProps = Omit<FieldProps, 'label' | 'optional'> & {
  label: ReactNode
  value?: string | undefined
  defaultChecked?: boolean | undefined
  onChecked?: ((checked: boolean) => void) | undefined
  /** A switch acts at once; a checkbox waits for the form to be sent. */
  kind?: 'checkbox' | 'switch' | undefined
}

/** A yes-or-no box; the whole line is its target. */
export function Checkbox({
  name,
  label,
  hint,
  error,
  required,
  disabled,
  className,
  value,
  defaultChecked = false,
  onChecked,
  kind,
  ...props
}: CheckboxProps) {
  const id = props.id ?? name
  const own = useRef<HTMLInputElement>(null)

  useOnStart(() => {
    if (own.current && own.current.checked !== defaultChecked) onChecked?.(own.current.checked)
  })

  return (
    <div className={className}>
      <label className={styles.line}>
        <input
          id={id}
          name={name}
          value={value}
          required={required}
          disabled={disabled}
          defaultChecked={defaultChecked}
          className={classNames(kind === 'switch' ? styles.switch : styles.mark)}
          ref={own}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChecked?.(event.currentTarget.checked)}
        />
        <span className={styles.body}>
          <span>{label}</span>
          {hint ? <small id={`${id}-hint`}>{hint}</small> : null}
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
