import { TextField, type TextFieldProps } from './text-field.tsx'
import { keepWholePastes } from './whole-paste.ts'

if (typeof document !== 'undefined') keepWholePastes(document)

/** A text field with a maximum length; a longer paste is not cut (`keepWholePastes`). */
export const LimitedField = (props: TextFieldProps & { maxLength: number }) => (
  <TextField {...props} />
)
