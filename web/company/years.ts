import type { Localized } from '#domain/locale.ts'

type Report = {
  year: number
  tables: readonly {
    rows: readonly { label: Localized; now: number; before: number }[]
  }[]
}

/**
 * A row of the yearly reports through the years, oldest first; each report tells its own year and
 * the one before. Null where a report leaves the row out: half a chart would tell something else.
 */
export function yearsOf(reports: readonly Report[], label: string) {
  const found = [...reports]
    .sort((one, other) => one.year - other.year)
    .map(({ year, tables }) => ({
      year,
      row: tables.flatMap(({ rows }) => rows).find((row) => row.label.kz === label),
    }))
  const [oldest] = found
  if (!oldest?.row || found.some(({ row }) => !row)) return null
  return {
    label: oldest.row.label,
    sums: [
      { year: oldest.year - 1, sum: oldest.row.before },
      ...found.flatMap(({ year, row }) => (row ? [{ year, sum: row.now }] : [])),
    ],
  }
}
