import Big from 'big.js'
import { roundTenge, type Tenge } from '../money.ts'

export type Coefficient = { code: string; value: string }

export function movedBetween<F extends Coefficient>(
  before: readonly F[],
  now: readonly F[],
): { before: F | null; now: F | null }[] {
  const codes = new Set([...before, ...now].map(({ code }) => code))
  const of = (factors: readonly F[], code: string): F | null =>
    factors.find((factor) => factor.code === code) ?? null
  return [...codes]
    .map((code) => ({ before: of(before, code), now: of(now, code) }))
    .filter((pair) => numberOf(pair.before) !== numberOf(pair.now))
}

/** Equal however it is written: `0.80` is `0.8`, and no coefficient at all changes nothing. */
function numberOf(factor: Coefficient | null): number {
  const [top = '1', bottom = '1'] = (factor?.value ?? '1').split('/')
  return Number(top) / Number(bottom)
}

/**
 * What each change adds, one after another in the order of the tariff: every step is rounded as a
 * premium is, so that together they are the whole difference.
 */
export function partsOf<F extends Coefficient>(
  before: readonly F[],
  moved: readonly { before: F | null; now: F | null }[],
): Tenge[] {
  let line: readonly Coefficient[] = before
  return moved.map((change) => {
    const was = roundTenge(productOf(line))
    line = [
      ...line.filter(({ code }) => code !== (change.before ?? change.now)?.code),
      ...(change.now ? [change.now] : []),
    ]
    return roundTenge(productOf(line)) - was
  })
}

/** Exact until the one division by the days of a year. */
export function productOf(line: readonly Coefficient[]): Big {
  const parts = line.map(({ value }) => value.split('/'))
  const of = (at: 0 | 1) => parts.reduce((all, part) => all.times(part[at] ?? '1'), new Big(1))
  return of(0).div(of(1))
}
