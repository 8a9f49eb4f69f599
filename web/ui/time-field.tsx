import { MaskedField } from './masked-field.tsx'
import { digitInput, type MaskRule } from './masks.ts'
import type { TextFieldProps } from './text-field.tsx'

/** A time of 24 hours; a colon behind a single digit ends the hour. */
export const timeMask: MaskRule = {
  mask: '##:##',
  normalise: digitInput,
  room: 4,
  keys: {
    type: (head, key) =>
      /\d/.test(key) ? head + key : key === ':' ? head.replace(/^\d$/, '0$&') : head,
    whole: (text) => [
      ...new Set(
        Array.from(
          text.matchAll(
            /(?<![\d:])(?:([01]?\d|2[0-3])[:.]|([01]\d|2[0-3]))([0-5]\d)(?::\d\d)?(?![\d:])/g,
          ),
          ([, short, long, minute = '']) => (short ?? long ?? '').padStart(2, '0') + minute,
        ),
      ),
    ],
    example: '08:40',
  },
}

type Props = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'rows' | 'inputRef' | 'onBlur' | 'suffix' | 'placeholder'
>

/**
 * A time of 24 hours, whatever the browser's language. `onValue` gets `08:40`, and an empty text
 * until the time is complete.
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
