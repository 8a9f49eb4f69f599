import { z } from 'zod'
import { productNames } from '#domain/products.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Claim, ClaimState } from './claims.ts'
import { Day, Tenge, Uuid } from './fields.ts'
import { PaperVerdict } from './staff-claim.ts'
import { ClaimId } from './staff-claims.ts'

const staff = ['staff'] as const

const BoardClaim = z.object({
  claim_id: z.string(),
  state: ClaimState,
  /** Surname and initial: whoever opens the claim sees more, and is audited. */
  who: z.string(),
  plate: z.string().nullable(),
  policy_type: z.enum(productNames),
  policy_number: z.string(),
  damage_type: z.string(),
  deadline: Claim.shape.deadlines.element,
  /** From which the law's days count. */
  counted_from: Day,
  sum: Tenge.nullable(),
  /** Who took it, by name; null while nobody has. */
  lead: z.string().nullable(),
  mine: z.boolean(),
  client_acted: z.boolean(),
})

export const board = call({
  path: '/api/staff/claims/board',
  method: 'POST',
  may: staff,
  about:
    'Every open claim with the next deadline of the law, the nearest first; at most 500, `more` says that some were left out.',
  body: z.strictObject({}),
  reply: answer(z.object({ claims: z.array(BoardClaim), today: Day, more: z.boolean() })),
})

export const judgePaper = call({
  path: '/api/staff/claim/judgePaper',
  method: 'POST',
  may: staff,
  about:
    'What a person says of a paper: it fits, it is to be sent again, or nothing any more (null). The client hears nothing until `askAgain`. `from` is the verdict that was looked at: 14060 when a colleague was faster.',
  body: z.strictObject({
    claim_id: ClaimId,
    file_id: Uuid,
    from: PaperVerdict.nullable(),
    to: PaperVerdict.nullable(),
  }),
  reply: done,
})

export const askAgain = call({
  path: '/api/staff/claim/askAgain',
  method: 'POST',
  may: staff,
  about:
    'Asks for every paper marked to be sent again and not asked for yet, by one SMS; answers how many. 14060 where there is none, or the claim is finished.',
  body: z.strictObject({ claim_id: ClaimId, note: z.string().trim().max(500).default('') }),
  reply: answerWith({ asked: z.int() }),
})

const Said = z
  .int({ error: 'invalid' })
  .min(0, { error: 'invalid' })
  .max(1e9, { error: 'invalid' })
  .nullable()
export const setSums = call({
  path: '/api/staff/claim/setSums',
  method: 'POST',
  may: staff,
  about:
    'What the client asks for and what the damage is estimated at, tenge. `from` is what was looked at: 14060 when a colleague was faster or the claim is decided.',
  body: z.strictObject({
    claim_id: ClaimId,
    from: z.strictObject({ asked: Said, estimated: Said }),
    to: z.strictObject({ asked: Said, estimated: Said }),
  }),
  reply: done,
})
