import { z } from 'zod'
import { carZones } from '#domain/claim-way/answers.ts'
import { answers, europrotocolVerdicts } from '#domain/claims/europrotocol.ts'
import { covers, sides, statements } from '#domain/claims/notice.ts'
import { CodeSent } from './cabinet.ts'
import { answer, call } from './call.ts'
import { Day, Instant, maybeWritten, Pin, Tenge, Uuid, Whole } from './fields.ts'
import { Plate } from './ogpo-calculate.ts'

/** The notice that two drivers sign instead of calling the police (decision 225). */
const drivers = ['purchase', 'user', 'claim'] as const

export const Side = z.enum(sides)
const Yes = z.boolean({ error: 'required' })
export const NoticeShared = z.strictObject({
  on: Day,
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }),
  place: maybeWritten().max(200, { error: 'too_long' }),
  at_fault: Side.nullable(),
})
export const NoticeSays = z.partialRecord(z.enum(statements), Yes)
export const NoticePart = z.strictObject({
  plate: z.union([z.literal(''), Plate], { error: 'plate' }),
  zones: z.array(z.enum(carZones)).max(carZones.length),
  words: maybeWritten().max(1_000, { error: 'too_long' }),
  says: NoticeSays,
})

/** Random 160 bits in the link; it is carried in the body, and in the address behind `#`. */
const Key = z.string().regex(/^[\w-]{20,64}$/, { error: 'invalid' })
/** Which notice: of the own claim that is begun, or by the link that was shown. */
const which = { draft: Uuid.optional(), key: Key.optional() }

/** One driver as both see them: nothing of a person but the name. */
const Driver = NoticePart.extend({
  name: z.string(),
  insured: z.enum(covers),
  insurer: z.string().nullable(),
  /** The end of the policy's number. */
  policy: z.string().nullable(),
  signed_at: Instant.nullable(),
})
export const Notice = z.object({
  id: Uuid,
  /** Grows with every change; a change or a signature must name the version its user saw. */
  version: z.int(),
  me: Side,
  shared: NoticeShared,
  first: Driver,
  second: Driver.nullable(),
  verdict: z.enum(europrotocolVerdicts),
  conditions: z.array(
    z.object({
      condition: z.enum([
        ...(['nobody_hurt', 'two_vehicles', 'only_vehicles', 'both_insured'] as const),
        ...(['no_dispute', 'within_sum', 'in_force'] as const),
      ]),
      answer: z.enum(answers),
    }),
  ),
  /** Fields the caller has not filled in yet. */
  unsaid: z.array(z.string()),
  may_sign: z.boolean(),
  limit: Tenge.nullable(),
  /** Last day on which each driver may report to their insurer. */
  tell_by: Day,
  /** For the second driver to open; null once they have joined. Sent to the first driver alone. */
  link: z.object({ url: z.string(), until: Instant }).nullable(),
  /** Phone the caller's code is sent to: its last digits only. */
  phone: z.string().nullable(),
  signed_at: Instant.nullable(),
  /** The PDF is there. */
  paper: z.boolean(),
})

export const beginNotice = call({
  path: '/api/cabinet/claim/notice',
  method: 'POST',
  may: ['user', 'claim'],
  about:
    'The notice of a claim that is begun, made from its answers the first time. `anew`: a new link, and whoever joined by the one before is a party no more. 422 names what the claim does not say yet; 14060 once both have signed.',
  body: z.strictObject({ draft: Uuid, anew: z.boolean().default(false) }),
  reply: answer(Notice),
})
export const noticeLink = call({
  path: '/api/claim/notice/link',
  method: 'POST',
  may: ['everyone'],
  about:
    'Whether a link of a notice is still good, before anybody proves a phone for it. Nothing of the notice. Limited per address.',
  body: z.strictObject({ key: Key }),
  reply: answer(z.object({ good: z.boolean() })),
})
export const joinNotice = call({
  path: '/api/claim/notice/join',
  method: 'POST',
  may: ['purchase', 'user'],
  about:
    'The second driver opens the link with a proved phone and becomes a party; again it is the same. 404 for a link that is over, unknown or taken by somebody else; 422 on `key` for whoever made it.',
  body: z.strictObject({ key: Key }),
  reply: answer(Notice),
})
export const readNotice = call({
  path: '/api/claim/notice/read',
  method: 'POST',
  may: drivers,
  about: 'The notice as it is now, for its two drivers.',
  body: z.strictObject(which),
  reply: answer(Notice),
})
export const saveNotice = call({
  path: '/api/claim/notice/save',
  method: 'POST',
  may: drivers,
  about:
    'Changes what is common, or what one says oneself, and takes both signatures away. 14060 when it was changed since `version` or both have signed.',
  body: z.strictObject({
    ...which,
    version: Whole,
    shared: NoticeShared.partial().default({}),
    mine: NoticePart.partial().default({}),
  }),
  reply: answer(Notice),
})
export const noticeCode = call({
  path: '/api/claim/notice/code',
  method: 'POST',
  may: drivers,
  about:
    'Sends the code that signs this version to the own phone. 14012 while it may not be signed.',
  body: z.strictObject({ ...which, version: Whole }),
  reply: answer(CodeSent),
})
export const signNotice = call({
  path: '/api/claim/notice/sign',
  method: 'POST',
  may: drivers,
  about:
    'Signs by the code. The second signature makes it final, its PDF is a paper of the claim. 14060 when it was changed since `version`; signed again, it is the same signature.',
  body: z.strictObject({ ...which, version: Whole, code: Pin }),
  reply: answer(Notice),
})
export const noticePaper = call({
  path: '/api/claim/notice/paper',
  method: 'POST',
  may: drivers,
  about: 'A link to the PDF that both have signed: it opens once, within a minute.',
  body: z.strictObject(which),
  reply: answer(z.object({ url: z.string(), expiresAt: Instant })),
})

const DeskDriver = NoticePart.extend({
  name: z.string(),
  iin: z.string(),
  insured: z.enum(covers),
  insurer: z.string().nullable(),
  policy: z.string().nullable(),
  signed_at: Instant.nullable(),
  /** Phone the code was sent to, masked. */
  phone: z.string().nullable(),
})
/** The notice of a claim as staff see it. */
export const DeskNotice = z.object({
  shared: NoticeShared,
  first: DeskDriver,
  second: DeskDriver.nullable(),
  signed_at: Instant.nullable(),
})
