import type { Vehicle } from '#systems/sandbox-kit.ts'
import { cases } from './vehicles/cases.ts'
import { kinds } from './vehicles/kinds.ts'
import type { Row } from './vehicles/row.ts'

/**
 * The ready vehicles of the sandbox: invented, one for every kind, region and misfortune the
 * product tells apart.
 */
const rows: Row[] = [...kinds, ...cases]

/** Fresh copies of the ready vehicles. */
export function readyVehicles(): Vehicle[] {
  return rows.map(
    (
      [
        plate,
        techPassport,
        type,
        make,
        model,
        year,
        region,
        settlement,
        ownerIin,
        registered,
        [kz, ru, en],
      ],
      index,
    ) => ({
      plate,
      techPassport,
      vin: vinOf(index + 1),
      type,
      make,
      model,
      year,
      region,
      settlement,
      ownerIin,
      registered,
      about: { kz, ru, en },
    }),
  )
}

/** An invented VIN: 17 characters without I, O and Q. */
export const vinOf = (number: number) => `XWZZZ99Z9ZA${String(number).padStart(6, '0')}`
