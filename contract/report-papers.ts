import { z } from 'zod'
import { insurerPapers } from '#domain/books/settlement.ts'
import { locales } from '#domain/locale.ts'
import { answer, call, done } from './call.ts'
import { Day, Instant, Tenge, Uuid } from './fields.ts'
import { Month, required } from './report-periods.ts'

/** Our acts for insurers, and the money that went to them. */
const accountant = ['accountant'] as const
const Insurer = z.string(required).min(1, required).max(60)
const MOST = 2_000_000_000

const Paper = z.object({
  id: Uuid,
  kind: z.enum(insurerPapers),
  language: z.enum(locales),
  state: z.enum(['prepared', 'issued']),
  /** `12/2026`; null until two people have signed. */
  number: z.string().nullable(),
  by: z.array(z.string()),
  at: Instant,
  mine: z.boolean(),
  /** The books say other sums now. */
  stale: z.boolean(),
})

export const actsOfMonth = call({
  path: '/api/reports/papers',
  method: 'GET',
  may: accountant,
  about:
    'The account of a month with each insurer, our acts of it, and what was paid. 14081 for a month before the books began or after this one.',
  body: z.strictObject({ month: Month }),
  reply: answer(
    z.object({
      month: Month,
      /** The month is over: acts of it can be made. */
      over: z.boolean(),
      insurers: z.array(
        z.object({
          insurer: z.string(),
          policies: z.int(),
          commission: Tenge,
          opening: Tenge,
          /** Premium and OGPO+ less commission and what is given back. */
          accrued: Tenge,
          paid: Tenge,
          closing: Tenge,
          papers: z.array(Paper),
          payments: z.array(
            z.object({
              id: z.string(),
              day: Day,
              amount: Tenge,
              reference: z.string(),
              by: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export const preparePaper = call({
  path: '/api/reports/preparePaper',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under an act of a month that is over. 14129 where one with the same sums is issued already, or waits.',
  body: z.strictObject({
    month: Month,
    insurer: Insurer,
    kind: z.enum(insurerPapers),
    language: z.enum(locales),
  }),
  reply: answer(z.object({ id: Uuid })),
})
export const signPaper = call({
  path: '/api/reports/signPaper',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: the act gets the next number of its year. 14129 where the sums have changed since.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(z.object({ number: z.string() })),
})
export const withdrawPaper = call({
  path: '/api/reports/withdrawPaper',
  method: 'POST',
  may: accountant,
  about: 'Takes back an act that waits for its second signature, or declines to sign it.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const paperFile = call({
  path: '/api/reports/paperFile',
  method: 'GET',
  may: accountant,
  about: 'An act as PDF, or with its lines as XLSX, in its own language. Unsigned it says so.',
  body: z.strictObject({ id: Uuid, format: z.enum(['pdf', 'xlsx']) }),
  reply: done,
})
export const recordPayment = call({
  path: '/api/reports/recordPayment',
  method: 'POST',
  may: accountant,
  about:
    'Writes down money that went to an insurer, or came from one (less than nothing). The day is of an open month.',
  body: z.strictObject({
    insurer: Insurer,
    day: Day,
    amount: z
      .int({ error: 'sum' })
      .min(-MOST, { error: 'sum' })
      .max(MOST, { error: 'sum' })
      .refine((amount) => amount !== 0, { error: 'sum' }),
    /** The number of the payment order. */
    reference: z.string(required).trim().min(1, required).max(100),
  }),
  reply: done,
})
export const undoPayment = call({
  path: '/api/reports/undoPayment',
  method: 'POST',
  may: accountant,
  about: 'Takes such a payment back while its month is open; the row stays with who did it.',
  body: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  reply: done,
})
