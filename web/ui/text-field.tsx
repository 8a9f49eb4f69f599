import { type HTMLInputAutoCompleteAttribute, type HTMLInputTypeAttribute, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import styles from './field.module.css'

export type TextFieldProps = FieldProps & {
  type?: HTMLInputTypeAttribute | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search' | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  autoCapitalize?: 'none' | 'characters' | 'words' | undefined
  /** The field keeps its own value; read it from the form or through `onValue`. */
  defaultValue?: string | undefined
  /** Called on every change, and once at the start when something was typed or autofilled before the script arrived. */
  onValue?: ((value: string) => void) | undefined
  onBlur?: ((value: string) => void) | undefined
  placeholder?: string | undefined
  prefix?: ReactNode
  suffix?: ReactNode
  maxLength?: number | undefined
  min?: string | undefined
  max?: string | undefined
  below?: ReactNode
  /** Lines of a longer text: the field becomes a text area. */
  rows?: number | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** One line of text (or several, with `rows`). */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, optional, required, disabled, className, below, prefix, suffix, rows, inputRef, onValue, onBlur, ...rest } = props
  const id = props.id ?? name
  const own = useRef<HTMLInputElement & HTMLTextAreaElement>(null)

  // Outside React: what stood in the field before hydration.
  useEffect(() => {
    const typed = own.current?.value
    if (typed && typed !== own.current?.defaultValue) onValue?.(typed)
    // biome-ignore lint/correctness/useExhaustiveDependencies: only the value found at the start
  }, []) // oxlint-disable-line react/exhaustive-deps

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
    <FieldFrame {...{ id, label, hint, error, optional, className, below }}>
      <div className={styles.box}>
        {prefix ? <span className={styles.affix}>{prefix}</span> : null}
        {rows ? (
          <textarea {...control} rows={rows} ref={own} />
        ) : (
          <input
            {...control}
            ref={(element) => {
              own.current = element as typeof own.current
              if (typeof inputRef === 'function') inputRef(element)
              else if (inputRef) inputRef.current = element
            }}
          />
        )}
        {suffix ? <span className={styles.affix}>{suffix}</span> : null}
      </div>
    </FieldFrame>
  )
}
