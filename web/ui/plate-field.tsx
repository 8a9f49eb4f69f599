import { plateMask } from './car-masks.ts'
import { MaskedField, type MaskedFieldProps } from './masked-field.tsx'

/**
 * State number; Cyrillic letters become the Latin ones of the plate. `clean` in `onValue` is
 * `123ABC02`.
 */
export const PlateField = (props: Omit<MaskedFieldProps, 'rule'>) => (
  <MaskedField autoCapitalize="characters" placeholder="123 ABC 02" {...props} rule={plateMask} />
)
