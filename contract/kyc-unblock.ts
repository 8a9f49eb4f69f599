import { z } from 'zod'
import { personFacts } from '#domain/kyc-grounds.ts'
import { answerWith, call, done } from './call.ts'
import { Day, Instant, Uuid } from './fields.ts'
import { Signature } from './signatures.ts'

/** A person on a list by their IIN or by name and birth date is let by two people. */
const staff = ['staff'] as const

export const Reason = z
  .string({ error: 'required' })
  .trim()
  .min(5, { error: 'reason' })
  .max(500, { error: 'invalid' })
const Short = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(100)
const Act = z.object({ number: Short, date: Day })
/** The ground and what proves it. */
export const Evidence = z.discriminatedUnion('ground', [
  z.strictObject({
    ground: z.literal('not_same'),
    differs: z.array(z.enum(personFacts)).min(1, { error: 'required' }).max(personFacts.length),
  }),
  Act.extend({ ground: z.literal('excluded') }).strict(),
  Act.extend({ ground: z.literal('term_over') }).strict(),
])
const Case = { case_id: Uuid, seen: Instant.optional() }

export const askUnblock = call({
  path: '/api/kyc/askUnblock',
  method: 'POST',
  may: staff,
  about:
    'The first signature under taking a block off: the person stays blocked until another one signs. 14136 when the ground says what the comparison does not show (`data.differs`: what it does), 14137 without a document of the case, 14087 while it is scanned, 14060 when the case changed or a signature waits, 14077 when nothing is blocked, 14090 for one’s own case.',
  body: z.strictObject({ ...Case, reason: Reason, evidence: Evidence }),
  reply: done,
})
const Signed = z.strictObject({ signature_id: Uuid })
export const signUnblock = call({
  path: '/api/kyc/signUnblock',
  method: 'POST',
  may: staff,
  about:
    'The second signature: the block comes off. 14060 when it was decided or what the first signed has changed, 14063 for whoever asked, 14091 when the two are not surely two people, 14090 for one’s own case.',
  body: Signed,
  reply: done,
})
export const declineUnblock = call({
  path: '/api/kyc/declineUnblock',
  method: 'POST',
  may: staff,
  about: 'The second person does not sign: the block stays, the note says why.',
  body: Signed.extend({ note: Reason }).strict(),
  reply: done,
})
export const withdrawUnblock = call({
  path: '/api/kyc/withdrawUnblock',
  method: 'POST',
  may: staff,
  about: 'Whoever asked for the signature takes it back.',
  body: Signed,
  reply: done,
})
export const block = call({
  path: '/api/kyc/block',
  method: 'POST',
  may: staff,
  about:
    'Blocks a person again whom staff or the lists had let: it holds until staff take it off, whatever the lists say. 14060 when the case changed or is blocked, 14090 for one’s own case.',
  body: z.strictObject({ ...Case, reason: Reason }),
  reply: done,
})

export const DocumentFields = z.strictObject({ case_id: Uuid })
export const addDocument = call({
  path: '/api/kyc/addDocument',
  method: 'POST',
  may: staff,
  about:
    'A document of a case as multipart/form-data (file `document`: png, jpeg or pdf, at most 10 MB). It is scanned before anybody opens it (`cabinetFileLink`) or rests a ground on it.',
  body: DocumentFields,
  reply: answerWith({ file_id: Uuid }),
})

/** What the first has signed; null where nobody has. */
export const UnblockSigning = z
  .object({ signature: Signature, evidence: Evidence, documents: z.array(z.string()) })
  .nullable()
