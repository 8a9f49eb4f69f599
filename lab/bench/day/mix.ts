/**
 * A stress day of the whole country, by the second: contracts, calculations (each asks every
 * register and keeps a quote), questions how an order stands, and pages. Its 356 writing
 * transactions are no arrival of their own: a quote is one, a contract makes the others.
 */
export const stressDay = {
  contracts: 13.7,
  calculations: 137,
  polls: 480,
  writes: 356,
  pages: 274,
} as const

/**
 * Of the contracts: how many are paid by card, whose acquirer sends a notice; the others by a bill,
 * which we ask the bank about.
 */
export const byCard = 0.5
/** What a visitor looks at, in proportion. */
export const visited: readonly string[] = [
  '/',
  '/',
  '/',
  '/ru',
  '/ru',
  '/ogpo-calculator',
  '/ru/ogpo-calculator',
  '/auto-insurance',
  '/documents',
  '/account',
]

/** Numbers that a seed decides: the same run again is the same. */
export function seeded(seed: number) {
  let state = seed >>> 0
  /** From 0 to 1, without 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** Bell-shaped around 0. */
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    of: <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
      list[Math.floor(next() * list.length)] as T,
    /** Milliseconds as a network takes them: half of them below `median`, a long tail above. */
    delay: (median: number) => Math.min(median * 8, median * Math.exp(0.5 * normal())),
    /** Until the next of arrivals that come `perSecond` and do not know of each other. */
    gap: (perSecond: number) => (-Math.log(1 - next()) / perSecond) * 1_000,
  }
}
export type Seeded = ReturnType<typeof seeded>
