import type { Day } from '#domain/calendar.ts'
import type { Limits, Variant } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import type { ApiError } from '../../http/http.ts'
import type { Named, SaleBody } from './body.ts'
import { isOwner } from './look-up.ts'
import { type Place, placeOfPath, valueAt } from './place.ts'
import { isPrivileged, type Sale } from './sale.ts'

/** Omits an empty value from the wire. */
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
      // Not asked for: the register is queried by IIN alone (systems/licences/protocol.ts).
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

/** The id of a calculation and the key of its inputs. */
export type Application = { id: string; key: string }

/**
 * Unchanged inputs keep their application id, so a repeated press, a reload or a lost answer is the
 * same quote; changed ones get a new id.
 */
const applicationOf = (key: string, kept: Application | null, newId: () => string): Application =>
  kept?.key === key ? kept : { id: newId(), key }

/** A problem: the field that shows it and its key of texts (texts/fields.ts, or a page's own). */
export type Problem = { field: string; key: string }
/** The same as the server words it. */
type Worded = { field: string; message: string }

/** What differs between sellers: how a form becomes the sale sent, and the field of a place. */
type Seller<Form extends Sale> = {
  sent: (form: Form) => Sale
  /** Null where the server finds it. */
  variant: (form: Form) => Variant | null
  limits: (variant: Variant | null) => Limits
  fieldAt: (place: Place, form: Form) => string
  /** What a price depends on beside its body. */
  beside?: (form: Form) => string
}

/** Between the form of a seller and the wire. */
export function wireOf<Form extends Sale>(seller: Seller<Form>) {
  const { sent, variant, limits, fieldAt, beside = () => '' } = seller
  /** The body of a calculation without `operation`. */
  const saleOf = (form: Form) => bodyOf(sent(form), variant(form))
  /** What a price depends on: equal keys are the same calculation. */
  const inputsKey = (form: Form): string => beside(form) + JSON.stringify(saleOf(form))
  /** Returns the field of a request path. */
  const fieldOf = (path: string, form: Form): string => fieldAt(placeOfPath(path, form), form)
  return {
    saleOf,
    inputsKey,
    fieldOf,
    /** The inputs are those the price was made from. */
    isFresh: (form: Form & { quote: { key: string } | null }): boolean =>
      form.quote?.key === inputsKey(form),
    /** The running calculation of these inputs, or a new one. */
    applicationFor: (
      form: Form & { application: Application | null },
      newId: () => string,
    ): Application => applicationOf(inputsKey(form), form.application, newId),
    /**
     * Everything wrong before anything is sent, from the top down: the law's and the
     * specification's checks, which are the server's own rule.
     */
    shapeProblems: (form: Form, today: Day): Problem[] =>
      checkShape(saleOf(form), today, limits(variant(form))).map(({ path, message }) => {
        const place = placeOfPath(path, form)
        const key = valueAt(place, form) === '' ? 'required' : message
        return { field: fieldAt(place, form), key }
      }),
    /** What a 422 says, at its fields. */
    errorsOf: ({ errors }: Extract<ApiError, { kind: 'invalid' }>, form: Form): Worded[] =>
      errors.map(({ path, message }) => ({ field: fieldOf(path, form), message })),
  }
}
