import { z } from 'zod'
import { isIban, normaliseIban } from '#domain/iban.ts'
import { call, done } from './call.ts'
import { Iin } from './fields.ts'
import { RefundId } from './staff-refunds.ts'

/** Refunds that go to an account: its details, seen by two people, and that they were paid. */
const staff = ['staff'] as const

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
    holder_iin: Iin,
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
