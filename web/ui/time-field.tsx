import { MaskedField } from './masked-field.tsx'
import type { TextFieldProps } from './text-field.tsx'
import { timeMask } from './time-mask.ts'

type Props = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'rows' | 'inputRef' | 'onBlur' | 'suffix' | 'placeholder'
>

/**
 * A time of 24 hours, whatever the language of the browser. `onValue` is told `08:40`, and nothing
 * while no whole time stands there.
 */
export const TimeField = ({ onValue, ...props }: Props) => (
  <MaskedField
    {...props}
    rule={timeMask}
    inputMode="numeric"
    placeholder="00:00"
    onValue={(shown) => onValue?.(/^([01]\d|2[0-3]):[0-5]\d$/.test(shown) ? shown : '')}
  />
)
