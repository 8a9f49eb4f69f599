import { z } from 'zod'
import { claimPapers, type Source } from '#domain/claims/papers.ts'
import { answer, call } from './call.ts'
import { Day, Tenge } from './fields.ts'

/** Whom a claim is brought to, which papers it needs and by when. */
const ofClaim = ['user', 'claim'] as const

/** Who gives a paper: `Source` of domain/claims/papers.ts. */
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
        /** By the register, so nobody asked for photographs of the document. */
        identity: z.enum(['register', 'photographs']),
        signed: z.enum(['code', 'paper']),
        photographs: z.int(),
        plate: z.string().nullable(),
        reported_on: Day,
        deadlines: z.array(
          z.object({
            kind: z.enum(['missing_documents', 'decision', 'payment']),
            on: Day,
            state: z.enum(['waits', 'ahead', 'today', 'late', 'done']),
          }),
        ),
        /** Working days from the last paper to the money. */
        payment_days: z.int(),
        /** What the insurer pays for one victim's property at most; null where nothing is known. */
        property_limit: Tenge.nullable(),
      })
      .nullable(),
  ),
})
