import { z } from 'zod'
import { closingChecks } from '#domain/books/closing.ts'
import { monthStates } from '#domain/books/months.ts'
import { openingKinds } from '#domain/books/start.ts'
import { answer, call } from './call.ts'
import { Instant, Tenge, Uuid } from './fields.ts'
import { InsurerLine } from './reports.ts'

/** The closing of a month: acts, checks, two signatures. */
const accountant = ['accountant'] as const
export const required = { error: 'required' } as const

export const Month = z.string(required).regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'day' })
export const Closed = z.object({
  month: Month,
  closedAt: Instant,
  /** Who prepared it and who signed; one name for a month closed before two were asked for. */
  by: z.array(z.string()),
  figures: z.array(InsurerLine),
})
export const Check = z.object({
  check: z.enum(closingChecks),
  ok: z.boolean(),
  /** So many of so many; what stands open is the difference. */
  done: z.int(),
  of: z.int(),
  amount: Tenge.nullable(),
})

/** Where the books begin; `by` is empty where they began before anybody was asked. */
export const Start = z.object({
  id: Uuid,
  month: Month,
  source: z.string(),
  ours: Tenge,
  reason: z.string(),
  by: z.array(z.string()),
  at: Instant,
  /** Whoever looks proposed it. */
  mine: z.boolean(),
  balances: z.array(
    z.object({
      kind: z.enum(openingKinds),
      subject: z.string(),
      amount: Tenge,
      proof: z.string(),
    }),
  ),
})
const MonthRow = z.object({
  month: Month,
  state: z.enum(monthStates),
  policies: z.int(),
  premium: Tenge,
  commission: Tenge,
  toPassOn: Tenge,
  /** How many checks are open; null where they were not looked at. */
  open: z.int().nullable(),
  /** Each check in its order; null where they were not looked at or kept. */
  checks: z.array(z.object({ check: z.enum(closingChecks), ok: z.boolean() })).nullable(),
  closedAt: Instant.nullable(),
  by: z.array(z.string()),
})

export const periods = call({
  path: '/api/reports/periods',
  method: 'GET',
  may: accountant,
  about:
    'Where the books begin, every month since then with its state and sums, those that are closed with their figures, and the next one with what stands in the way.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      start: z.object({
        signed: Start.nullable(),
        waiting: Start.nullable(),
        /** No month is closed yet. */
        mayChange: z.boolean(),
      }),
      /** The newest first. */
      months: z.array(MonthRow),
      /** The last two years of them. */
      closed: z.array(Closed),
      next: z
        .object({
          month: Month,
          checks: z.array(Check),
          figures: z.array(InsurerLine),
          /** What insurers say they were to get, as it was written down last. */
          acts: z.array(z.object({ insurer: z.string(), ours: Tenge, theirs: Tenge.nullable() })),
          /** Who has prepared it; `stale`: the figures are not those they saw any more. */
          prepared: z
            .object({ by: z.string(), at: Instant, mine: z.boolean(), stale: z.boolean() })
            .nullable(),
        })
        .nullable(),
    }),
  ),
})

/** One closing of a month, and how it was opened again. */
const Closing = z.object({
  closedAt: Instant,
  by: z.array(z.string()),
  figures: z.array(InsurerLine),
  /** Null for a month that was closed before they were kept. */
  checks: z.array(Check).nullable(),
  opened: z.object({ reason: z.string(), by: z.array(z.string()), at: Instant }).nullable(),
})
export const month = call({
  path: '/api/reports/month',
  method: 'GET',
  may: accountant,
  about:
    'One month: its checks and figures while it is open, every closing of it, and who asks to open it again.',
  body: z.strictObject({ month: Month }),
  reply: answer(
    z.object({
      month: Month,
      state: z.enum(monthStates),
      checks: z.array(Check),
      figures: z.array(InsurerLine),
      /** What was closed, the first time first. */
      closings: z.array(Closing),
      /** It may be opened again: it is the last closed. */
      mayReopen: z.boolean(),
      reopening: z
        .object({
          id: Uuid,
          reason: z.string(),
          by: z.string(),
          at: Instant,
          mine: z.boolean(),
        })
        .nullable(),
    }),
  ),
})
