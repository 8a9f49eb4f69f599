import { firstWay, type SentWay } from '#domain/payment-ways.ts'
import type { ApiError } from '../../../http/http.ts'
import { acceptedOf, askOrder, orderOf, payBy } from '../../../sale/order.ts'
import type { Outgoing } from '../kept-sale.ts'
import { billPhone, isFresh } from '../state/wire.ts'
import { refused } from './price.ts'
import { failOrAsk, type SaleContext } from './sale-context.ts'

/**
 * Step 5: order, or reorder for a reissue. Without an answer it stays on the device and is sent
 * again as the very same order.
 */
export async function send(context: SaleContext, outgoing: Outgoing): Promise<void> {
  const { store, door, options, onOutgoing } = context
  const { dispatch } = store
  if (store.get().busy) return
  dispatch({ type: 'started', busy: 'order' })
  const body = orderOf({
    ...outgoing,
    pay: payBy(outgoing.way ?? firstWay, outgoing.phone),
    accepted: acceptedOf(options().textVersions, store.get().term.ogpoPlus),
  })
  const ordered = await askOrder(() => door.order(body, outgoing.reissue))
  if (ordered.kind === 'failed' && isUnanswered(ordered.apiError))
    return dispatch({ type: 'settled' })
  onOutgoing(null)
  // The order may stand all the same, and wait for another phone or for the bank.
  const { orderId, key: orderKey } = (ordered.kind === 'ordered' ? ordered : ordered.standing) ?? {}
  if (orderId) dispatch({ type: 'ordered', orderId, orderKey: orderKey ?? null })
  if (ordered.kind === 'bill-phone') {
    const { message } = ordered
    const errors = ['payment-phone', 'other-phone'].map((field) => ({ field, message }))
    dispatch({ type: 'wrong', errors })
    dispatch({ type: 'told', message })
  } else if (ordered.kind === 'failed') failOrAsk(context, ordered.apiError, 'pay')
}

const isUnanswered = ({ kind }: ApiError): boolean =>
  kind === 'offline' || kind === 'timeout' || kind === 'unavailable'

/** What of an order is not as the sheet says. */
export type PayMore = { way?: SentWay; phone?: string; sendAgain?: boolean; calculationId?: string }

export function pay(context: SaleContext, more: PayMore = {}): void {
  const state = context.store.get()
  const calculationId = more.calculationId ?? state.calculationId
  if (!calculationId || (!more.calculationId && !isFresh(state))) return
  // A payer's phone that is half typed gets no bill.
  if (!more.calculationId && refused(context)) return
  const outgoing = {
    calculationId,
    phone: more.phone ?? billPhone(state),
    ...(more.way ? { way: more.way } : {}),
    sendAgain: more.sendAgain === true,
    email: state.policyholder.email,
    reissue: state.term.reissue,
  }
  context.onOutgoing(outgoing)
  void send(context, outgoing)
}
