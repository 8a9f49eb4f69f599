import type { Pay } from '#contract/pay.ts'
import type { WayName } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../http/http.ts'
import { isBillPhone } from './refusal.ts'

/** How an order is paid, as the wire says it. */
export type Way = Pay
type By<Name extends WayName> = Extract<Pay, { system: Name }>

/** Without a phone: nothing to pay, or the phone the last bill went to. */
export const billTo = (phone: string): By<'mobile_bank'> => ({
  system: 'mobile_bank',
  method: 'bill',
  ...(phone ? { phone } : {}),
})

const methods: { readonly [Name in WayName]: By<Name>['method'] } = {
  mobile_bank: 'bill',
  card: 'redirect',
  epay: 'invoice',
}

/** What an order says of a way; `phone`: where a bill goes. */
export const payBy = (way: WayName, phone = ''): Way =>
  way === 'mobile_bank' ? billTo(phone) : ({ system: way, method: methods[way] } as Way) // by the table

/**
 * The texts every buyer agrees to by paying. Personal data by the code before; OGPO+ has its own,
 * where it is bought.
 */
export const acceptedTexts = ['terms', 'commission'] as const
type AcceptedText = (typeof acceptedTexts)[number]

/** What a buyer agreed to, each text by its version. */
export type Accepted = Record<AcceptedText, string> & {
  /** Not where the code has said it already (decision 184). */
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

/** What an order or a reorder says; `sendAgain`: a bill may be there, and another one is wanted. */
export const orderOf = <Pay extends Way>(order: {
  calculationId: string
  pay: Pay
  accepted: Accepted
  email: string | null
  sendAgain: boolean
}) => ({
  calculationId: order.calculationId,
  pay: order.pay,
  ...(order.email ? { email: order.email } : {}),
  ...(order.sendAgain ? { sendAgain: true } : {}),
  accepted: order.accepted,
})

/** What a failed order leaves behind. */
export type OrderFailure = {
  /** The order stands all the same: by a refusal that names it. */
  standing: { orderId: string; key: string | null } | null
  /**
   * `goes-on`: the server asks the bank further. `bill-phone`: another phone is wanted, `unclear`
   * where a bill may be there already. `other`: as every failure.
   */
  kind: 'goes-on' | 'bill-phone' | 'other'
  unclear: boolean
}

export function orderFailure(apiError: ApiError): OrderFailure {
  if (apiError.kind !== 'refused') return { standing: null, kind: 'other', unclear: false }
  const { orderId, key, reason } = apiError.data
  const standing =
    typeof orderId === 'string' ? { orderId, key: typeof key === 'string' ? key : null } : null
  return {
    standing,
    kind: isBillPhone(apiError.code)
      ? 'bill-phone'
      : standing && apiError.code === refusals.apiUnavailable
        ? 'goes-on'
        : 'other',
    unclear: reason === 'bill_unclear',
  }
}
