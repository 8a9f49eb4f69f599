import { fieldText } from '#texts/fields.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { rowFieldId } from '../model/place.ts'
import { RowField, type RowFieldProps } from './row-field.tsx'
import words, { type FieldWords, type RowInput } from './row-texts.ts'

type RowFieldMore = Partial<Omit<RowFieldProps, 'of' | 'name' | 'value' | 'words' | 'onChange'>>
type Props<Key extends RowInput> = {
  of: 'driver' | 'car'
  row: { id: string } & Record<Key, string>
  keys: readonly Key[]
  dense?: boolean
  errorAt: (key: Key) => string | undefined
  /** Inputs whose value a row above already has. */
  repeated?: Partial<Record<RowInput, boolean>>
  /** Extras of an input: a remark, content below it. */
  more?: (key: Key) => RowFieldMore
  onChange: (patch: Partial<Record<Key, string>>) => void
}

/** Inputs of a driver's or a car's row. */
export function RowFields<Key extends RowInput>(props: Props<Key>) {
  const { of, row, keys, dense, errorAt, repeated = {}, more, onChange } = props
  const t = useTexts(words)
  const locale = useLocale()
  const named = t[of] as Record<Key, FieldWords> // inputs of the same kind
  return keys.map((key) => {
    const twice = repeated[key] && repeatedWords[key]
    const beside = more?.(key)
    return (
      <RowField
        key={key}
        of={key}
        name={rowFieldId(of, row.id, key)}
        words={named[key]}
        dense={dense}
        value={row[key]}
        onChange={(value) => onChange({ [key]: value } as Partial<Record<Key, string>>)}
        error={errorAt(key)}
        {...beside}
        remark={twice ? fieldText(twice, locale) : beside?.remark}
      />
    )
  })
}

/** By names of texts/fields.ts. */
const repeatedWords: Partial<Record<RowInput, string>> = {
  iin: 'iin_repeated',
  plate: 'plate_repeated',
  techPassport: 'tech_passport_repeated',
}
