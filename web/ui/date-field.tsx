import { TextField, type TextFieldProps } from './text-field.tsx'

export type DateFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'rows'> & {
  /** First and last day that may be chosen, `2026-11-20`. */
  min?: string | undefined
  max?: string | undefined
}

/** The browser's own date field: `value` is a calendar date `2026-11-20` without a time zone. */
export const DateField = (props: DateFieldProps) => <TextField {...props} type="date" />
