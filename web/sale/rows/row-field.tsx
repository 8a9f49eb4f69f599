import type { ReactElement, ReactNode } from 'react'
import { isIin } from '#domain/iin.ts'
import { fieldText } from '#texts/fields.ts'
import { useLocale } from '../../texts.ts'
import { techPassportMask } from '../../ui/car-masks.ts'
import { IinField } from '../../ui/iin-field.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { isOwner } from '../model/look-up.ts'
import type { FieldWords, RowInput } from './row-texts.ts'

export type RowFieldProps = {
  of: RowInput
  name: string
  words: FieldWords
  /** The sheet's: short words, no hints. */
  dense?: boolean | undefined
  value: string
  error?: string | undefined
  /** Shown if neither `error` nor the input itself finds anything. */
  remark?: string | undefined
  disabled?: boolean | undefined
  below?: ReactNode
  onChange: (value: string) => void
}

/** One input of a policyholder's, a driver's or a car's row, drawn by its kind in every view. */
export function RowField(props: RowFieldProps): ReactElement {
  const { of, name, words, dense, value, error, disabled, below } = props
  const remark = props.remark || undefined
  const locale = useLocale()
  const changed = (next: string): void => {
    if (next !== value) props.onChange(next)
  }
  const whole = value.length === 12
  const common = {
    name,
    disabled,
    below,
    defaultValue: value,
    label: dense ? (words.short ?? words.label) : words.label,
    hint: dense ? undefined : words.hint,
    error: error ?? remark,
  }
  switch (of) {
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
    case 'techPassport':
      return (
        <MaskedField
          {...common}
          rule={techPassportMask}
          placeholder="AB 12345678"
          autoCapitalize="characters"
          onValue={(_, number) => changed(number)}
        />
      )
    case 'phone':
      return <PhoneField {...common} autoComplete="off" onValue={(_, phone) => changed(phone)} />
  }
}
