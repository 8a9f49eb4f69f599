import { type Synthetic, synthetic } from '../bench/data/people.ts'

/** Buyers of a rehearsal, fewer than one address may ask codes for in ten minutes. */
const BUYERS = 20
const CARS_EACH = 40

export type Buyer = Synthetic & { cars: Pick<Synthetic, 'plate' | 'techPassport'>[] }

/** The same people with the same cars for the outside world, which knows them, and for the sales. */
export const buyers: Buyer[] = Array.from({ length: BUYERS }, (_, n) => ({
  ...synthetic(n),
  cars: Array.from({ length: CARS_EACH }, (_, k) => synthetic(n + BUYERS * k)),
}))
