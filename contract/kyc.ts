import { z } from 'zod'
import { kycEvents } from '#domain/kyc.ts'
import { personFacts } from '#domain/kyc-grounds.ts'
import { wordRoles } from '#domain/kyc-parts.ts'
import { answer, call, done } from './call.ts'
import { DeskDocument } from './desk-document.ts'
import { Day, Iin, Instant, Tenge, Uuid } from './fields.ts'
import { Reason, UnblockSigning } from './kyc-unblock.ts'

const staff = ['staff'] as const

/** The case's last change that was looked at: 14060 where it has changed since. */
const Seen = Instant.optional()
const hasOne = (of: { iin?: unknown; case_id?: unknown; account_id?: unknown }) =>
  [of.iin, of.case_id, of.account_id].filter((id) => id !== undefined).length === 1
/** About whom, by the IIN or by the case. */
const Decision = z
  .strictObject({ iin: Iin.optional(), case_id: Uuid.optional(), reason: Reason, seen: Seen })
  .refine(hasOne, { error: 'required', path: ['iin'] })
export const ListEffect = z.enum(['block', 'review', 'flag'])
export const MatchedBy = z.enum([
  'iin',
  'name_birth_date',
  'similar_birth_date',
  'similar_birth_year',
  'weak_name',
  'name',
])
/** How a word of the client was compared; `*_differ` are the places of letters that differ. */
const Word = z.object({
  role: z.enum(wordRoles),
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
  /** What the entry says. */
  names: z.array(z.string()),
  /** Masked where it is the person's own. */
  iin: z.string().nullable(),
  /** A day, or a year alone. */
  birth: z.string().nullable(),
  note: z.string(),
  /** Of the list, the first digits of its content's hash. */
  version: z.string(),
  /** The most alike of the entry's names word by word; null where none could be compared. */
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
    'Blocked or unblocked, why, and what the lists say about a person, compared now as a sale would compare them. Whom we do not know is named by the unified database; without a name the IIN alone is looked for.',
  body: z
    .strictObject({ iin: Iin.optional(), case_id: Uuid.optional(), account_id: Uuid.optional() })
    .refine(hasOne, { error: 'required', path: ['iin'] }),
  reply: answer(
    z.object({
      /** Masked; whoever needs all of it asks for it by the case or the account. */
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
          surname: z.string(),
          name: z.string(),
          patronymic: z.string(),
          birthDate: Day,
        })
        .nullable(),
      /**
       * The identity last typed by hand for a sale while the register of persons was silent, for
       * staff to prove.
       */
      typed: z
        .object({
          surname: z.string(),
          name: z.string(),
          patronymic: z.string(),
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
      /** The case of whoever looks: another one decides. */
      own: z.boolean(),
      /** The last change of the case, which a decision names; null where there is none. */
      changed_at: Instant.nullable(),
      policies_in_force: z.int(),
      /** Money owed to the person that waits under the block, by the sale it is of. */
      held: z.array(z.object({ order_id: z.string(), amount: Tenge })),
      /** Two people take the block off, on a ground with a document (`kycAskUnblock`). */
      takes_two: z.boolean(),
      /** What differs between the person and every entry that blocks: nothing else may be said. */
      differs: z.array(z.enum(personFacts)),
      documents: z.array(DeskDocument),
      signing: UnblockSigning,
      history: z.array(
        z.object({
          at: Instant,
          event: z.enum(kycEvents),
          reason: z.string().nullable(),
          /** Who of the staff; null: the program itself. */
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
