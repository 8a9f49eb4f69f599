import { z } from 'zod'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { GlobalId, Instant, Pin, Tenge, Uuid } from './fields.ts'

/** The end of a policy before its time: what comes back, the code, the act. */
const client = ['user'] as const

export const TerminateReason = z.enum(['sold', 'died', 'own_will'], { error: 'required' })
export const Termination = z.object({
  calcId: z.string(),
  refundAmount: Tenge,
  retainedAmount: Tenge,
  elapsedDays: z.int(),
  totalDays: z.int(),
})
export const calcTerminate = call({
  path: '/api/cabinet/policy/calcTerminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'First step: the refund by the law’s table, line by line. 14004 while a car is still registered to the policyholder.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(
    Termination.extend({
      retainedPercent: z.int(),
      lines: z.array(
        z.object({
          kind: z.enum(['premium', 'ogpo_plus']),
          paid: Tenge,
          retained: Tenge,
          refund: Tenge,
        }),
      ),
      /** The calculation holds till then. */
      expiresAt: Instant,
    }),
  ),
})
export const sendTerminateCode = call({
  path: '/api/cabinet/policy/sendTerminateCode',
  method: 'POST',
  may: client,
  about: 'Sends the client the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent),
})
export const TerminationReply = z.object({
  /**
   * `accepted`: taken, the unified database is being told; `done`: the policy has ended and the
   * refund is on its way.
   */
  state: z.enum(['accepted', 'done']),
  kind: z.enum(['terminate', 'cancel']),
  refundAmount: Tenge,
  refunds: z.array(
    z.object({
      amount: Tenge,
      /**
       * `due` is on its way, `done` has been sent, `failed` is with our staff (another way or bank
       * details are needed).
       */
      state: z.enum(['due', 'done', 'failed']),
      way: z.enum(['mobile_bank', 'card', 'bank_details']),
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
    refundAmount: Tenge,
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
