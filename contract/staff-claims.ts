import { z } from 'zod'
import { reasonLength } from '#domain/claims/two-people.ts'
import { call, done } from './call.ts'
import { ClaimSlot, ClaimState } from './claims.ts'
import { Tenge } from './fields.ts'

const staff = ['staff'] as const
export const ClaimId = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40)
/** The last act with a claim that was looked at. */
export const Acted = z.string().regex(/^\d{1,18}$/, { error: 'invalid' })
const Text = (longest: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .min(2, { error: 'required' })
    .max(longest, { error: 'invalid' })

export const move = call({
  path: '/api/staff/claim/move',
  method: 'POST',
  may: staff,
  about:
    'Sets the state. `from` is the state that was looked at: 14060 when a colleague was faster, 14090 for one’s own claim, here and in the acts below. A rejection needs its reason, which the client reads; so does an approval that is held. `payable` goes with `accepted` and is at most what the law allows (422); a sum for two people is 14096. `acted` is the last act that was looked at: 14060 where somebody acted since.',
  body: z
    .strictObject({
      claim_id: ClaimId,
      from: ClaimState,
      to: ClaimState,
      reason: z.string().trim().max(1_000).default(''),
      payable: Tenge.min(0, { error: 'invalid' }).max(1e9, { error: 'invalid' }).optional(),
      acted: Acted.optional(),
      /** Goes in 8 seconds, unless `takeBack` comes first. */
      hold: z.boolean().default(false),
    })
    .refine(
      ({ to, reason, hold }) =>
        !(to === 'rejected' || (hold && to === 'accepted')) || reason.length >= reasonLength,
      {
        path: ['reason'],
        error: 'required',
      },
    ),
  reply: done,
})
export const takeBack = call({
  path: '/api/staff/claim/takeBack',
  method: 'POST',
  may: staff,
  about:
    'Takes back a decision of one’s own that is held and has not gone yet: neither the claim nor its client knew of it. 14118 once it has gone.',
  body: z.strictObject({ claim_id: ClaimId }),
  reply: done,
})
export const requestDocument = call({
  path: '/api/staff/claim/requestDocument',
  method: 'POST',
  may: staff,
  about:
    'Asks the client for a paper; they see it in the cabinet and upload it there. 14060 for a finished claim or one already asked for it.',
  body: z.strictObject({
    claim_id: ClaimId,
    slot: ClaimSlot,
    note: z.string().trim().max(500).default(''),
  }),
  reply: done,
})
export const message = call({
  path: '/api/staff/claim/message',
  method: 'POST',
  may: staff,
  about: 'Writes to the client about the claim.',
  body: z.strictObject({ claim_id: ClaimId, text: Text(2_000) }),
  reply: done,
})
export const setDamage = call({
  path: '/api/staff/claim/setDamage',
  method: 'POST',
  may: staff,
  about:
    'Corrects the type of damage. `from` is what was looked at: 14060 when a colleague was faster.',
  body: z.strictObject({ claim_id: ClaimId, from: z.string().max(200), to: Text(200) }),
  reply: done,
})
