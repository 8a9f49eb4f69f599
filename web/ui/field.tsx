import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { WarnIcon } from './icons.tsx'

/**
 * Props of every field. `id` is `name` unless given, so an error summary can link to a field by its
 * name.
 */
export type FieldProps = {
  name: string
  label: string
  id?: string | undefined
  /** One sentence under the label: what to enter or why it is required. */
  hint?: ReactNode
  /** One sentence: the error and its remedy. */
  error?: string | undefined
  /** The error is a highlight only; its words are for screen readers and in the form's summary. */
  errorHidden?: boolean | undefined
  required?: boolean | undefined
  /** Written after the label of a field that may stay empty («міндетті емес»). */
  optional?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** The ids an input names in `aria-describedby`. */
export const describedBy = (
  id: string,
  hint: ReactNode,
  error: string | undefined,
): string | undefined => classNames(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`)

type FrameProps = Pick<
  FieldProps,
  'label' | 'hint' | 'error' | 'errorHidden' | 'optional' | 'className'
> & {
  id: string
  labelHidden?: boolean | undefined
  /** Content below the field: a looked-up name, a progress line. */
  below?: ReactNode
  children: ReactNode
}

/** Label, hint, the control itself, error: the same order and spacing for every field. */
export function FieldFrame({
  id,
  label,
  labelHidden,
  hint,
  error,
  errorHidden,
  optional,
  below,
  className,
  children,
}: FrameProps) {
  return (
    <div className={classNames(styles.field, className)} data-invalid={error ? '' : undefined}>
      <label className={labelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
        {optional ? <span className={styles.optional}> · {optional}</span> : null}
      </label>
      {hint ? (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {children}
      <FieldError id={id} error={error} hidden={errorHidden} />
      {below}
    </div>
  )
}

export function FieldError({
  id,
  error,
  hidden,
}: {
  id: string
  error: string | undefined
  hidden?: boolean | undefined
}) {
  return error ? (
    <p className={hidden ? 'visually-hidden' : styles.error} id={`${id}-error`}>
      <WarnIcon />
      <span>{error}</span>
    </p>
  ) : null
}
