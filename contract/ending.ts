import { z } from 'zod'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { GlobalId, Instant, Tenge, Uuid } from './fields.ts'

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
export const TerminationByLines = Termination.extend({
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
})
export const calcTerminate = call({
  path: '/api/cabinet/policy/calcTerminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'First step: the refund by the law’s table, line by line. 14004 while a car is still registered to the policyholder.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(TerminationByLines),
})
export const sendTerminateCode = call({
  path: '/api/cabinet/policy/sendTerminateCode',
  method: 'POST',
  may: client,
  about: 'Sends the client the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent),
})
