import { MaskedField, type MaskedFieldProps } from './masked-field.tsx'
import { iinMask } from './masks.ts'

/**
 * 12 digits of an IIN (or BIN); whether the check digit fits is the form's business
 * (`#domain/iin.ts`).
 */
export const IinField = (props: Omit<MaskedFieldProps, 'rule'>) => (
  <MaskedField inputMode="numeric" {...props} rule={iinMask} />
)
