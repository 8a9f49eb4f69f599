import { type ApiError, apiErrorOf } from '../../../http/http.ts'
import { acceptedOf, billTo, orderFailure, orderOf } from '../../../sale/model/order.ts'
import type { Outgoing } from '../kept-sale.ts'
import { isFresh } from '../state/reduce.ts'
import { billPhone } from '../state/wire.ts'
import { type Around, failOrAsk } from './around.ts'

/**
 * Step 5: order, or reorder for a reissue. Without an answer it stays on the device and is sent
 * again as the very same order.
 */
export async function send(around: Around, outgoing: Outgoing): Promise<void> {
  const { store, door, options, onOutgoing } = around
  const { dispatch } = store
  if (store.get().busy) return
  dispatch({ type: 'started', busy: 'order' })
  const body = orderOf({
    ...outgoing,
    pay: outgoing.way
      ? { system: outgoing.way, method: 'invoice' as const }
      : billTo(outgoing.phone),
    accepted: acceptedOf(options().textVersions, store.get().term.ogpoPlus),
  })
  try {
    const { orderId, key } = await door.order(body, outgoing.reissue)
    onOutgoing(null)
    dispatch({ type: 'ordered', orderId, orderKey: key })
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (['offline', 'timeout', 'unavailable'].includes(apiError.kind))
      return dispatch({ type: 'settled' })
    onOutgoing(null)
    failedOrder(around, apiError)
  }
}

function failedOrder(around: Around, apiError: ApiError): void {
  const { dispatch } = around.store
  const { standing, kind } = orderFailure(apiError)
  // The order stands and waits for another phone, or the server goes on asking the bank.
  if (standing) dispatch({ type: 'ordered', orderId: standing.orderId, orderKey: standing.key })
  if (kind === 'bill-phone')
    dispatch({
      type: 'wrong',
      wrong: { 'payment-phone': apiError.message, 'other-phone': apiError.message },
      message: apiError.message,
    })
  else if (kind === 'other') failOrAsk(around, apiError, 'pay')
}

/** What of an order is not as the sheet says. */
export type PayMore = { way?: 'epay'; phone?: string; sendAgain?: boolean; calculationId?: string }

export function pay(around: Around, more: PayMore = {}): void {
  const state = around.store.get()
  const calculationId = more.calculationId ?? state.calculationId
  if (!calculationId || (!more.calculationId && !isFresh(state))) return
  const outgoing = {
    calculationId,
    phone: more.phone ?? billPhone(state),
    ...(more.way ? { way: more.way } : {}),
    sendAgain: more.sendAgain === true,
    email: state.policyholder.email,
    reissue: state.term.reissue,
  }
  around.onOutgoing(outgoing)
  void send(around, outgoing)
}
