import type { SentWay } from '#domain/payment-ways.ts'
import { takenUp, version, written } from '../../sale/draft.ts'
import { awake } from '../../sale/model/sale.ts'
import { forget, keep, kept } from '../device.ts'
import type { Form } from './state/state.ts'

/** An order sent without an answer: repeated with the same calculation until the server answers. */
export type Outgoing = {
  calculationId: string
  phone: string
  /** None: a bill. */
  way?: SentWay
  sendAgain: boolean
  email: string
  reissue: string | null
}
/** The tracked order. */
export type Followed = {
  orderId: string
  key: string | null
  calculationId: string | null
  reissue: string | null
  phone: string
}
/**
 * Stored on the device: the unfinished sale at every key, and an order still on its way to the
 * server.
 */
type Sale = { form: Form; outgoing: Outgoing | null; followed: Followed | null }

export const keepSale = (owner: string, sale: Sale): void => keep('sale', written(owner, sale))
export const forgetSale = (): void => forget('sale')
export const keptSale = (owner: string): Sale | null => takenUp<Sale>(kept('sale'), owner)

/** Parses a form from a server draft. */
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
