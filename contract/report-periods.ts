import { z } from 'zod'
import { closingChecks } from '#domain/books/closing.ts'
import { answer, call, done } from './call.ts'
import { Instant, Tenge } from './fields.ts'
import { InsurerLine } from './reports.ts'

/** The closing of a month: acts, checks, two signatures. */
const accountant = ['accountant'] as const
const required = { error: 'required' } as const

const Month = z.string(required).regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'day' })
const Closed = z.object({
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
export const recordAct = call({
  path: '/api/reports/recordAct',
  method: 'POST',
  may: accountant,
  about:
    'Writes down what an insurer’s act of a month says is to be passed on to it. The last one counts; 14081 when the month is not the next to be closed.',
  body: z.strictObject({
    month: Month,
    insurer: z.string(required).min(1, required).max(60),
    /** Less than nothing where the insurer owes us for what it took back. */
    amount: z.int({ error: 'sum' }).min(-2_000_000_000).max(2_000_000_000, { error: 'sum' }),
    number: z.string().trim().max(60).default(''),
  }),
  reply: done,
})
export const preparePeriod = call({
  path: '/api/reports/preparePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The first signature: the figures of the month are as they are shown. 14101 while a check is open; 14081 when the month is not the next to be closed.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const withdrawPeriod = call({
  path: '/api/reports/withdrawPeriod',
  method: 'POST',
  may: accountant,
  about: 'Takes the first signature back. 14081 when there is none.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const closePeriod = call({
  path: '/api/reports/closePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: closes the books of a month for good, from then on no line of the ledger is dated in it. 14102 when nobody else has prepared it or its figures have changed since.',
  body: z.strictObject({ month: Month }),
  reply: answer(Closed),
})
