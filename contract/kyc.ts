import { z } from 'zod'
import { listFormats } from '#domain/kyc.ts'
import { answer, call, done } from './call.ts'
import { Day, Iin, Instant } from './fields.ts'

const staff = ['staff'] as const

/** Why staff decided so: kept for good beside the decision. */
const Reason = z
  .string({ error: 'required' })
  .trim()
  .min(5, { error: 'reason' })
  .max(500, { error: 'invalid' })
export const ListEffect = z.enum(['block', 'review', 'flag'])
const Match = z.object({
  list: z.string(),
  list_title: z.string(),
  effect: ListEffect,
  /** The entry's number in its list. */
  entry: z.string(),
  /** Likeness of the names, 0…1; an equal IIN is 1. */
  score: z.number(),
  by: z.enum([
    'iin',
    'name_birth_date',
    'similar_birth_date',
    'similar_birth_year',
    'weak_name',
    'name',
  ]),
  /** What the entry says. */
  names: z.array(z.string()),
  iin: z.string().nullable(),
  /** A day, or a year alone. */
  birth: z.string().nullable(),
  note: z.string(),
  /** Of the list, the first digits of its content's hash. */
  version: z.string(),
})

export const status = call({
  path: '/api/kyc/status',
  method: 'POST',
  may: staff,
  about:
    'Blocked or unblocked, why, and what the lists say about a person, compared now as a sale would compare them. Whom we do not know is named by the unified database; without a name the IIN alone is looked for.',
  body: z.strictObject({ iin: Iin }),
  reply: answer(
    z.object({
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
          iin: z.string(),
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
      policies_in_force: z.int(),
      history: z.array(
        z.object({
          at: Instant,
          event: z.enum(['blocked', 'kept', 'unblocked', 'released']),
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
    'Takes the block off with a reason: the client can buy again, the entries decided about do not block again, new ones do. 14077 when nothing is blocked, 14090 for one’s own case.',
  body: z.strictObject({ iin: Iin, reason: Reason }),
  reply: done,
})
export const keep = call({
  path: '/api/kyc/keep',
  method: 'POST',
  may: staff,
  about:
    'Staff have looked and leave the block as it is, with a reason; the case leaves the list of new ones.',
  body: z.strictObject({ iin: Iin, reason: Reason }),
  reply: done,
})
export const cases = call({
  path: '/api/kyc/cases',
  method: 'GET',
  may: staff,
  about: 'Blocked people nobody has decided about yet, the newest first, twenty a page.',
  body: z.strictObject({ cursor: z.string().max(80).optional() }),
  reply: answer(
    z.object({
      cases: z.array(
        z.object({
          iin: z.string(),
          name: z.string(),
          /** `typed`: an identity typed by hand waits to be proved. */
          origin: z.enum(['sale', 'rescreen', 'desk', 'typed']),
          openedAt: Instant,
          lists: z.array(z.string()),
          score: z.number(),
          policies_in_force: z.int(),
        }),
      ),
      waiting: z.int(),
      next: z.string().nullable(),
    }),
  ),
})
export const lists = call({
  path: '/api/kyc/lists',
  method: 'GET',
  may: staff,
  about:
    'The lists: version in force, age, files refused since, and the last walk over the clients.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      /** False: a blocking list is missing or too old, and nothing is issued. */
      fresh: z.boolean(),
      lists: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          effect: ListEffect,
          format: z.enum(listFormats),
          version: z.string().nullable(),
          entries: z.int(),
          origin: z.enum(['fetched', 'uploaded']).nullable(),
          importedAt: Instant.nullable(),
          confirmedAt: Instant.nullable(),
          max_age_hours: z.int(),
          state: z.enum(['fresh', 'too_old', 'missing']),
          /** Files not taken since the version in force was last confirmed. */
          refused: z.array(
            z.object({
              at: Instant,
              reason: z.enum(['empty', 'truncated', 'unreadable', 'refused', 'shrunk']),
              origin: z.string(),
            }),
          ),
        }),
      ),
      rescreen: z
        .object({
          state: z.enum(['running', 'done', 'replaced']),
          list: z.string(),
          checked: z.int(),
          blocked: z.int(),
          startedAt: Instant,
          finishedAt: Instant.nullable(),
        })
        .nullable(),
    }),
  ),
})

/**
 * Files of one form: `file`, and for a list of the financial monitoring agency also `included` and
 * `excluded`.
 */
export const listFileFields = ['file', 'included', 'excluded'] as const
export const listFileMaxBytes = 30 * 1024 * 1024
export const uploadList = call({
  path: '/api/kyc/uploadList',
  method: 'POST',
  may: staff,
  about:
    'A list file brought by hand, as multipart/form-data: the publisher’s own XML, checked as over HTTP. 14078 with data.reason when it is not taken; the version in force stays.',
  body: z.strictObject({
    list: z.string({ error: 'required' }).min(1, { error: 'required' }).max(40),
  }),
  reply: answer(z.object({ outcome: z.enum(['new', 'same']), entries: z.int() })),
})
