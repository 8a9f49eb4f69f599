import { z } from 'zod'
import { personFacts } from '#domain/kyc/grounds.ts'
import { effectKinds, kycEvents, matchKinds } from '#domain/kyc/kyc.ts'
import { nameKeys } from '#domain/person.ts'
import { answer, answerWith, call, done } from './call.ts'
import { DeskDocument } from './desk-notes.ts'
import { Day, Iin, Instant, knownNames, Tenge, Uuid, written } from './fields.ts'
import { declines, Signature, SigningReason, signs, withdraws } from './signatures.ts'

/** A person on a list by their IIN or by name and birth date is let by two people. */
const staff = ['staff'] as const

const Short = written().max(100)
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
  body: z.strictObject({ ...Case, reason: SigningReason, evidence: Evidence }),
  reply: done,
})
export const signUnblock = signs(
  '/api/kyc/signUnblock',
  'The second signature: the block comes off. 14060 when it was decided or what the first signed has changed, 14063 for whoever asked, 14091 when the two are not surely two people, 14090 for one’s own case.',
)
export const declineUnblock = declines(
  '/api/kyc/declineUnblock',
  'The second person does not sign: the block stays, the note says why.',
)
export const withdrawUnblock = withdraws(
  '/api/kyc/withdrawUnblock',
  'Whoever asked for the signature takes it back.',
)
export const block = call({
  path: '/api/kyc/block',
  method: 'POST',
  may: staff,
  about:
    'Blocks a person again whom staff or the lists had let: it holds until staff take it off, whatever the lists say. 14060 when the case changed or is blocked, 14090 for one’s own case.',
  body: z.strictObject({ ...Case, reason: SigningReason }),
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

/** What the first has signed; null if unsigned. */
export const UnblockSigning = z
  .object({ signature: Signature, evidence: Evidence, documents: z.array(z.string()) })
  .nullable()

/** The last change of the case that the caller saw: 14060 if it has changed since. */
const Seen = Instant.optional()
const hasOne = (of: { iin?: unknown; case_id?: unknown; account_id?: unknown }) =>
  [of.iin, of.case_id, of.account_id].filter((id) => id !== undefined).length === 1
/** The person, by the IIN or by the case. */
const Decision = z
  .strictObject({
    iin: Iin.optional(),
    case_id: Uuid.optional(),
    reason: SigningReason,
    seen: Seen,
  })
  .refine(hasOne, { error: 'required', path: ['iin'] })
export const ListEffect = z.enum(effectKinds)
export const MatchedBy = z.enum(matchKinds)
/** How a word of the client was compared; `*_differ` are the places of letters that differ. */
const Word = z.object({
  role: z.enum(nameKeys),
  ours: z.string(),
  theirs: z.string(),
  /** As both were read by the comparison. */
  ours_as: z.string(),
  theirs_as: z.string(),
  ours_differ: z.array(z.int()),
  theirs_differ: z.array(z.int()),
  /** 0…1; null for a word only one side has. */
  likeness: z.number().nullable(),
})
const Match = z.object({
  list: z.string(),
  list_title: z.string(),
  effect: ListEffect,
  /** The entry's number in its list. */
  entry: z.string(),
  /** Likeness of the names, 0…1; an equal IIN is 1. */
  score: z.number(),
  by: MatchedBy,
  /** Fields of the entry. */
  names: z.array(z.string()),
  /** Masked if it is the person's own. */
  iin: z.string().nullable(),
  /** A day, or a year alone. */
  birth: z.string().nullable(),
  note: z.string(),
  /** First digits of the list's content hash. */
  version: z.string(),
  /** The most similar of the entry's names word by word; null if none could be compared. */
  parts: z
    .object({
      name: z.string(),
      score: z.number(),
      mean: z.number(),
      weakest: z.number(),
      words: z.array(Word),
    })
    .nullable(),
})

export const status = call({
  path: '/api/kyc/status',
  method: 'POST',
  may: staff,
  about:
    'Blocked or unblocked, why, and what the lists say about a person, compared now as a sale would compare them. Whom we do not know is named by the unified database; without a name the IIN alone is looked for. 14090 for one’s own case.',
  body: z
    .strictObject({ iin: Iin.optional(), case_id: Uuid.optional(), account_id: Uuid.optional() })
    .refine(hasOne, { error: 'required', path: ['iin'] }),
  reply: answer(
    z.object({
      /** Masked; revealed by the case or the account. */
      iin: z.string(),
      case_id: z.string().nullable(),
      account_id: z.string().nullable(),
      status: z.enum(['blocked', 'unblocked']),
      reason: z.string().nullable(),
      matches: z.array(Match),
      /** `lists_too_old`: nothing could be compared now, the matches are of the last time. */
      compared: z.enum(['person', 'iin_only', 'lists_too_old']),
      person: z
        .object({
          ...knownNames,
          birthDate: Day,
        })
        .nullable(),
      /**
       * The identity last typed by hand for a sale while the register of persons was silent, for
       * staff to prove.
       */
      typed: z
        .object({
          ...knownNames,
          birthDate: Day,
          document: z
            .object({
              type: z.string(),
              number: z.string(),
              issueDate: Day.nullable(),
              issuer: z.string(),
            })
            .nullable(),
          at: Instant,
        })
        .nullable(),
      screenedAt: Instant.nullable(),
      /** Blocked and not decided about yet. */
      to_decide: z.boolean(),
      /** The last change of the case, which a decision names; null if there is none. */
      changed_at: Instant.nullable(),
      policies_in_force: z.int(),
      /** Money owed to the person that waits under the block, by the sale it is of. */
      held: z.array(z.object({ order_id: z.string(), amount: Tenge })),
      /** Two people take the block off, on a ground with a document (`kycAskUnblock`). */
      takes_two: z.boolean(),
      /**
       * What differs between the person and every entry that blocks: staff may name no other
       * difference.
       */
      differs: z.array(z.enum(personFacts)),
      documents: z.array(DeskDocument),
      signing: UnblockSigning,
      history: z.array(
        z.object({
          at: Instant,
          event: z.enum(kycEvents),
          reason: z.string().nullable(),
          /** Member of staff; null: the program itself. */
          by: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export const unblock = call({
  path: '/api/kyc/unblock',
  method: 'POST',
  may: staff,
  about:
    'Takes the block off with a reason: the client can buy again, the entries decided about do not block again, new ones do. 14077 when nothing is blocked, 14090 for one’s own case, 14135 when two people decide (`kycAskUnblock`), 14136 when the reason claims a difference that the comparison does not show.',
  body: Decision,
  reply: done,
})
export const keep = call({
  path: '/api/kyc/keep',
  method: 'POST',
  may: staff,
  about:
    'Staff have looked and leave the block as it is, with a reason; the case leaves the list of new ones.',
  body: Decision,
  reply: done,
})

export const cases = call({
  path: '/api/kyc/cases',
  method: 'GET',
  may: staff,
  about:
    'Cases a view, twenty a page: `waiting`, blocked and not decided about, the longest wait first; `blocked` and `decided`, those staff kept or let, the newest decision first.',
  body: z.strictObject({
    view: z.enum(['waiting', 'blocked', 'decided']).default('waiting'),
    cursor: z.string().max(80).optional(),
  }),
  reply: answer(
    z.object({
      cases: z.array(
        z.object({
          id: z.string(),
          /** Masked. */
          iin: z.string(),
          name: z.string(),
          /** `typed`: an identity typed by hand waits to be proved. */
          origin: z.enum(['sale', 'rescreen', 'desk', 'typed']),
          openedAt: Instant,
          decidedAt: Instant.nullable(),
          /** In which lists they were found: code and name in law. */
          lists: z.array(z.object({ code: z.string(), title: z.string() })),
          /** How the strongest match was found; null for an identity typed by hand. */
          by: MatchedBy.nullable(),
          score: z.number(),
          policies_in_force: z.int(),
          /** A colleague has signed to lift the block: a second person must sign too. */
          signature_waits: z.boolean(),
        }),
      ),
      /** Blocked in all, beside those that wait. */
      blocked: z.int(),
      waiting: z.int(),
      next: z.string().nullable(),
    }),
  ),
})
