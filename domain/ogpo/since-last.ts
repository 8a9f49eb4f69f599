import { roundTenge, type Tenge } from '../money.ts'
import { type Coefficient, movedBetween, partsOf, productOf } from './moved-factors.ts'

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
 * A coefficient that is another one now; `null` where there was or is none. `by`: tenge of the
 * difference that it alone makes, more is positive; `null` where that cannot be told.
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

/** The one line is the whole price: of several cars a coefficient moves a part of it alone. */
const isWhole = <F extends Coefficient>({ total, cars }: Compared<F>, line: readonly F[]) =>
  cars.length === 1 && roundTenge(productOf(line)) === total
