import type { Locale } from '#domain/locale.ts'
import { acceptedOf, askOrder, orderOf, payBy, type Way } from '../../sale/order.ts'
import { payable } from '../../sale/price.ts'
import { buyerDoor } from '../door.ts'
import { flowHere } from '../flow.ts'
import type { Acting } from './acting.ts'
import { keepOrder } from './kept-order.ts'
import { rememberOrder } from './order-address.ts'
import type { Options, State } from './state.ts'
import { payProblems } from './wire.ts'

/** The order and its money, then the page that follows it. */
export function createPayment(acting: Acting, billUnclear: string, locale: Locale) {
  const { store, page, wrongIn, refuse, fail, onWait } = acting
  const { dispatch } = store
  /** A bill may be on the phone: the client was told, and asks for another one all the same. */
  let anotherBill = false

  /** The order as this tab knows it, and the address of the page that follows it. */
  const resultOf = (form: State, body: Body, key: string, orderId: string): string => {
    keepOrder(key, {
      orderId,
      calculationId: body.calculationId,
      accepted: body.accepted,
      email: form.policyholder.email || null,
      phone: form.payPhone,
      plates: form.cars.map(({ plate }) => plate),
      reissue: form.term.reissue,
    })
    return `${flowHere().result(locale)}?${new URLSearchParams({ order: key })}`
  }
  /** The phone is the field to mend; the refusal stands beside it and nowhere else. */
  const mendPhone = (message: string, unclear: boolean): void => {
    anotherBill = unclear
    page.dispatch({ waiting: null })
    const brief = unclear ? { brief: billUnclear } : {}
    dispatch({ type: 'wrong', errors: [{ field: 'payPhone', message, ...brief }] })
  }

  return async function pay(): Promise<void> {
    const form = store.get()
    const { options } = page.get()
    const free = isFree(form)
    if (form.busy || !form.quote) return
    if (
      refuse([
        ...wrongIn(form),
        ...payProblems(form, { free, tick: options.acceptance === 'tick' }),
      ])
    )
      return
    dispatch({ type: 'started', busy: 'order' })
    const { calculationId } = form.quote.calculation
    const body = bodyOf(form, { calculationId, options, free, sendAgain: anotherBill })
    const ordered = await askOrder(() => buyerDoor.order(body, form.term.reissue, onWait))
    switch (ordered.kind) {
      case 'ordered': {
        const { key, orderId, bankPage } = ordered
        const result = resultOf(form, body, key, orderId)
        if (!bankPage) {
          rememberOrder(result)
          return location.assign(result)
        }
        // Back from the bank's page leads to the result, not to the form.
        history.replaceState(null, '', result)
        page.dispatch({ bankPage })
        return location.assign(bankPage)
      }
      case 'goes-on': {
        const { key, orderId } = ordered.standing
        const result = resultOf(form, body, key, orderId)
        rememberOrder(result)
        return location.assign(result)
      }
      case 'bill-phone':
        return mendPhone(ordered.message, ordered.unclear)
      case 'failed':
        return fail(ordered.apiError)
    }
  }
}

const isFree = ({ quote, term }: State): boolean =>
  quote !== null && payable(quote.calculation, term) === 0

type Order = { calculationId: string; options: Options; free: boolean; sendAgain: boolean }
type Body = ReturnType<typeof bodyOf>
function bodyOf(form: State, { calculationId, options, free, sendAgain }: Order) {
  return orderOf<Way>({
    calculationId,
    pay: payBy(form.pay, free ? '' : form.payPhone),
    email: form.policyholder.email,
    sendAgain,
    accepted: acceptedOf(options.textVersions, form.term.ogpoPlus),
  })
}
