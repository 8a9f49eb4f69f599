import type { Pay } from '#contract/pay.ts'
import { type WayName, waysOf } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import { isWebAddress } from '../web-address.ts'
import type { OrderField } from './model/body.ts'
import { isBillPhone } from './model/refusal.ts'
import { type By, webWays } from './ways.ts'

/** How an order is paid, as the wire says it. */
export type Way = Pay
/**
 * What an order says of a way. `phone`: where a bill goes; without one there is nothing to pay, or it
 * is the phone the last bill went to.
 */
export const payBy = <Name extends WayName>(way: Name, phone = ''): By<Name> =>
  ({
    system: way,
    method: webWays[way].method,
    ...(phone && waysOf[way].asksPhone ? { phone } : {}),
  }) as By<Name> // by the table

/**
 * The texts every buyer accepts by paying. The SMS code before covers personal data; OGPO+ has its
 * own text, if bought.
 */
export const acceptedTexts = ['terms', 'commission'] as const
type AcceptedText = (typeof acceptedTexts)[number]

/** What a buyer agreed to, each text by its version. */
export type Accepted = Record<AcceptedText, string> & {
  /** Absent if the SMS code has given it already (decision 184). */
  personalData?: string | undefined
  ogpoPlus?: string | undefined
}

export const acceptedOf = (
  versions: Record<AcceptedText | 'ogpoPlus', string>,
  plus: boolean,
): Accepted => {
  const { terms, commission, ogpoPlus } = versions
  return { terms, commission, ...(plus ? { ogpoPlus } : {}) }
}

/** A new field of the contract does not compile before it is named. */
type OrderBody<Pay> = {
  [Field in OrderField]: {
    calculationId: string
    pay: Pay
    email: string | undefined
    sendAgain: true | undefined
    accepted: Accepted
  }[Field]
}
/** What an order or a reorder says; `sendAgain`: a bill may be there, and another one is wanted. */
export const orderOf = <Pay extends Way>(order: {
  calculationId: string
  pay: Pay
  accepted: Accepted
  email: string | null
  sendAgain: boolean
}): OrderBody<Pay> => ({
  calculationId: order.calculationId,
  pay: order.pay,
  email: order.email || undefined,
  sendAgain: order.sendAgain || undefined,
  accepted: order.accepted,
})

type Standing = { orderId: string; key: string | null }
type Reply = { orderId: string; key: string; redirect_url?: string | null | undefined }
/** What became of an order that was asked for; `standing`: it is there all the same. */
export type Ordered =
  | { kind: 'ordered'; orderId: string; key: string; bankPage: string | null }
  /** The server goes on asking the bank: the order's page says how it goes. */
  | { kind: 'goes-on'; standing: { orderId: string; key: string }; message: string }
  /** Another phone is wanted; `unclear`: a bill may be there already. */
  | { kind: 'bill-phone'; standing: Standing | null; message: string; unclear: boolean }
  | { kind: 'failed'; standing: Standing | null; apiError: ApiError }

/** Requests an order or a reorder, for any seller. */
export async function askOrder(order: () => Promise<Reply>): Promise<Ordered> {
  try {
    const { orderId, key, redirect_url: page } = await order()
    return { kind: 'ordered', orderId, key, bankPage: page && isWebAddress(page) ? page : null }
  } catch (error) {
    return failedOrder(apiErrorOf(error))
  }
}

function failedOrder(apiError: ApiError): Ordered {
  if (apiError.kind !== 'refused') return { kind: 'failed', standing: null, apiError }
  const { code, message } = apiError
  const { orderId, key, reason } = apiError.data
  const known = typeof key === 'string' ? key : null
  const standing = typeof orderId === 'string' ? { orderId, key: known } : null
  if (isBillPhone(code))
    return { kind: 'bill-phone', standing, message, unclear: reason === 'bill_unclear' }
  return standing && known && code === refusals.apiUnavailable
    ? { kind: 'goes-on', standing: { ...standing, key: known }, message }
    : { kind: 'failed', standing, apiError }
}
