import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Instant, maybeWritten } from './fields.ts'

const administrator = ['administrator'] as const

/** Every filter narrows; a GET has its values as text. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' })
export const Actor = maybeWritten().max(80)
export const Action = maybeWritten()
  .regex(/^[a-z_.]*$/, { error: 'invalid' })
  .max(60)

export const search = call({
  path: '/api/staff/audit',
  method: 'GET',
  may: administrator,
  about:
    'The audit log, the newest first, a hundred a page. `actor`: an account id, an IIN, or `job:…` as it is written; `action`: its beginning; `since` and `until`: the hour and minute of the first and of the last day; `unusual`: only what one person did more often in an hour than their work asks for.',
  body: z.strictObject({
    actor: Actor.optional(),
    action: Action.optional(),
    object: maybeWritten().max(80).optional(),
    from: Day.optional(),
    to: Day.optional(),
    since: Clock.optional(),
    until: Clock.optional(),
    unusual: z.literal('yes').optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, { error: 'invalid' })
      .optional(),
  }),
  reply: answer(
    z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          at: Instant,
          actor: z.string(),
          /**
           * Name of the actor's account; null for the program's own jobs and for deleted people.
           */
          actor_name: z.string().nullable(),
          action: z.string(),
          /**
           * `name`: the number people know it by, where the id is one of the database. `who`: whom
           * it is about, a surname and an initial, where that is known and nobody was erased.
           */
          object: z.object({
            kind: z.string(),
            id: z.string(),
            name: z.string().nullable(),
            who: z.string().nullable(),
          }),
          details: z.record(z.string(), z.unknown()),
          /** The number of its seal; null while it waits for one. */
          seal: z.string().nullable(),
          /** Number of these in the hour, if unusual. */
          unusual: z.int().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  ),
})

export const day = call({
  path: '/api/staff/audit/day',
  method: 'GET',
  may: administrator,
  about: 'How many acts each ten minutes of a day had, and how many of them are unusual.',
  body: z.strictObject({ day: Day, actor: Actor.optional(), action: Action.optional() }),
  reply: answer(
    z.object({
      /** 144 counts, from midnight in Almaty. */
      counts: z.array(z.int()),
      unusual: z.int(),
    }),
  ),
})

export const verify = call({
  path: '/api/staff/audit/verify',
  method: 'GET',
  may: administrator,
  about:
    'Computes seals anew, the newest first, a part at a time: `next` is the `before` of the following part. `broken` names the first seal that does not fit.',
  body: z.strictObject({
    before: z
      .string()
      .regex(/^\d{1,18}$/, { error: 'invalid' })
      .optional(),
  }),
  reply: answer(
    z.object({
      seals: z.int(),
      entries: z.int(),
      broken: z.object({ seal: z.string(), from: z.string(), to: z.string() }).nullable(),
      next: z.string().nullable(),
      /** Rows that wait for their seal. */
      unsealed: z.int(),
      newest: z.object({ seal: z.string(), hash: z.string(), at: Instant }).nullable(),
    }),
  ),
})
