import type { Tenge } from '../money.ts'

type Coefficient = { code: string; value: string }
type Line<F extends Coefficient> = { iin: string; factors: readonly F[] }
/**
 * A price as far as it is compared: each car with the person who decides its premium, and every
 * coefficient.
 */
export type Compared<F extends Coefficient> = {
  total: Tenge
  cars: readonly { plate: string; decisive: string; lines: readonly Line<F>[] }[]
}

/** A coefficient that is another one now; `null` where there was or is none. */
type Moved<F> = { plate: string; before: F | null; now: F | null }
type SinceLast<F> = {
  premium: Tenge
  difference: Tenge
  moved: Moved<F>[]
  otherCars: boolean
  otherDriver: boolean
}

/**
 * Why a renewal costs what it costs, beside the policy it follows: the premium then, the difference
 * (more is positive), and the coefficients that moved on the line that decides each car. Which cars
 * and whose line decides are told apart from the coefficients.
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
    moved: pairs.flatMap(({ car, then }) =>
      movedBetween(decisiveOf(then), decisiveOf(car)).map((moved) => ({
        plate: car.plate,
        ...moved,
      })),
    ),
    otherCars: pairs.length !== now.cars.length || pairs.length !== before.cars.length,
    otherDriver: pairs.some(({ car, then }) => car.decisive !== then.decisive),
  }
}

const decisiveOf = <F extends Coefficient>({
  lines,
  decisive,
}: Compared<F>['cars'][number]): readonly F[] =>
  lines.find(({ iin }) => iin === decisive)?.factors ?? []

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
