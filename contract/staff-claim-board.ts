import { z } from 'zod'
import { productNames } from '#domain/products.ts'
import { answer, call } from './call.ts'
import { Claim, ClaimState } from './claims.ts'
import { Day, Tenge } from './fields.ts'

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
  /** The money is asked of one's own insurer, who has 7 working days (26-1 § 2). */
  direct: z.boolean(),
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
