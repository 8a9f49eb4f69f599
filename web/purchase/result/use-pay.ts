import { useState } from 'react'
import type { WayName } from '#domain/payment-ways.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { orderOf, payBy, type Way } from '../../sale/model/order.ts'
import { isBillPhone } from '../../sale/model/refusal.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useTexts } from '../../texts.ts'
import { isWebAddress } from '../../web-address.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import words from './texts.ts'

export type Pay = ReturnType<typeof usePay>

/**
 * Paying an order another way, or not at all. The same calculation with another way closes the live
 * attempt and opens a new one.
 */
export function usePay(own: KeptOrder | null, orderKey: string, onChanged: () => void) {
  const t = useTexts(words)
  const { doing, once } = useMutation<WayName | 'cancel'>()
  /** What is wrong with the phone. */
  const [error, setError] = useState<string | undefined>()
  /** A bill may be on the phone, the client knows, and asks for another one all the same. */
  const [sendAgain, setSendAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [expired, setExpired] = useState(() => own !== null && purchaseToken() === null)

  const failed = (cause: unknown): void => {
    const apiError = apiErrorOf(cause)
    if (apiError.kind === 'unauthorised') setExpired(true)
    else if (apiError.kind === 'refused' && isBillPhone(apiError.code)) {
      setSendAgain(apiError.data['reason'] === 'bill_unclear')
      setError(apiError.message)
    } else if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
    else setProblem(apiError.message || (apiError.kind === 'offline' ? t.offline : t.problem))
  }
  const pay = async (way: Way): Promise<void> => {
    if (!own) return
    setError(undefined)
    setProblem(null)
    const { calculationId, accepted, email } = own
    const body = orderOf({ calculationId, pay: way, accepted, email, sendAgain })
    const token = purchaseToken() ?? undefined
    await once(
      async () => {
        const { data } = own.reissue
          ? await api('ogpoReorder', { ...body, globalId: own.reissue }, { token })
          : await api('ogpoOrder', body, { token })
        setSendAgain(false)
        if (way.system === 'mobile_bank' && way.phone)
          keepOrder(orderKey, { ...own, phone: way.phone })
        if (data.redirect_url && isWebAddress(data.redirect_url)) location.assign(data.redirect_url)
      },
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
    by: (way: WayName, phone = ''): void => void pay(payBy(way, phone)),
    cancel,
  }
}
