import { addDays, type Day } from '#domain/calendar.ts'

type Due = { duty: string; period: string; state: string }

/** Late ones of a kind after the first: they look alike, so they stand behind it. */
function lateAfter<Row extends Due>({ duty, period }: Due, duties: readonly Row[]): readonly Row[] {
  const late = duties.filter((one) => one.duty === duty && one.state === 'late')
  return late.length > 2 && late.some((one) => one.period === period) ? late.slice(1) : []
}

/** What is folded behind a row: nothing but behind the first late one of its kind. */
export const foldedBehind = <Row extends Due>(row: Row, duties: readonly Row[]): readonly Row[] =>
  duties.find(({ duty, state }) => duty === row.duty && state === 'late')?.period === row.period
    ? lateAfter(row, duties)
    : []

/** Whether a row stands behind another. */
export const isFolded = <Row extends Due>(row: Row, duties: readonly Row[]): boolean =>
  lateAfter(row, duties).some(({ period }) => period === row.period)

/** The groups of the calendar, in the order in which they stand. */
export const whens = ['late', 'now', 'later', 'over'] as const
/** So many days before its own a duty is the next thing to be done. */
const NEXT_DAYS = 7

/** Whether a duty is late, next, later or over. */
export function whenOf({ due, state }: { due: Day; state: string }, today: Day) {
  if (state === 'late') return 'late'
  if (state !== 'open') return 'over'
  return due <= addDays(today, NEXT_DAYS) ? 'now' : 'later'
}
