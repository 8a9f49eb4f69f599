import { z } from 'zod'
import { deadlineKinds, deadlineStates } from '#domain/claims/deadlines.ts'
import { claimCases, parties } from '#domain/claims/facts.ts'
import { claimPapers, claimSlots, type Source } from '#domain/claims/papers.ts'
import { claimStates } from '#domain/claims/state.ts'
import { productNames } from '#domain/products.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, Tenge, written } from './fields.ts'

const client = ['user'] as const
const ofClaim = ['user', 'claim'] as const

export const ClaimSlot = z.enum(claimSlots)
export const ClaimCase = z.enum(claimCases, {
  error: 'required',
})
export const ClaimStatus = z.enum(parties, { error: 'required' })
export const ClaimState = z.enum(claimStates)

/**
 * The text fields of the form. Files are fields named `documents[{slot}]`, one each, png, jpeg or
 * pdf by content, at most 10 MB; the header `Idempotency-Key` (a UUID) makes a repeat the same
 * claim. Numbers come as text, as forms send them.
 */
const Digits = z.string().regex(/^\d{1,9}$/, { error: 'invalid' })
export const SendDocsFields = z.strictObject({
  policy_number: written().max(40),
  policy_type: z.enum(productNames, { error: 'required' }),
  policy_start_date: Day.optional(),
  policy_end_date: Day.optional(),
  insured_amount: Digits.optional(),
  premium: Digits.optional(),
  /** Home policies only. */
  property_address: written(5).max(300).optional(),
  claim_case: ClaimCase,
  claim_status: ClaimStatus,
  damage_type: written(2).max(200),
})
export const sendDocs = call({
  path: '/api/cabinet/claim/sendDocs',
  method: 'POST',
  may: client,
  about: 'Sends a claim with its six documents as multipart/form-data; all are stored or none.',
  body: SendDocsFields,
  reply: answerWith({ claim_number: z.string(), claim_id: z.string() }),
})

/** Only a clean file opens; of an infected one the name is left. */
export const FileScan = z.enum(['waiting', 'clean', 'infected'])
export const claimFile = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  size: z.int(),
  mime: z.string(),
  at: Instant,
  scan: FileScan,
})
export const Claim = z.object({
  claim_id: z.string(),
  claim_number: z.string(),
  global_id: z.string(),
  claim_date: Day,
  status: ClaimState,
  policy_number: z.string(),
  policy_type: z.enum(productNames),
  property_address: z.string().nullable(),
  damage_type: z.string(),
  claim_case: ClaimCase,
  claim_status: ClaimStatus,
  visible_to_client: z.boolean(),
  /** Only when it is visible to the client. */
  evaluation_report: claimFile.nullable(),
  /** The law's deadlines, in working days; `doneAt` once met. */
  deadlines: z.array(
    z.object({
      kind: z.enum(deadlineKinds),
      due: Day,
      late: z.boolean(),
    }),
  ),
  updated_at: Instant,
})
/** `asked`: documents that staff have requested and still await. */
const ListedClaim = Claim.extend({
  asked: z.int(),
  /** Made as a guided claim, so it has a verdict (`claimVerdict`). */
  by_way: z.boolean(),
})
export const getClaims = call({
  path: '/api/cabinet/claim/getClaims',
  method: 'GET',
  may: client,
  about: 'The client’s claims, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(ListedClaim)),
})
export const getClaim = call({
  path: '/api/cabinet/claim/getClaim',
  method: 'POST',
  may: ofClaim,
  about:
    'One claim with its documents, messages, what staff ask for and its history. Files open by fileLink.',
  body: z.strictObject({ claim_id: z.string().max(40) }),
  reply: answer(
    Claim.extend({
      documents: z.array(claimFile),
      messages: z.array(
        z.object({ text: z.string(), from: z.enum(['client', 'staff']), at: Instant }),
      ),
      /** `infected`: requested again, since the file sent before had a virus. */
      missing_documents: z.array(
        z.object({
          id: z.string(),
          slot: ClaimSlot,
          note: z.string(),
          at: Instant,
          infected: z.boolean(),
        }),
      ),
      /** `reason`: why it was rejected, in the words of staff. */
      history: z.array(
        z.object({ status: ClaimState, at: Instant, reason: z.string().nullable() }),
      ),
    }),
  ),
})

export const writeMessage = call({
  path: '/api/cabinet/claim/writeMessage',
  method: 'POST',
  may: ofClaim,
  about: 'The client writes to the staff about their claim. 14060 for a finished one.',
  body: z.strictObject({
    claim_id: z.string().max(40),
    text: written(2).max(2_000, { error: 'invalid' }),
  }),
  reply: done,
})
export const AnswerRequestFields = z.strictObject({
  claim_id: z.string({ error: 'required' }).max(40),
  request_id: z.string({ error: 'required' }).regex(/^\d{1,18}$/, { error: 'invalid' }),
})
export const answerRequest = call({
  path: '/api/cabinet/claim/answerRequest',
  method: 'POST',
  may: ofClaim,
  about:
    'The paper staff asked for, as multipart/form-data (file `document`: png, jpeg or pdf, at most 10 MB). Once answered it is answered.',
  body: AnswerRequestFields,
  reply: answerWith({ file_id: z.string() }),
})

/** Issuers of papers: `Source` of domain/claims/papers.ts. */
const paperSources = [
  ...(['made_here', 'camera', 'police', 'court', 'declaration', 'clinic'] as const),
  ...(['disability_commission', 'registry_office', 'notary', 'firm', 'receipts'] as const),
  ...(['building_service', 'fire_service', 'weather_service'] as const),
] as const satisfies readonly Source[]
const VerdictPaper = z.object({ paper: z.enum(claimPapers), where: z.enum(paperSources) })
export const verdict = call({
  path: '/api/cabinet/claim/verdict',
  method: 'POST',
  may: ofClaim,
  about:
    'What a sent claim has and lacks, and the days the law gives; null for one that came as six files. Says nothing of the decision, which a person makes.',
  body: z.strictObject({ claim_id: z.string().max(40) }),
  reply: answer(
    z
      .object({
        complete: z.boolean(),
        here: z.array(z.enum(claimPapers)),
        missing: z.array(VerdictPaper),
        /** `register`: it confirmed the document, so no photographs were requested. */
        identity: z.enum(['register', 'photographs']),
        signed: z.enum(['code', 'paper']),
        photographs: z.int(),
        plate: z.string().nullable(),
        reported_on: Day,
        deadlines: z.array(
          z.object({
            kind: z.enum(deadlineKinds),
            on: Day,
            state: z.enum(deadlineStates),
          }),
        ),
        /** Working days from the last paper to the money. */
        payment_days: z.int(),
        /** The most the insurer pays for one victim's property; null if unknown. */
        property_limit: Tenge.nullable(),
      })
      .nullable(),
  ),
})
