import Big from 'big.js'
import { roundTenge, type Tenge } from '../money.ts'

type Coefficient = { code: string; value: string }

function movedBetween<F extends Coefficient>(
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
 * Returns what each change adds, one after another in the order of the tariff: every step is
 * rounded as a premium is, so that together they make the whole difference.
 */
function partsOf<F extends Coefficient>(
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
function productOf(line: readonly Coefficient[]): Big {
  const parts = line.map(({ value }) => value.split('/'))
  const of = (at: 0 | 1) => parts.reduce((all, part) => all.times(part[at] ?? '1'), new Big(1))
  return of(0).div(of(1))
}

type Line<F extends Coefficient> = { iin: string; factors: readonly F[] }
/**
 * A price as far as it is compared: each car with the person who decides its premium, and every
 * coefficient.
 */
export type Compared<F extends Coefficient> = {
  total: Tenge
  cars: readonly { plate: string; decisive: string; lines: readonly Line<F>[] }[]
}

/**
 * A coefficient that has changed; `null` if there was or is none. `by`: the difference it alone
 * makes, tenge, an increase is positive; `null` if unknown.
 */
type Moved<F> = { plate: string; before: F | null; now: F | null; by: Tenge | null }
type SinceLast<F> = {
  premium: Tenge
  difference: Tenge
  moved: Moved<F>[]
  otherCars: boolean
  otherDriver: boolean
}

/**
 * Explains a renewal's price against the policy it follows: the premium then, the difference (an
 * increase is positive), and the coefficients that changed on the line that decides each car.
 * Changes of the cars and of the deciding line are reported apart from the coefficients.
 */
export function sinceLast<F extends Coefficient>(
  before: Compared<F>,
  now: Compared<F>,
): SinceLast<F> {
  const pairs = now.cars.flatMap((car) => {
    const then = before.cars.find(({ plate }) => plate === car.plate)
    return then ? [{ car, then }] : []
  })
  return {
    premium: before.total,
    difference: now.total - before.total,
    moved: pairs.flatMap(({ car, then }) => {
      const moved = movedBetween(decisiveOf(then), decisiveOf(car))
      const parts = partsOf(decisiveOf(then), moved)
      const told = isWhole(before, decisiveOf(then)) && isWhole(now, decisiveOf(car))
      return moved.map((one, at) => ({
        plate: car.plate,
        ...one,
        by: told ? (parts[at] ?? null) : null,
      }))
    }),
    otherCars: pairs.length !== now.cars.length || pairs.length !== before.cars.length,
    otherDriver: pairs.some(({ car, then }) => car.decisive !== then.decisive),
  }
}

const decisiveOf = <F extends Coefficient>({
  lines,
  decisive,
}: Compared<F>['cars'][number]): readonly F[] =>
  lines.find(({ iin }) => iin === decisive)?.factors ?? []

/**
 * Returns whether this line is the whole price: with several cars a coefficient changes only a part
 * of it.
 */
const isWhole = <F extends Coefficient>({ total, cars }: Compared<F>, line: readonly F[]) =>
  cars.length === 1 && roundTenge(productOf(line)) === total
