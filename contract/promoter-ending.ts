import { z } from 'zod'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { TerminationReply } from './end-policy.ts'
import { TerminateReason, TerminationByLines } from './ending.ts'
import { GlobalId, Pin, Uuid, Whole } from './fields.ts'

/** The end of a policy at the promoter's, for the client beside them. */
const promoter = ['promoter'] as const

export const calcTerminate = call({
  path: '/api/promoter/policy/ogpo/calcTerminate',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'First step: the refund by the law’s table, line by line. 14004 with data.registration_number while a car is still registered.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(
    TerminationByLines.extend({
      /** The second step needs the policyholder's code from SMS: not an own sale. */
      codeRequired: z.boolean(),
      /** `died`: the second step is taken by our staff with the heirs (14021). */
      byStaff: z.boolean(),
    }),
  ),
})
export const sendTerminateCode = call({
  path: '/api/promoter/policy/ogpo/sendTerminateCode',
  method: 'POST',
  may: promoter,
  about: 'Sends the policyholder the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent.extend({ phone: z.string().meta({ description: 'masked: •• 01' }) })),
})
export const terminate = call({
  path: '/api/promoter/policy/ogpo/terminate',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Second step. Idempotent by calcId; another refundAmount than the server’s is refused with 14017, a missing or wrong code with 14014, `died` with 14021.',
  body: z.strictObject({
    globalId: GlobalId,
    terminateReason: TerminateReason,
    calcId: Uuid,
    refundAmount: Whole,
    code: Pin.optional(),
  }),
  reply: answer(TerminationReply),
})
export const cancel = call({
  path: '/api/promoter/policy/ogpo/cancel',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Cancels a policy of an own sale on the day of its issue and before its start; the whole sum goes back. Too late: 14005. A reissue of another’s sale: 14014 till its policyholder’s code is given (sendClientCode).',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
