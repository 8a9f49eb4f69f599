import { useState } from 'react'
import { type WayName, waysOf } from '#domain/payment-ways.ts'
import { parseMobile } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { api } from '../../http/api.ts'
import { call } from '../../http/call.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { askOrder, type Ordered, orderOf, payBy, type Way } from '../../sale/order.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { buyerOrder } from '../buyer-order.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import words from './texts.ts'

/** A proof that ran out is said on this page: it stays what it is. */
const buy = call({ token: purchaseToken, ended: () => {}, duplicateAttempts: 6 })

export type Pay = ReturnType<typeof usePay>

/**
 * Paying an order another way, or not at all. The same calculation with another way closes the live
 * attempt and opens a new one.
 */
export function usePay(own: KeptOrder | null, orderKey: string, onChanged: () => void) {
  const t = useTexts(words)
  const locale = useLocale()
  const { doing, once } = useMutation<WayName | 'cancel'>()
  /** What is wrong with the phone. */
  const [error, setError] = useState<string | undefined>()
  /** A bill may be on the phone, the client knows, and asks for another one all the same. */
  const [sendAgain, setSendAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [expired, setExpired] = useState(() => own !== null && purchaseToken() === null)

  const fail = (apiError: ApiError): void => {
    if (apiError.kind === 'unauthorised') setExpired(true)
    else if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
    else setProblem(apiError.message || (apiError.kind === 'offline' ? t.offline : t.problem))
  }
  const failed = (cause: unknown): void => fail(apiErrorOf(cause))
  const ordered = (way: Way, order: Ordered): void => {
    if (order.kind === 'ordered') {
      setSendAgain(false)
      if (own && 'phone' in way && way.phone) keepOrder(orderKey, { ...own, phone: way.phone })
      if (order.bankPage) location.assign(order.bankPage)
    } else if (order.kind === 'bill-phone') {
      setSendAgain(order.unclear)
      setError(order.message)
    } else if (order.kind === 'goes-on') setProblem(order.message)
    else fail(order.apiError)
  }
  const pay = async (way: Way): Promise<void> => {
    if (!own) return
    setError(undefined)
    setProblem(null)
    const { calculationId, accepted, email, reissue } = own
    const body = orderOf({ calculationId, pay: way, accepted, email, sendAgain })
    await once(
      async () => ordered(way, await askOrder(() => buyerOrder(buy, body, reissue))),
      failed,
      way.system,
    )
    onChanged()
  }
  const cancel = async (): Promise<void> => {
    if (!own) return
    setProblem(null)
    const { orderId } = own
    const token = purchaseToken() ?? undefined
    await once(() => api('ogpoCancelOrder', { orderId }, { token }), failed, 'cancel')
    onChanged()
  }
  return {
    doing,
    error,
    problem,
    expired,
    typed: (): void => setError(undefined),
    by: (way: WayName, phone = ''): void => {
      if (waysOf[way].asksPhone && !parseMobile(phone)) setError(fieldText('mobile', locale))
      else void pay(payBy(way, phone))
    },
    cancel,
  }
}
