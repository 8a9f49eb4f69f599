import { z } from 'zod'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { Day, Instant, Tenge, TengeWithTiyn } from './fields.ts'

/** How the values of a report's columns stand on the wire. */
const wire = {
  text: z.string(),
  code: z.string(),
  /**
   * On screens four digits of an IIN are shown; whole it stands only in files, each of which is in
   * the audit log.
   */
  person: z.string(),
  /** Surname and an initial. */
  name: z.string(),
  instant: Instant,
  day: Day,
  money: Tenge,
  tiyn: TengeWithTiyn,
  count: z.int(),
} as const satisfies Record<ReportColumn['kind'], z.ZodType>

type Wire<Column extends ReportColumn> = Column extends { nullable: true }
  ? z.ZodNullable<(typeof wire)[Column['kind']]>
  : (typeof wire)[Column['kind']]
type Shape<Columns extends ReportColumns> = { [Key in keyof Columns]: Wire<Columns[Key]> }

/** The fields of a report's line. */
export const lineOf = <Columns extends ReportColumns>(columns: Columns): Shape<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, { kind, nullable }]) => [
      key,
      nullable ? wire[kind].nullable() : wire[kind],
    ]),
  ) as Shape<Columns> // the keys of `columns`

/** The fields of a report's sums. */
export const sumsOf = <Key extends string>(sums: Readonly<Record<Key, unknown>>) =>
  Object.fromEntries(Object.keys(sums).map((key) => [key, Tenge])) as Record<Key, typeof Tenge>
