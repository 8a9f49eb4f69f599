import { z } from 'zod'
import { answerWith, call, done } from './call.ts'
import { maybeWritten, Tenge, Uuid } from './fields.ts'
import { declines, Hold, SigningReason, withdraws } from './signatures.ts'
import { Acted, ClaimId, PaperVerdict } from './staff-claims.ts'

const staff = ['staff'] as const

export const judgePaper = call({
  path: '/api/staff/claim/judgePaper',
  method: 'POST',
  may: staff,
  about:
    'What a person says of a paper: it fits, it is to be sent again, or nothing any more (null). The client hears nothing until `askAgain`. `from` is the verdict that was looked at: 14060 when a colleague was faster. It fits only once whoever says so has opened it: 14119. 14162 before the claim is taken under consideration.',
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
  body: z.strictObject({ claim_id: ClaimId, note: maybeWritten().max(500).default('') }),
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

export const showReport = call({
  path: '/api/staff/claim/showReport',
  method: 'POST',
  may: staff,
  about: 'Shows the evaluation report to the client, or hides it.',
  body: z.strictObject({ claim_id: ClaimId, visible: z.boolean() }),
  reply: done,
})
export const UploadReportFields = z.strictObject({
  claim_id: ClaimId,
  visible: z.enum(['true', 'false'], { error: 'required' }),
})
export const uploadReport = call({
  path: '/api/staff/claim/uploadReport',
  method: 'POST',
  may: staff,
  about:
    'The evaluation report as multipart/form-data (file `report`: png, jpeg or pdf, at most 10 MB); `visible` shows it to the client at once.',
  body: UploadReportFields,
  reply: answerWith({ file_id: Uuid }),
})

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
  body: z.strictObject({
    signature_id: Uuid,
    /** As of every second signature, but taken back by `takeBack` of the claim. */
    hold: Hold,
  }),
  reply: done,
})
export const decline = declines('/api/staff/claim/declineSignature')
export const withdraw = withdraws('/api/staff/claim/withdrawSignature')
