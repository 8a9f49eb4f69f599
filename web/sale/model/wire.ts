import type { Day } from '#domain/calendar.ts'
import type { Limits, Variant } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import type { SaleBody } from './body.ts'
import { isOwner } from './owner.ts'
import { type Place, placeOfPath, valueAt } from './place.ts'
import { isPrivileged, type Sale } from './sale.ts'

/** Every field of a body has to be named, one that is not sent as well. */
type Named<Value> = Value extends readonly (infer Item)[]
  ? readonly Named<Item>[]
  : Value extends object
    ? { [Key in keyof Required<Value>]: Named<Value[Key]> }
    : Value

/** Goes to the wire where something was said. */
const said = <Value>(value: Value): Exclude<Value, '' | null> | undefined =>
  value === '' || value === null ? undefined : (value as Exclude<Value, '' | null>)

/**
 * The body of a calculation without `operation` (specification, section 7), rows in their order. A
 * new field of the contract does not compile before it is sent from here, or left out in words.
 * `variant`: null where the server finds it.
 */
export const bodyOf = (
  { policyholder, drivers, cars, term }: Sale,
  variant: Variant | null = null,
) =>
  ({
    drivers: drivers.map(({ iin, privilege, experienced }) => ({
      iin,
      // Nobody is asked for it: the register is queried by IIN alone (systems/licences/protocol.ts).
      driverLicenseNumber: undefined,
      privilege: isPrivileged(privilege),
      experienceOver2Years: said(experienced),
    })),
    vehicles: cars.map(({ plate, techPassport, owner }) => ({
      registrationNumber: plate,
      techPassport,
      ownerIin: isOwner(owner) ? owner : undefined,
    })),
    insurant: {
      iin: policyholder.iin,
      phone: policyholder.phone,
      willDrive: policyholder.willDrive,
      privilege: isPrivileged(policyholder.privilege),
      experienceOver2Years: policyholder.willDrive ? said(policyholder.experienced) : undefined,
    },
    order: {
      dateStart: term.start,
      period: term.months,
      variant: said(variant),
      ogpoPlus: term.ogpoPlus || undefined,
      insurer: said(term.insurer),
      seasonal: term.seasonal || undefined,
      prolongGlobalId: said(term.prolong),
      reorderGlobalId: said(term.reissue),
    },
  }) satisfies Named<SaleBody>

/** What a price depends on: equal keys are the same calculation. */
export const keyOf = (sale: Sale, variant: Variant | null = null): string =>
  JSON.stringify(bodyOf(sale, variant))

/** The id of a calculation and the inputs it stands for. */
export type Application = { id: string; key: string }

/**
 * Unchanged inputs keep their application id, so a repeated press, a reload or a lost answer is the
 * same quote; changed ones get a new id.
 */
export const applicationOf = (
  key: string,
  kept: Application | null,
  newId: () => string,
): Application => (kept?.key === key ? kept : { id: newId(), key })

export type SaleProblem = { place: Place; key: string }

/**
 * Everything wrong before anything is sent, from the top down, by key of texts/fields.ts: the law's
 * and the specification's checks, which are the server's own rule.
 */
export const problemsIn = (
  sale: Sale,
  today: Day,
  limits: Limits,
  variant: Variant | null = null,
): SaleProblem[] =>
  checkShape(bodyOf(sale, variant), today, limits).map(({ path, message }) => {
    const place = placeOfPath(path, sale)
    return { place, key: valueAt(place, sale) === '' ? 'required' : message }
  })
