import { useTexts } from '../../texts.ts'
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
  /** What an input has beside: a remark, what stands below it. */
  more?: (key: Key) => RowFieldMore
  onChange: (patch: Partial<Record<Key, string>>) => void
}

/** Inputs of a driver's or a car's row. */
export function RowFields<Key extends RowInput>(props: Props<Key>) {
  const { of, row, keys, dense, errorAt, more, onChange } = props
  const t = useTexts(words)
  const named = t[of] as Record<Key, FieldWords> // inputs of the same kind
  return keys.map((key) => (
    <RowField
      key={key}
      of={key}
      name={rowFieldId(of, row.id, key)}
      words={named[key]}
      dense={dense}
      value={row[key]}
      onChange={(value) => onChange({ [key]: value } as Partial<Record<Key, string>>)}
      error={errorAt(key)}
      {...more?.(key)}
    />
  ))
}
