import type { Locale } from '#domain/locale.ts'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import type { FileColumn } from './table-file.ts'

type Kept = {
  text: string
  code: string
  person: string | null
  name: string | null
  instant: Date
  day: string
  money: number
  tiyn: number
  count: number
}
type Sent = Omit<Kept, 'person' | 'name' | 'instant'> & {
  person: string
  name: string
  instant: string
}
type Value<Column extends ReportColumn, Of extends Record<ReportColumn['kind'], unknown>> =
  | Of[Column['kind']]
  | (Column extends { nullable: true } ? null : never)

/** A line as the database keeps it, by the keys of its columns. */
export type KeptLine<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Value<Columns[Key], Kept>
}
/** A line as it is sent to a screen. */
type SentLine<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Value<Columns[Key], Sent>
}
type AnyValue = Kept[keyof Kept] | null

/** What a screen gets: instants as text, four digits of a person. */
export function sentLine<Columns extends ReportColumns>(
  columns: Columns,
  line: KeptLine<Columns>,
): SentLine<Columns> {
  const values: Readonly<Record<string, AnyValue>> = line
  return Object.fromEntries(
    Object.entries(columns).map(([key, { kind }]) => {
      const value = values[key] ?? null
      if (value instanceof Date) return [key, value.toISOString()]
      if (kind !== 'person' && kind !== 'name') return [key, value]
      return [key, masks[kind](value === null ? null : String(value))]
    }),
  ) as SentLine<Columns> // the keys of `columns`
}

type CodesOf<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Columns[Key]['kind'] extends 'code' ? Key : never
}[keyof Columns]

/** The same columns in a file; `words` says what each code is called. */
export function fileColumns<Columns extends ReportColumns>(
  columns: Columns,
  locale: Locale,
  words: { [Key in CodesOf<Columns>]: (code: string | null) => string | null },
): FileColumn<KeptLine<Columns>>[] {
  const named: Readonly<Record<string, (code: string | null) => string | null>> = words
  return Object.entries(columns).map(([key, { kind, unsummed, file }]) => ({
    key,
    title: file[locale],
    kind: kind === 'code' || kind === 'person' || kind === 'name' ? 'text' : kind,
    ...(kind === 'person' || kind === 'name' ? { person: kind } : {}),
    ...(unsummed ? { unsummed } : {}),
    of: (line: Readonly<Record<string, AnyValue>>) => {
      const value = line[key] ?? null
      return kind === 'code' ? (named[key]?.(value === null ? null : String(value)) ?? null) : value
    },
  }))
}

/** Four digits of an IIN, enough to tell clients apart on a screen. */
export const maskedIin = (iin: string | null): string => (iin ? `•••• ${iin.slice(-4)}` : '')

/** «Қалиев Ұ.» of a whole name, surname first. */
const maskedName = (name: string | null): string => {
  const [surname = '', first = ''] = (name ?? '').split(' ')
  return [surname, first ? `${first.slice(0, 1)}.` : ''].filter(Boolean).join(' ')
}

/** What is left of a person on a screen and in most files. */
export const masks = { person: maskedIin, name: maskedName }
