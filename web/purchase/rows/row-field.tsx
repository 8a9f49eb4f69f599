import type { ReactElement, ReactNode } from 'react'
import { isIin } from '#domain/iin.ts'
import { fieldText } from '#texts/fields.ts'
import { useLocale } from '../../texts.ts'
import { techPassportMask } from '../../ui/car-masks.ts'
import { IinField } from '../../ui/iin-field.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Input, isOwner } from '../model/fields.ts'
import type { FieldWords } from './row-texts.ts'

export type RowFieldProps = {
  /** What the table says of it. */
  field: { input: Input }
  name: string
  words: FieldWords
  /** The sheet's: short words, no hints. */
  dense?: boolean | undefined
  noHint?: boolean | undefined
  /** Written behind the label of what may be left out. */
  optional?: string | undefined
  value: string
  error?: string | undefined
  /** Said where neither `error` nor the input itself finds anything. */
  remark?: string | undefined
  disabled?: boolean | undefined
  below?: ReactNode
  /** The next input that only repeats the value is told as well. */
  echo?: boolean | undefined
  onChange: (value: string) => void
}

/** One input of a policyholder's, a driver's or a car's row, drawn by its kind in every view. */
export function RowField(props: RowFieldProps): ReactElement {
  const { field, name, words, dense, optional, value, error, disabled, below } = props
  const remark = props.remark || undefined
  const locale = useLocale()
  const changed = (next: string): void => {
    if (next !== value || props.echo) props.onChange(next)
  }
  const whole = value.length === 12
  const common = {
    name,
    optional,
    disabled,
    below,
    defaultValue: value,
    label: dense ? (words.short ?? words.label) : words.label,
    hint: dense || props.noHint ? undefined : words.hint,
    error: error ?? remark,
  }
  switch (field.input) {
    case 'iin': {
      const impossible = whole && !isIin(value) ? fieldText('iin', locale) : undefined
      const shown = error ?? impossible ?? remark
      return <IinField {...common} error={shown} onValue={(_, iin) => changed(iin)} />
    }
    case 'owner': {
      const impossible = whole && !isOwner(value) ? fieldText('owner', locale) : undefined
      return (
        <IinField
          {...common}
          autoComplete="off"
          error={error ?? impossible ?? remark}
          onValue={(_, owner) => (owner.length === 12 || value !== '') && changed(owner)}
        />
      )
    }
    case 'plate':
      return <PlateField {...common} onValue={(_, plate) => changed(plate)} />
    case 'tech-passport':
      return (
        <MaskedField
          {...common}
          rule={techPassportMask}
          placeholder="AB 12345678"
          autoCapitalize="characters"
          onValue={(_, number) => changed(number)}
        />
      )
    case 'licence':
      return (
        <TextField
          {...common}
          autoCapitalize="characters"
          autoComplete={dense ? 'off' : undefined}
          onBlur={(text) => changed(text.trim().toUpperCase())}
        />
      )
    case 'phone':
      return <PhoneField {...common} autoComplete="off" onValue={(_, phone) => changed(phone)} />
  }
}
