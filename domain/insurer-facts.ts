import type { Day } from './calendar.ts'

/**
 * Figures that compare insurers: working days from the last paper of a claim to its money (median),
 * offices in the country, complaints per thousand policies.
 */
export const insurerFactNames = ['days_to_pay', 'offices', 'complaints'] as const
export type InsurerFactName = (typeof insurerFactNames)[number]

/** A figure of an insurer, and who says so of which day. */
type Figure = { fact: InsurerFactName; value: string; source: string; day: Day }

/** Of these the least is the best. */
const least: readonly InsurerFactName[] = ['days_to_pay', 'complaints']

/**
 * Returns the insurer that is best by a figure: only one, among two at least, and only if one
 * source gives it for all of them for one day. Otherwise the figures do not compare, and none is
 * called best.
 */
export function bestBy(
  fact: InsurerFactName,
  insurers: readonly { code: string; facts: readonly Figure[] }[],
): string | null {
  const known = insurers.flatMap(({ code, facts }) =>
    facts
      .filter((one) => one.fact === fact)
      .map((one) => ({ ...one, code, value: Number(one.value) })),
  )
  const [first] = known
  if (!first || known.length < 2) return null
  if (known.some(({ source, day }) => source !== first.source || day !== first.day)) return null
  const values = known.map(({ value }) => value)
  const best = least.includes(fact) ? Math.min(...values) : Math.max(...values)
  const those = known.filter(({ value }) => value === best)
  return those.length === 1 ? (those[0]?.code ?? null) : null
}
