import { z } from 'zod'
import { consentStates } from '#domain/consent.ts'
import { isIdentityNumber } from '#domain/document-numbers.ts'
import { CodeSent } from './cabinet.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, GlobalId, Iin, Instant, Phone, Pin, typedNames, written } from './fields.ts'
import { Position } from './ogpo-calculate.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

export const sendClientOtp = call({
  path: '/api/policy/kdp/sendClientOtp',
  method: 'POST',
  may: ['everyone'],
  about: 'Sends a one-time code by SMS to the phone of the person with this IIN.',
  body: z.strictObject({ iin: Iin, phone: Phone }),
  reply: answer(z.object({ resendAfter: Instant, expiresAt: Instant, resendInSeconds: z.int() })),
})

export const validateClientOtp = call({
  path: '/api/policy/kdp/validateClientOtp',
  method: 'POST',
  may: ['everyone'],
  about:
    'Checks the code. The right one is the consent to personal data, kept with the version of the text that was shown (`accepted`; without it today’s) and the time. The token may only buy, for two hours.',
  body: z.strictObject({
    iin: Iin,
    phone: Phone,
    otp_code: Pin,
    accepted: z.strictObject({ personalData: z.string().max(20) }).optional(),
  }),
  reply: answer(z.object({ token: z.string(), expiresAt: Instant })),
})

export const requestConsent = call({
  path: '/api/policy/kdp/requestConsent',
  method: 'POST',
  may: buyers,
  about: 'Asks a driver by SMS from 1414 to agree to the processing of personal data.',
  body: z.strictObject({ iin: Iin, phone: Phone }),
  reply: answer(z.object({ requestId: z.string(), expiresAt: Instant })),
})

export const ConsentStatus = z.enum(consentStates)
export const consentStatus = call({
  path: '/api/policy/kdp/consentStatus',
  method: 'POST',
  may: buyers,
  about: 'What the person answered to 1414.',
  body: z.strictObject({ requestId: z.string().max(64) }),
  reply: answer(z.object({ status: ConsentStatus, answeredAt: Instant.nullable() })),
})

export const getPersonSocialStatus = call({
  path: '/api/policy/gkb/getPersonSocialStatus',
  method: 'POST',
  may: buyers,
  about: 'Whether the law gives this person the OGPO benefit.',
  body: z.strictObject({ iin: Iin }),
  reply: answerWith({ hasBenefit: z.boolean() }),
})

const ClientInDatabase = z.object({
  name: z.string(),
  resident: z.boolean(),
  document_valid: z.boolean(),
})
export const updateClientInEsbd = call({
  path: '/api/policy/esbd/updateClientInEsbd',
  method: 'POST',
  may: buyers,
  catalogue: true,
  goesOn: true,
  about:
    'Takes the person from the register of persons and saves them in the unified insurance database.',
  body: z.strictObject({ iin: Iin }),
  reply: answer(ClientInDatabase),
})

export const setClientByDocument = call({
  path: '/api/policy/esbd/setClientByDocument',
  method: 'POST',
  may: buyers,
  catalogue: true,
  about:
    'Saves a person in the unified insurance database by the identity document typed by hand, when the register does not give it.',
  body: z.strictObject({
    iin: Iin,
    document_type: z.enum(['ID_CARD', 'PASSPORT', 'RESIDENCE_PERMIT'], { error: 'invalid' }),
    number: written(4, 'document_number')
      .max(20, { error: 'document_number' })
      .refine(isIdentityNumber, { error: 'document_number' }),
    issue_date: Day,
    issuer: written(2).max(200),
    valid_to: Day,
    ...typedNames,
    birth_date: Day,
  }),
  reply: answer(ClientInDatabase),
})

export const myConsents = call({
  path: '/api/policy/kdp/myConsents',
  method: 'POST',
  may: ['purchase', 'user'],
  about: 'The consents the client has given, with time, channel and version of the text.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        channel: z.string(),
        textVersion: z.string(),
        givenAt: Instant,
        validUntil: Instant,
        withdrawnAt: Instant.nullable(),
        /**
         * True if the client bought themself; else `askedBy` names who queried, masked, if known.
         */
        self: z.boolean(),
        askedBy: z.string().nullable(),
        /** When a calculation queried the registers under it, newest first. */
        usedAt: z.array(Instant),
      }),
    ),
  ),
})
export const withdrawConsent = call({
  path: '/api/policy/kdp/withdrawConsent',
  method: 'POST',
  may: ['purchase', 'user'],
  about: 'Withdraws a consent the client has given.',
  body: z.strictObject({ id: z.string().max(64) }),
  reply: done,
})

const promoter = ['promoter'] as const

/** For a policy that the calling promoter did not sell. */
export const ClientCode = z.object({
  /** «•• 01»: phone the policyholder's code is sent to; null if we know none of theirs. */
  phone: z.string().nullable(),
  /** Till when the code that was given opens the policy; null: people are masked. */
  until: Instant.nullable(),
})

export const sendClientCode = call({
  path: '/api/promoter/policy/ogpo/sendClientCode',
  method: 'POST',
  may: promoter,
  about:
    'Sends the policyholder of a policy that this promoter did not sell the code that opens it, to the phone their cabinet or policy holds. 14007 where none is known or needed.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(CodeSent.extend({ phone: z.string().meta({ description: 'masked: •• 01' }) })),
})
export const proveClient = call({
  path: '/api/promoter/policy/ogpo/proveClient',
  method: 'POST',
  may: promoter,
  about:
    'The policyholder’s code opens their policy to this promoter for half an hour: getPolicy in full, calculate with reorderGlobalId, reorder. 14014 for a wrong code.',
  body: z.strictObject({ globalId: GlobalId, code: Pin }),
  reply: answer(z.object({ until: Instant })),
})

/** Spec section 3, "Geolocation record": a measured position, or the error instead of it. */
export const saveGeo = call({
  path: '/api/geolocation/saveGeo',
  method: 'POST',
  may: ['purchase', 'user', 'promoter'],
  about:
    'Keeps a measured position or the error that stood in its place. 403 when operator_iin is not the one signed in.',
  body: z
    .strictObject({
      /** The promoter's IIN, or the buyer's; empty while the page does not know it. */
      operator_iin: z
        .string()
        .regex(/^\d{12}$/, { error: 'iin' })
        .nullish(),
      latitude: Position.latitude.nullish(),
      longitude: Position.longitude.nullish(),
      /** Metres, like altitudeAccuracy. */
      accuracy: z.number().min(0).nullish(),
      altitude: z.number().nullish(),
      altitudeAccuracy: z.number().min(0).nullish(),
      /** Degrees from north. */
      heading: z.number().min(0).max(360).nullish(),
      /** Metres per second. */
      speed: z.number().min(0).nullish(),
      error: z.string().max(300).nullish(),
      /**
       * `NO_IIN`, `UNSUPPORTED`, `PERMISSION_DENIED`, `POSITION_UNAVAILABLE`, `TIMEOUT`,
       * `UNKNOWN_ERROR`, `NEAR_CON`, or the browser's number.
       */
      error_code: z.union([z.string().max(40), z.int32()]).nullish(),
      source: written().max(40),
    })
    .refine((record) => (record.latitude ?? record.error ?? record.error_code ?? null) !== null, {
      path: ['latitude'],
      error: 'position',
    })
    .refine((record) => (record.latitude == null) === (record.longitude == null), {
      path: ['longitude'],
      error: 'position',
    }),
  reply: done,
})
