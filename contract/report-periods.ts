import { z } from 'zod'
import { closingChecks } from '#domain/books/closing.ts'
import { answer, call } from './call.ts'
import { Instant, Tenge } from './fields.ts'
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
const Check = z.object({
  check: z.enum(closingChecks),
  ok: z.boolean(),
  /** So many of so many; what stands open is the difference. */
  done: z.int(),
  of: z.int(),
  amount: Tenge.nullable(),
})

export const periods = call({
  path: '/api/reports/periods',
  method: 'GET',
  may: accountant,
  about: 'Months whose books are closed, and the next one with what stands in the way.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
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
