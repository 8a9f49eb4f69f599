import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react'
import styles from './field.module.css'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { useOnStart } from './on-start.ts'

export type TextFieldProps = FieldProps & {
  type?: HTMLInputTypeAttribute | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search' | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  autoCapitalize?: 'none' | 'characters' | 'words' | undefined
  /** The field is uncontrolled; read it from the form or through `onValue`. */
  defaultValue?: string | undefined
  /**
   * Called on every change, and once at the start if text was typed or autofilled before the script
   * arrived.
   */
  onValue?: ((value: string) => void) | undefined
  onBlur?: ((value: string) => void) | undefined
  placeholder?: string | undefined
  prefix?: ReactNode
  suffix?: ReactNode
  min?: string | undefined
  max?: string | undefined
  below?: ReactNode
  /** Lines of a longer text: the field becomes a text area. */
  rows?: number | undefined
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

/** One line of text (or several, with `rows`). */
export function TextField(props: TextFieldProps) {
  const {
    name,
    label,
    hint,
    error,
    errorHidden,
    optional,
    required,
    disabled,
    className,
    below,
    prefix,
    suffix,
    rows,
    inputRef,
    onValue,
    onBlur,
    ...rest
  } = props
  const id = props.id ?? name
  const ownInput = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownInput
  const area = useRef<HTMLTextAreaElement>(null)

  useOnStart(() => {
    const control = area.current ?? input.current
    if (control?.value && control.value !== control.defaultValue) onValue?.(control.value)
  })

  const control = {
    ...rest,
    id,
    name,
    required,
    disabled,
    className: styles.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, hint, error),
    onChange: (event: { currentTarget: { value: string } }) => onValue?.(event.currentTarget.value),
    onBlur: (event: { currentTarget: { value: string } }) => onBlur?.(event.currentTarget.value),
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      errorHidden={errorHidden}
      optional={optional}
      className={className}
      below={below}
    >
      <div className={styles.box}>
        {prefix ? <span className={styles.affix}>{prefix}</span> : null}
        {rows ? (
          <textarea {...control} rows={rows} ref={area} />
        ) : (
          <input {...control} ref={input} />
        )}
        {suffix ? <span className={styles.affix}>{suffix}</span> : null}
      </div>
    </FieldFrame>
  )
}
