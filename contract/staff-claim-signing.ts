import { z } from 'zod'
import { call, done } from './call.ts'
import { Tenge, Uuid } from './fields.ts'
import { declines, SigningReason, withdraws } from './signing-calls.ts'
import { Acted, ClaimId } from './staff-claims.ts'

const staff = ['staff'] as const

export const ask = call({
  path: '/api/staff/claim/askSignature',
  method: 'POST',
  may: staff,
  about:
    'The first signature under a payment: the claim stays as it is until another person signs. 14060 when a signature waits already or somebody acted since `acted`, 14012 when the claim may not be accepted or one person decides the sum, 14090 for one’s own claim; 422 over the limits of cover.',
  body: z.strictObject({
    claim_id: ClaimId,
    payable: Tenge.min(0, { error: 'invalid' }).max(1e9, { error: 'invalid' }).optional(),
    reason: SigningReason,
    acted: Acted.optional(),
  }),
  reply: done,
})
export const sign = call({
  path: '/api/staff/claim/sign',
  method: 'POST',
  may: staff,
  about:
    'The second signature: the claim is accepted, once, with the sum the first has signed. 14060 when it was decided or the claim changed, 14063 for whoever asked, 14091 when the two are not surely two people, 14090 for one’s own claim.',
  body: z.strictObject({ signature_id: Uuid }),
  reply: done,
})
export const decline = declines('/api/staff/claim/declineSignature')
export const withdraw = withdraws('/api/staff/claim/withdrawSignature')
