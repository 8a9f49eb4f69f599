import type { RefusalCode } from './finding.ts'
import * as refusals from './refusals.ts'

const known: ReadonlySet<unknown> = new Set(Object.values(refusals))
/** Returns whether a number is in the table of refusals. */
export const isRefusal = (code: unknown): code is RefusalCode => known.has(code)

/** The step of a sale at which a client was refused, as a desk names it. */
export const refusedSteps = ['person', 'car', 'price', 'order', 'home_price', 'home_order'] as const
export type RefusedStep = (typeof refusedSteps)[number]

const steps: Readonly<Record<string, RefusedStep>> = {
  ogpoDriver: 'person',
  promoterPerson: 'person',
  ogpoVehicle: 'car',
  ogpoCalculate: 'price',
  promoterCalculate: 'price',
  homeCalculate: 'home_price',
  ogpoOrder: 'order',
  ogpoReorder: 'order',
  homeOrder: 'home_order',
  promoterOrder: 'order',
  promoterReorder: 'order',
  promoterHandOffOrder: 'order',
}

/** Which step of a sale a call is; null for a call whose refusals are not a sale's. */
export const refusedStepOf = (call: string): RefusedStep | null => steps[call] ?? null

/** Subject of a finding. */
export const findingsOf = ['policyholder', 'driver', 'car'] as const
export type FindingOf = (typeof findingsOf)[number]
/**
 * One stored reason: a code, its `reason`, and its subject: the policyholder, or the driver or car of
 * this number (from 1) in the request; null for the whole sale.
 */
export type RefusedFinding = {
  code: RefusalCode
  reason: string | null
  of: FindingOf | null
  nth: number | null
}

type Named = { driver_iin?: unknown; registration_number?: unknown }

/**
 * Whose a finding is, by its place in the request: the row holds places, never an IIN or a plate.
 */
export function placeOf(
  { driver_iin, registration_number }: Named,
  request: { policyholder: string | null; drivers: readonly string[]; cars: readonly string[] },
): Pick<RefusedFinding, 'of' | 'nth'> {
  if (typeof driver_iin === 'string') {
    if (driver_iin === request.policyholder) return { of: 'policyholder', nth: null }
    const at = request.drivers.indexOf(driver_iin)
    return { of: 'driver', nth: at < 0 ? null : at + 1 }
  }
  if (typeof registration_number === 'string') {
    const at = request.cars.indexOf(registration_number)
    return { of: 'car', nth: at < 0 ? null : at + 1 }
  }
  return { of: null, nth: null }
}
