import { z } from 'zod'
import { happenings, homeCauses, zones } from '#domain/claim-way/answers.ts'
import { photographsInAll, shows } from '#domain/claim-way/photographs.ts'
import { claimCases } from '#domain/claims/facts.ts'
import { isIban, normaliseIban } from '#domain/iban.ts'
import { normalisePlate } from '#domain/plate.ts'
import { plateLetters } from '#domain/plate-letters.ts'
import { CodeSent } from './cabinet.ts'
import { answer, answerWith, call, done } from './call.ts'
import { FileScan } from './claims.ts'
import { Day, GlobalId, Instant, maybeWritten, Pin, Uuid, Whole } from './fields.ts'
import { Plate } from './ogpo-calculate.ts'

/** Photographs of a claim draft: place, upload. */
const ofClaim = ['user', 'claim'] as const

export const degrees = (most: number) => z.number().min(-most).max(most)

export const ClaimPhotograph = z.object({
  id: Uuid,
  shows: z.enum(shows),
  name: z.string(),
  size: z.int(),
  scan: FileScan,
})
const place = z.object({ latitude: degrees(90), longitude: degrees(180) })
/** `latitude,longitude` in degrees. */
const PlaceInText = z
  .string()
  .max(60)
  .transform((text) => {
    const [latitude, longitude] = text.split(',').map(Number)
    return { latitude, longitude }
  })
  .pipe(place)

/**
 * The text fields of the form; the file is `photograph`, at most 10 MB. `taken_at`: the camera's
 * position from the notes that the page removed when it made the photograph smaller.
 */
export const PhotographFields = z.strictObject({
  draft_id: Uuid,
  id: Uuid,
  shows: z.enum(shows, { error: 'required' }),
  taken_at: PlaceInText.optional(),
})
export const addPhotograph = call({
  path: '/api/cabinet/claim/draft/photograph',
  method: 'POST',
  may: ofClaim,
  about:
    'One photograph of a claim that is begun, as multipart/form-data (file `photograph`: jpeg or png, a paper also pdf). Its id is the client’s own: sent again, it is the same photograph. Answered when it is kept.',
  body: PhotographFields,
  reply: answerWith({ photograph: ClaimPhotograph }),
})
export const dropPhotograph = call({
  path: '/api/cabinet/claim/draft/dropPhotograph',
  method: 'POST',
  may: ofClaim,
  about: 'Takes a photograph away; one that is gone is taken away.',
  body: z.strictObject({ draft_id: Uuid, id: Uuid }),
  reply: done,
})

const client = ['user'] as const

/**
 * The answers of a claim that is begun; each may still be missing. A call carries those that
 * changed, and an empty text takes an answer back.
 */
export const ClaimAnswers = z
  .strictObject({
    happened: z.enum(happenings, { error: 'required' }),
    policy: GlobalId,
    on: Day,
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }),
    place: maybeWritten().max(200, { error: 'too_long' }),
    position: z
      .object({
        latitude: degrees(90),
        longitude: degrees(180),
        accuracy: z.number().min(0).max(1e6),
      })
      .nullable(),
    injured: z.boolean(),
    other_plate: z.union([z.literal(''), Plate], { error: 'plate' }),
    own_plate: z.union([z.literal(''), Plate], { error: 'plate' }),
    no_other: z.boolean(),
    zones: z.array(z.enum(zones)).max(zones.length),
    drives: z.boolean(),
    cause: z.enum(homeCauses),
    harmed: z.enum(claimCases),
    words: maybeWritten().max(1_000, { error: 'too_long' }),
    iban: z.union([
      z.literal(''),
      z
        .string()
        .max(40, { error: 'iban' })
        .transform(normaliseIban)
        .pipe(z.string().refine(isIban, { error: 'iban' })),
    ]),
  })
  .partial()
export const ClaimDraft = z.object({
  id: Uuid,
  /** Grows with every change; a signature must name the version its user saw. */
  version: z.int(),
  answers: ClaimAnswers,
  photographs: z.array(ClaimPhotograph).max(photographsInAll + 10),
  /** The client must photograph their identity document: the register has not confirmed it. */
  asks_identity: z.boolean(),
  /** Its insurer takes a code from an SMS as the signature under the applications. */
  signs_by_code: z.boolean(),
  /**
   * For an injured third party outside the contract: the plate or the policy's number they named,
   * and the insurer the application is addressed to. Nothing about the policyholder.
   */
  third_party: z.object({ named: z.string(), insurer: z.string() }).nullable(),
  /** The photograph of the notice that both drivers have signed. */
  notice_file: Uuid.nullable(),
  /** Deleted after this, unless it is gone on with. */
  kept_until: Instant,
  updated_at: Instant,
})

export const drafts = call({
  path: '/api/cabinet/claim/drafts',
  method: 'GET',
  may: client,
  about: 'Claims that are begun and not yet sent, on any device, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(ClaimDraft)),
})
export const draft = call({
  path: '/api/cabinet/claim/draft',
  method: 'POST',
  may: ofClaim,
  about: 'One claim that is begun. 404 when it was sent or deleted.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(ClaimDraft),
})
/** A state number, or the number of a policy; spaces and Cyrillic look-alikes are forgiven. */
const Named = z
  .string({ error: 'required' })
  .max(40, { error: 'plate_or_policy' })
  .transform((text) => normalisePlate(plateLetters(text)))
  .pipe(z.string().regex(/^[A-Z0-9/]{5,30}$/, { error: 'plate_or_policy' }))
export const beginThirdParty = call({
  path: '/api/claim/third-party',
  method: 'POST',
  may: ['purchase', 'user'],
  about:
    'Begins the claim of somebody whom a client of ours harmed: by the plate or the policy number of the one at fault and the day. Asked by whoever proved IIN and phone by a code (validateClientOtp), who gets the token of this one claim with it, for a day from their code (`token`; the rest of their cabinet needs their own sign-in), or by a client. `draft` null: there is no such policy of ours that day; `insurer` is then whom the unified database names for a plate. Limited per person and address. 422 on `named` for one’s own policy. The id is the asker’s own: sent again, it is the same claim.',
  body: z.strictObject({ id: Uuid, named: Named, on: Day }),
  reply: answer(
    z.object({
      draft: Uuid.nullable(),
      insurer: z.string().nullable(),
      token: z.string().nullable(),
    }),
  ),
})
export const saveDraft = call({
  path: '/api/cabinet/claim/draft/save',
  method: 'POST',
  may: ofClaim,
  about:
    'Keeps the answers that changed; the id is the client’s own, and the first call with it begins the claim. A day that cannot be is 422 on `on`.',
  body: z.strictObject({ id: Uuid, answers: ClaimAnswers }),
  reply: answer(ClaimDraft),
})
export const dropDraft = call({
  path: '/api/cabinet/claim/draft/drop',
  method: 'POST',
  may: ofClaim,
  about: 'Deletes a claim that was not sent, with its photographs.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const otherCar = call({
  path: '/api/cabinet/claim/otherCar',
  method: 'POST',
  may: client,
  about:
    'Whether the unified database has a policy of the other car on that day, and whose; nothing of any person.',
  body: z.strictObject({ plate: Plate, on: Day }),
  reply: answer(z.object({ insured: z.boolean(), insurer: z.string().nullable() })),
})

/** Missing parts of a claim, by answer or paper. */
const Missing = z.array(z.string())
export const draftPapers = call({
  path: '/api/cabinet/claim/draft/papers',
  method: 'POST',
  may: ofClaim,
  about:
    'Makes both applications as PDF from the answers; they open by fileLink. 422 names what is not answered.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(
    z.object({
      version: z.int(),
      claim_application: Uuid,
      payment_application: Uuid,
      /** Phone the code is sent to: its last digits only. */
      phone: z.string().nullable(),
      missing: Missing,
    }),
  ),
})
export const draftCode = call({
  path: '/api/cabinet/claim/draft/code',
  method: 'POST',
  may: ofClaim,
  about: 'Sends the code that signs the applications.',
  body: z.strictObject({ id: Uuid, version: Whole }),
  reply: answer(CodeSent),
})
export const sendDraft = call({
  path: '/api/cabinet/claim/draft/send',
  method: 'POST',
  may: ofClaim,
  about:
    'Signs by the code and sends the claim; without a code the signed applications must be among its photographs. Asked again, it is the same claim. 14060: the answers changed after the papers were shown.',
  body: z.strictObject({ id: Uuid, version: Whole, code: Pin.optional() }),
  reply: answerWith({ claim_id: z.string() }),
  // Its papers are made before it answers; the code was right once.
  goesOn: true,
})
