import { carsOf, type Synthetic, synthetic } from '../bench/data/people.ts'

/** Buyers of a rehearsal, fewer than one address may ask codes for in ten minutes. */
const BUYERS = 20

export type Buyer = Synthetic & { cars: ReturnType<typeof carsOf> }

/** The same people with the same cars for the outside world, which knows them, and for the sales. */
export const buyers: Buyer[] = Array.from({ length: BUYERS }, (_, n) => ({
  ...synthetic(n),
  cars: carsOf(n, BUYERS),
}))
