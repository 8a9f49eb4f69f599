import { z } from 'zod'
import { answerWith, call, done } from './call.ts'
import { Uuid } from './fields.ts'
import { PaperVerdict } from './staff-claim.ts'
import { ClaimId } from './staff-claims.ts'

const staff = ['staff'] as const

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

export const caseFile = call({
  path: '/api/staff/claim/file',
  method: 'GET',
  may: staff,
  about:
    "A claim's file as one PDF for the insurer: an index, the decision, every paper and photograph whole, letters and history, with numbered sheets, in the language asked for. A file that can't be read stays out and the index says why. Who took it is audited.",
  body: z.strictObject({ claim_id: ClaimId }),
  reply: done,
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
