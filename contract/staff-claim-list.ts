import { z } from 'zod'
import { productNames } from '#domain/products.ts'
import { answer, call } from './call.ts'
import { Claim, ClaimState } from './claims.ts'
import { Day, Instant } from './fields.ts'

const staff = ['staff'] as const

/**
 * `open`: what still needs somebody; the oldest first. Finished ones and `all`: the newest first.
 */
const ClaimView = z.enum(['open', ...ClaimState.options, 'all'])
const Deadline = Claim.shape.deadlines.element

const StaffClaimLine = z.object({
  claim_id: z.string(),
  state: ClaimState,
  policy_type: z.enum(productNames),
  policy_number: z.string(),
  global_id: z.string(),
  damage_type: z.string(),
  claim_date: Day,
  /** The nearest of the law's deadlines still open. */
  deadline: Deadline.extend({ soon: z.boolean() }).nullable(),
  /** The last to do something was the client: a document or a message waits to be looked at. */
  client_acted: z.boolean(),
  updated_at: Instant,
})

export const claims = call({
  path: '/api/staff/claims',
  method: 'POST',
  may: staff,
  about: 'The queue of claims by state, deadline, kind of policy and number, a page at a time.',
  body: z.strictObject({
    view: ClaimView.default('open'),
    /** `late`: a deadline has passed; `soon`: one passes within the next working day, or has. */
    deadline: z.enum(['late', 'soon']).optional(),
    policy_type: z.enum(productNames).optional(),
    /** Of the claim, the policy or its Global ID; from its beginning. */
    number: z.string().trim().max(40).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(z.object({ claims: z.array(StaffClaimLine), next: z.string().nullable() })),
})
