import { useTexts } from '../../texts.ts'
import { type InputKey, inputsOf } from '../model/fields.ts'
import { rowFieldId, rowTables } from '../model/place.ts'
import { RowField, type RowFieldProps } from './row-field.tsx'
import words, { type FieldWords } from './row-texts.ts'

type RowFieldMore = Partial<Omit<RowFieldProps, 'field' | 'name' | 'value' | 'words' | 'onChange'>>
type Tables = typeof rowTables
type Props<Kind extends keyof Tables> = {
  of: Kind
  row: { id: string } & Record<InputKey<Tables[Kind]>, string>
  /** Which inputs of the table; what a view draws elsewhere is left out. */
  only?: readonly InputKey<Tables[Kind]>[]
  without?: readonly InputKey<Tables[Kind]>[]
  dense?: boolean
  errorAt: (key: InputKey<Tables[Kind]>) => string | undefined
  /** What an input has beside the table's own: a remark, what stands below it. */
  more?: (key: InputKey<Tables[Kind]>) => RowFieldMore
  onChange: (patch: Partial<Record<InputKey<Tables[Kind]>, string>>) => void
}

/** The inputs of a driver's or a car's row, in the order of the table. */
export function RowFields<Kind extends keyof Tables>(props: Props<Kind>) {
  const { of, row, only, without, dense, errorAt, more, onChange } = props
  const t = useTexts(words)
  const table: Tables[Kind] = rowTables[of]
  const named = t[of] as Record<InputKey<Tables[Kind]>, FieldWords> // of the same kind
  return inputsOf(table)
    .filter(({ key }) => (only?.includes(key) ?? true) && !without?.includes(key))
    .map(({ key, field }) => (
      <RowField
        key={key}
        field={field}
        name={rowFieldId(of, row.id, key)}
        words={named[key]}
        dense={dense}
        value={row[key]}
        onChange={(value) => onChange({ [key]: value } as Partial<Record<typeof key, string>>)}
        error={errorAt(key)}
        {...more?.(key)}
      />
    ))
}
