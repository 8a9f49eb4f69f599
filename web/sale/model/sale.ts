import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import type { Day } from '#domain/calendar.ts'
import type { Variant } from '#domain/ogpo/limits.ts'
import type { Consent } from './consent.ts'

/** What a person says of themself; the register or the law then judges it. */
type Said = {
  privilege: boolean
  /** Two years or more; null: nothing said. */
  experienced: boolean | null
}
/** Who signs the contract. */
export type SalePolicyholder = Said & {
  iin: string
  phone: string
  email: string
  willDrive: boolean
}
export type SaleDriver = Said & {
  id: string
  iin: string
  /** Where 1414 asks for the consent. */
  phone: string
  consent: Consent
}
export type SaleCar = {
  id: string
  plate: string
  techPassport: string
  /** IIN or BIN, asked for where the car is not found without. */
  owner: string
}
/** When, with whom and instead of what; a mark that is not set does not go. */
export type SaleTerm = {
  start: Day
  months: number
  variant: Variant | null
  ogpoPlus: boolean | null
  insurer: string
  seasonal: boolean | null
  prolong: string | null
  reissue: string | null
}
/** A purchase as every view of it knows it. */
export type Sale = {
  policyholder: SalePolicyholder
  drivers: readonly SaleDriver[]
  cars: readonly SaleCar[]
  term: SaleTerm
}

/** What is sent of it, by the contract. */
export type SaleBody = Omit<z.input<typeof CalculateBody>, 'operation'>

/** What was said with the person: another IIN makes it empty again. */
export const unsaid: Said = { privilege: false, experienced: null }
export const unsaidOfDriver: Said & Pick<SaleDriver, 'consent'> = {
  ...unsaid,
  consent: { kind: 'none' },
}

/** Rows nobody has typed in. */
export const noPolicyholder: Omit<SalePolicyholder, 'willDrive'> = {
  ...unsaid,
  iin: '',
  phone: '',
  email: '',
}
export const noDriver: Omit<SaleDriver, 'id'> = { ...unsaidOfDriver, iin: '', phone: '' }
export const noCar: Omit<SaleCar, 'id'> = { plate: '', techPassport: '', owner: '' }
