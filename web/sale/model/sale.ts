import type { z } from 'zod'
import type { driver, vehicle } from '#contract/ogpo-calculate.ts'
import type { person as promoterPerson } from '#contract/promoter-client.ts'
import type { Day } from '#domain/calendar.ts'
import { defaultMonths } from '#domain/constants.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { type Failed, type Lookup, none, settled } from './look-up.ts'

/** 1414's answer of one person. `expiresAt` counts on this device's clock. */
export type Consent =
  | { kind: 'none' | 'asking' | 'approved' | 'rejected' | 'expired' }
  | { kind: 'awaiting'; requestId: string; expiresAt: number }
  | { kind: 'failed'; message: string }

/** Resets a request in flight when the page closed; one that 1414 has sent goes on. */
const settledConsent = (consent: Consent): Consent =>
  consent.kind === 'asking' || consent.kind === 'failed' ? { kind: 'none' } : consent

type Answer<Call extends { reply: z.ZodType }> = Extract<
  z.output<Call['reply']>,
  { success: true; data: unknown }
>['data']

type OfBoth = 'iin' | 'name' | 'experienceYears' | 'experienceAsked'
type Known = Answer<typeof driver>
type KnownToPromoter = Answer<typeof promoterPerson>
/** What the registers tell of a person; who sells decides how much of it. */
export type PersonFound = Pick<Known, OfBoth> &
  Partial<Pick<Known, 'bonusMalusClass' | 'firstContract'>> &
  Partial<Pick<KnownToPromoter, 'driverLicenseNumber' | 'licenceValidTo' | 'findings'>>

export type Vehicle = Answer<typeof vehicle>
/** `vehicle`: from its register; null: the car is from a policy, no register was queried. */
export type CarFound = { name: string; year: number | null; vehicle: Vehicle | null }

/** How far it has come; `by_hand`: who sells has marked it, and the server checks it. */
export type Privilege = 'off' | 'busy' | 'confirmed' | 'not_confirmed' | 'error' | 'by_hand'
export const isPrivileged = (privilege: Privilege): boolean =>
  privilege === 'confirmed' || privilege === 'by_hand'

/** The policyholder or a driver. */
export type Person = {
  iin: string
  /** Where 1414 asks for the consent. */
  phone: string
  /** Two years or more, as the person declares; null: not declared. */
  experienced: boolean | null
  privilege: Privilege
  consent: Consent
  /** What the registers say. */
  lookup: Lookup<PersonFound>
  /** The last refusal against the person. */
  refused: Failed | null
}
/** Who signs the contract. */
export type Policyholder = Person & {
  email: string
  willDrive: boolean
  phoneRefused: Failed | null
}
export type Driver = Person & { id: string }
export type Car = {
  id: string
  plate: string
  techPassport: string
  /** IIN or BIN, asked for where the car is not found without. */
  owner: string
  lookup: Lookup<CarFound>
  /** The technical passport was whole once: what no longer is one says so at once. */
  tried: boolean
  /** The last refusal against the car. */
  refused: Failed | null
}
/** Start and period, insurer, and the policy it replaces. */
export type Term = {
  start: Day
  months: number
  seasonal: boolean
  /** Code of the insurance company; empty: the first that is sold today. */
  insurer: string
  ogpoPlus: boolean
  prolong: string | null
  reissue: string | null
}
/** What is sold, for any seller. */
export type Sale = {
  policyholder: Policyholder
  /** In the order they were added. */
  drivers: readonly Driver[]
  cars: readonly Car[]
  term: Term
}

/**
 * Facts declared by or about the person, cleared when the row's person changes. A new field of a
 * person belongs here or does not compile: the fields that stay are named in the type.
 */
export const unsaid: Omit<Person, 'iin' | 'phone' | 'lookup'> = {
  experienced: null,
  privilege: 'off',
  consent: { kind: 'none' },
  refused: null,
}

const nobody: Person = { iin: '', phone: '', ...unsaid, lookup: none }
export const emptyDriver = (id: string): Driver => ({ id, ...nobody })
export const emptyPolicyholder: Policyholder = {
  ...nobody,
  email: '',
  willDrive: true,
  phoneRefused: null,
}
export const emptyCar = (id: string): Car => ({
  id,
  plate: '',
  techPassport: '',
  owner: '',
  lookup: none,
  tried: false,
  refused: null,
})

/** A new sale: the policyholder drives, one car, a year from tomorrow. */
export const newSale = (today: Day, carId: string): Sale => ({
  policyholder: emptyPolicyholder,
  drivers: [],
  cars: [emptyCar(carId)],
  term: {
    start: earliestStart(today),
    months: defaultMonths,
    seasonal: false,
    insurer: '',
    ogpoPlus: false,
    prolong: null,
    reissue: null,
  },
})

/** Restores a stored sale: requests in flight start anew, a field added since is empty. */
export const awake = <Kept extends Sale>(kept: Kept): Kept => ({
  ...kept,
  policyholder: awakePerson({ ...emptyPolicyholder, ...kept.policyholder }),
  drivers: kept.drivers.map((row) => awakePerson({ ...emptyDriver(row.id), ...row })),
  cars: kept.cars.map((row) => ({
    ...emptyCar(row.id),
    ...row,
    lookup: settled(row.lookup),
  })),
})
const awakePerson = <Row extends Person>(row: Row): Row => ({
  ...row,
  privilege: row.privilege === 'busy' ? 'off' : row.privilege,
  lookup: settled(row.lookup),
  consent: settledConsent(row.consent),
})
