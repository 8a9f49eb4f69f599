import { useRef, useState } from 'react'
import { flowName } from '../../flow.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { isWebAddress } from '../../web-address.ts'
import { payable } from '../before-paying.tsx'
import { buy } from '../calls.ts'
import { flowHere } from '../flow.ts'
import { acceptedOf, orderFailure, orderOf, payBy } from '../model/order.ts'
import words from '../purchase-texts.ts'
import type { Acting } from './acting.ts'
import { keepOrder } from './kept-order.ts'
import type { Options, State } from './state.ts'
import { payProblems } from './wire.ts'

/** The order and its money, then the page that follows it. */
export function usePayment(acting: Acting) {
  const { dispatch, options, latest, wrongIn, refuse, fail, waits } = acting
  const t = useTexts(words)
  const locale = useLocale()
  const [bankPage, setBankPage] = useState<string | null>(null)
  /** A bill may be on the phone: the client was told, and asks for another one all the same. */
  const anotherBill = useRef(false)

  /** The order as this tab knows it, and the address of the page that follows it. */
  const resultOf = (form: State, body: Body, key: string, orderId: string): string => {
    keepOrder(key, {
      orderId,
      calculationId: body.calculationId,
      accepted: body.accepted,
      email: form.email || null,
      phone: form.payPhone,
      plates: form.cars.map(({ plate }) => plate),
      reissue: form.reissue,
    })
    return `${flowHere().result(locale)}?${new URLSearchParams({ order: key })}`
  }
  /** The phone is the field to mend; the refusal stands beside it and nowhere else. */
  const mendPhone = (message: string, unclear: boolean): void => {
    anotherBill.current = unclear
    waits.over()
    const brief = unclear ? { brief: t.billUnclear } : {}
    dispatch({ type: 'wrong', errors: [{ field: 'payPhone', message, ...brief }] })
  }

  async function pay(): Promise<void> {
    const form = latest.current
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
    const body = bodyOf(form, { calculationId, options, free, sendAgain: anotherBill.current })
    try {
      const { data } = form.reissue
        ? await buy('ogpoReorder', { ...body, globalId: form.reissue }, { onWait: waits.on })
        : await buy('ogpoOrder', body, { onWait: waits.on })
      const result = resultOf(form, body, data.key, data.orderId)
      const bank = data.redirect_url
      if (!bank || !isWebAddress(bank)) return location.assign(result)
      // Back from the bank's page leads to the result, not to the form.
      history.replaceState(null, '', result)
      setBankPage(bank)
      location.assign(bank)
    } catch (error) {
      const apiError = apiErrorOf(error)
      const { standing, kind, unclear } = orderFailure(apiError)
      // The order stands and the server goes on asking the bank: its page says how it goes.
      if (kind === 'goes-on' && standing?.key)
        return location.assign(resultOf(form, body, standing.key, standing.orderId))
      if (kind === 'bill-phone') return mendPhone(apiError.message, unclear)
      fail(apiError)
    }
  }
  return { bankPage, pay: (): void => void pay() }
}

const isFree = ({ quote, reissue }: State): boolean =>
  quote !== null && payable(quote.calculation, reissue !== null) === 0

type Order = { calculationId: string; options: Options; free: boolean; sendAgain: boolean }
type Body = ReturnType<typeof bodyOf>
function bodyOf(form: State, { calculationId, options, free, sendAgain }: Order) {
  return {
    ...orderOf({
      calculationId,
      pay: payBy(form.pay, free ? '' : form.payPhone),
      email: form.email,
      sendAgain,
      accepted: acceptedOf(options.textVersions, form.ogpoPlus),
    }),
    ...(flowName() === 'egov' ? { flow: 'egov' as const } : {}),
  }
}
