import { isUsable } from '../../sale/model/kept.ts'
import { awake } from '../../sale/model/sale.ts'
import { forget, keep, kept } from '../device.ts'
import type { Form } from './state/state.ts'

/**
 * What stands on the device: the unfinished sale at once with every key, and an order that is still
 * on its way to the server.
 */
const version = 5

/**
 * An order pressed while there was no answer: sent again, with the same calculation, until the
 * server has said something.
 */
export type Outgoing = {
  calculationId: string
  phone: string
  /** By a link instead of a bill. */
  way?: 'epay'
  sendAgain: boolean
  email: string
  reissue: string | null
}
/** The order that is followed. */
export type Followed = {
  orderId: string
  key: string | null
  calculationId: string | null
  reissue: string | null
  phone: string
}
type Sale = {
  version: number
  owner: string
  savedAt: number
  form: Form
  outgoing: Outgoing | null
  followed: Followed | null
}

export const keepSale = (sale: Omit<Sale, 'version' | 'savedAt'>): void =>
  keep('sale', { ...sale, version, savedAt: Date.now() })
export const forgetSale = (): void => forget('sale')

/** The sale of this promoter, not older than a day. */
export function keptSale(
  owner: string,
  now = Date.now(),
  value: unknown = kept('sale'),
): Omit<Sale, 'version' | 'owner' | 'savedAt'> | null {
  if (!isSale(value) || !isUsable(value, { version, owner, savedAt: now })) return null
  return { form: awake(value.form), outgoing: value.outgoing, followed: value.followed }
}

// The door of the device: only `keepSale` writes it, and the version changes with the form.
const isSale = (value: unknown): value is Sale =>
  typeof value === 'object' &&
  value !== null &&
  'form' in value &&
  'owner' in value &&
  'savedAt' in value &&
  'version' in value

/** A form that came back from the server as a draft. */
export const formIn = (content: Record<string, unknown>): Form | null =>
  content['version'] === version && typeof content['form'] === 'object' && content['form'] !== null
    ? awake(content['form'] as Form) // our own page wrote it
    : null
export const contentOf = (form: Form): Record<string, unknown> => ({ version, form })

/** Nothing worth keeping has been typed yet. */
export const isEmpty = ({
  policyholder,
  drivers,
  cars,
}: Pick<Form, 'policyholder' | 'drivers' | 'cars'>): boolean =>
  policyholder.iin === '' &&
  policyholder.phone === '' &&
  drivers.every(({ iin }) => iin === '') &&
  cars.every(({ plate, techPassport }) => plate === '' && techPassport === '')
