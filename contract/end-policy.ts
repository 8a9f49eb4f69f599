import { z } from 'zod'
import { answer, call } from './call.ts'
import { TerminateReason } from './ending.ts'
import { GlobalId, Instant, Pin, Tenge, Uuid, Whole } from './fields.ts'
import { RefundWayField } from './pay.ts'

/** The act that ends a policy before its time, and how it stands. */
const client = ['user'] as const

export const TerminationReply = z.object({
  /** `accepted`: the unified database is being told; `done`: ended, the refund is on its way. */
  state: z.enum(['accepted', 'done']),
  kind: z.enum(['terminate', 'cancel']),
  refundAmount: Tenge,
  refunds: z.array(
    z.object({
      amount: Tenge,
      /** `due`: on its way; `done`: sent; `failed`: with staff, who need another way or details. */
      state: z.enum(['due', 'done', 'failed']),
      way: RefundWayField,
      at: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})
export const terminate = call({
  path: '/api/cabinet/policy/terminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Second step, confirmed by the code from SMS. Idempotent by calcId; another refundAmount than the server’s is refused with 14017.',
  body: z.strictObject({
    globalId: GlobalId,
    terminateReason: TerminateReason,
    calcId: Uuid,
    refundAmount: Whole,
    code: Pin,
  }),
  reply: answer(TerminationReply),
})
export const cancel = call({
  path: '/api/cabinet/policy/cancel',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Cancels a policy on the day of its issue and before its start; the whole sum goes back. Too late: 14005.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
export const terminationStatus = call({
  path: '/api/cabinet/policy/endingStatus',
  method: 'POST',
  may: client,
  about: 'How a termination or cancelling and its refund stand.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
