import { promoterLimitForCars, promoterLimitForDrivers } from '../constants.ts'

/** The most insured persons and cars of one sale. */
export type Limits = { drivers: number; cars: number }

/**
 * Product variants of the public site, drivers × cars: limits only, without effect on the price
 * (settled.md, "Prices").
 */
export const variants = {
  d1c1: { drivers: 1, cars: 1 },
  d5c1: { drivers: 5, cars: 1 },
  d10c1: { drivers: 10, cars: 1 },
  d1c10: { drivers: 1, cars: 10 },
  d10c10: { drivers: 10, cars: 10 },
} as const satisfies Record<string, Limits>

export type Variant = keyof typeof variants
export const variantCodes = [
  'd1c1',
  'd5c1',
  'd10c1',
  'd1c10',
  'd10c10',
] as const satisfies readonly Variant[]
/** Holds every other variant, so nothing a client typed is refused by a choice they never made. */
export const defaultVariant: Variant = 'd10c10'

/** Limits of the promoter portal (spec section 9, "Promoter limits"). */
export const promoterLimits: Limits = {
  drivers: promoterLimitForDrivers,
  cars: promoterLimitForCars,
}

/** The smallest variant that holds these numbers, or null: more than the public site sells. */
export function smallestVariant(drivers: number, cars: number): Variant | null {
  return (
    variantCodes.find((code) => drivers <= variants[code].drivers && cars <= variants[code].cars) ??
    null
  )
}
