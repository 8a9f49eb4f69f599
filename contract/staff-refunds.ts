import { z } from 'zod'
import { call, done } from './call.ts'
import { Reason } from './staff-orders.ts'

/** Refunds that wait for a person: retried, found, paid by hand. */
const staff = ['staff'] as const

export const RefundId = z.string({ error: 'required' }).max(120)
export const retryRefund = call({
  path: '/api/staff/refund/retry',
  method: 'POST',
  may: staff,
  about: 'Sends a refused refund to its payment once more.',
  body: z.strictObject({ refund_id: RefundId, reason: Reason }),
  reply: done,
})
export const foundBill = call({
  path: '/api/staff/bill/found',
  method: 'POST',
  may: staff,
  about:
    'The number of a bill whose answer was lost, as the bank’s application shows it beside our number. The bank is asked about it: 14012 when it does not know the bill, when its sum differs, or when the bill is that of another payment. Money paid by it is then treated like any other.',
  body: z.strictObject({
    attempt_id: z.string({ error: 'required' }).max(60),
    bill_id: z
      .string({ error: 'required' })
      .trim()
      .regex(/^[1-9]\d{0,17}$/, { error: 'invalid' }),
    reason: Reason,
  }),
  reply: done,
  catalogue: true,
})
