import { MaskedField, type MaskedFieldProps } from './masked-field.tsx'
import { phoneMask } from './masks.ts'

/** Kazakhstan mobile number. `clean` in `onValue` is `+77011234567`. */
export const PhoneField = (props: Omit<MaskedFieldProps, 'rule'>) => (
  <MaskedField
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    placeholder="+7 (7__) ___ __ __"
    {...props}
    rule={phoneMask}
  />
)
