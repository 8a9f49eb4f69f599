import { z } from 'zod'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { GlobalId, Instant, Pin } from './fields.ts'

const promoter = ['promoter'] as const

/** Of a policy that the promoter who asks did not sell. */
export const ClientCode = z.object({
  /** «•• 01»: where the policyholder's code goes; null when no phone of theirs is known. */
  phone: z.string().nullable(),
  /** Till when the code that was given opens the policy; null: people are masked. */
  until: Instant.nullable(),
})

export const sendClientCode = call({
  path: '/api/promoter/policy/ogpo/sendClientCode',
  method: 'POST',
  may: promoter,
  about:
    'Sends the policyholder of a policy that this promoter did not sell the code that opens it, to the phone their cabinet or policy holds. 14007 where none is known or needed.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(CodeSent.extend({ phone: z.string().meta({ description: 'masked: •• 01' }) })),
})
export const proveClient = call({
  path: '/api/promoter/policy/ogpo/proveClient',
  method: 'POST',
  may: promoter,
  about:
    'The policyholder’s code opens their policy to this promoter for half an hour: getPolicy in full, calculate with reorderGlobalId, reorder. 14014 for a wrong code.',
  body: z.strictObject({ globalId: GlobalId, code: Pin }),
  reply: answer(z.object({ until: Instant })),
})
