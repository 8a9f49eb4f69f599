import type { Day } from '../calendar.ts'
import type { Values } from './reference.ts'

type Value = Values[string] | undefined

/**
 * Returns which of several values is the odd one: the one that differs while all others are equal.
 * With fewer than three none is odd.
 */
export function oddOnes(values: readonly Value[]): boolean[] {
  const none = values.map(() => false)
  if (values.length < 3) return none
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  if (counts.size !== 2 || !counts.values().some((count) => count === 1)) return none
  return values.map((value) => counts.get(value) === 1)
}

type Dated = { key: string; from: Day | null; to: Day | null }
export type VersionDay = {
  day: Day
  /** The rows that begin or end then. */
  keys: string[]
  when: 'past' | 'now' | 'future' | 'proposed'
}

/**
 * Returns the days on which a kind of rows changed or will, oldest first; the latest past one is in
 * force; proposed ones are included.
 */
export function versionDays(
  rows: readonly Dated[],
  proposed: readonly { key: string; from: Day | null }[],
  today: Day,
): VersionDay[] {
  const keysOf = new Map<Day, Set<string>>()
  for (const { key, from } of rows)
    if (from) keysOf.set(from, (keysOf.get(from) ?? new Set()).add(key))
  const wanted = new Set(proposed.flatMap(({ from }) => from ?? []))
  for (const { key, from } of proposed)
    if (from) keysOf.set(from, (keysOf.get(from) ?? new Set()).add(key))
  const days = [...keysOf.keys()].sort()
  const inForce = days.findLast((day) => day <= today)
  return days.map((day) => ({
    day,
    keys: [...(keysOf.get(day) ?? [])].sort(),
    when: wanted.has(day) ? 'proposed' : day === inForce ? 'now' : day < today ? 'past' : 'future',
  }))
}

/**
 * Sorts rows by the number people gave them (`sort`); others retain their order, and so do the rows
 * of one key, which are sorted by their days.
 */
export const inGivenOrder = <Row extends { values: Values }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => Number(one.values.sort ?? 0) - Number(other.values.sort ?? 0))
