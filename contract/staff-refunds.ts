import { z } from 'zod'
import { isIban, normaliseIban } from '#domain/iban.ts'
import { call, done } from './call.ts'
import { Reason } from './staff-orders.ts'

/** Refunds that wait for a person: retried, found, paid by hand. */
const staff = ['staff'] as const

const RefundId = z.string({ error: 'required' }).max(120)
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
export const enterDetails = call({
  path: '/api/staff/refund/enterDetails',
  method: 'POST',
  may: staff,
  about:
    'Writes down the bank details a refund goes to when no payment can take it. Whoever changes them takes the approval away.',
  body: z.strictObject({
    refund_id: RefundId,
    iban: z.string({ error: 'iban' }).refine(isIban, { error: 'iban' }).transform(normaliseIban),
    holder: z
      .string({ error: 'required' })
      .trim()
      .min(3, { error: 'required' })
      .max(120, { error: 'invalid' }),
    holder_iin: z.string({ error: 'iin' }).regex(/^\d{12}$/, { error: 'iin' }),
  }),
  reply: done,
})
export const approveDetails = call({
  path: '/api/staff/refund/approveDetails',
  method: 'POST',
  may: staff,
  about:
    'Approves the bank details as a second person: 14063 for whoever wrote them down. `iban` is what was looked at.',
  body: z.strictObject({ refund_id: RefundId, iban: z.string().max(20) }),
  reply: done,
})
export const refundPaid = call({
  path: '/api/staff/refund/paid',
  method: 'POST',
  may: staff,
  about:
    'The transfer to the approved details was made: the ledger gets its line and the client is told.',
  body: z.strictObject({
    refund_id: RefundId,
    reference: z.string({ error: 'required' }).trim().min(2, { error: 'required' }).max(60),
  }),
  reply: done,
})
