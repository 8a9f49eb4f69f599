import { z } from 'zod'
import { answer, call } from './call.ts'
import { GlobalId } from './fields.ts'

export const wallets = call({
  path: '/api/policy/ogpo/wallets',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  about:
    'Where an own policy is put into the wallet of a phone, in the language asked for: a file of ours for Apple, a link of Google. Null where that wallet’s keys are not set, or the policy is over. 404 for anybody else.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(z.object({ apple: z.string().nullable(), google: z.url().nullable() })),
})
