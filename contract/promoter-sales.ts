import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { orderStates } from '#domain/order.ts'
import { salePeriods } from '#domain/promoter-periods.ts'
import { saleTroubles } from '#domain/promoter-sale.ts'
import { answer, call, done } from './call.ts'
import { Day, Instant, Tenge, Uuid } from './fields.ts'
import { PaidStatus, SetStatus } from './ogpo-progress.ts'
import { Cursor } from './promoter-desk.ts'

/** A promoter's sales: the list, its file, the month's statement. */
const promoter = ['promoter'] as const

/** One sale in a list; people are masked. */
export const Sale = z.object({
  orderId: z.string(),
  /** Opens the result page on any device: `/ogpo-calculator/result?order={key}`. */
  key: z.string(),
  calculationId: z.string(),
  kind: z.enum(['new', 'prolong', 'reissue']),
  state: z.string(),
  paid: PaidStatus,
  set: SetStatus,
  createdAt: Instant,
  issuedAt: Instant.nullable(),
  globalId: z.string().nullable(),
  policyState: z.string().nullable(),
  startDate: Day,
  endDate: Day.nullable(),
  /** Why it is not where it should be; null of what is sold and of a bill that may be paid. */
  trouble: z.enum(saleTroubles).nullable(),
  /** Another bill, or the same sale anew; null where nothing is left to the promoter. */
  way: z.enum(['bill', 'again']).nullable(),
  /** What was filled in, for the sale anew; null when it is no longer kept. */
  draft: Uuid.nullable(),
  /** What the client pays: the surcharge of a reissue. */
  amount: Tenge,
  premium: Tenge,
  ogpoPlusPremium: Tenge,
  /** The premium that stands in the books: nothing until it is issued and once it is cancelled. */
  booked: Tenge,
  /** The promoter's own pay of it; null where no rate is set for the day of the sale. */
  pay: Tenge.nullable(),
  insurer: z.string(),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  /** «Айгүл С.» */
  policyholder: z.string(),
  /** «•• 01» */
  phone: z.string(),
})

/** Why sales came to nothing, counted. */
export const Failure = z.object({
  stage: z.enum(['calculate', 'order', 'payment', 'issue']),
  /** A code of the catalogue or ours; null for a bill that ran out or was cancelled. */
  code: z.int().nullable(),
  reason: z.string(),
  message: z.string(),
  count: z.int(),
})

/** What a promoter narrows their sales to; a list and its file take the same. */
const SalesAsk = {
  period: z.enum(salePeriods, { error: 'invalid' }).default('today'),
  state: z.enum(orderStates, { error: 'invalid' }).optional(),
  kind: z.enum(['new', 'prolong', 'reissue'], { error: 'invalid' }).optional(),
  /** The insurer's code. */
  insurer: z.string().max(60, { error: 'invalid' }).optional(),
}

export const sales = call({
  path: '/api/promoter/sale/list',
  method: 'POST',
  may: promoter,
  about:
    'The promoter’s own sales of today, this week (from Monday), this month or the last, narrowed by state, kind and insurer, the newest first, page by page.',
  body: z.strictObject({
    ...SalesAsk,
    cursor: Cursor.nullish(),
    limit: z.int().min(1).max(50).default(20),
  }),
  reply: answer(
    z.object({
      from: Day,
      /** Insurers of the promoter's sales of the period, whatever else it is narrowed to. */
      insurers: z.array(z.object({ code: z.string(), name: z.string() })),
      /**
       * Of the whole period: policies issued, and their money as it is booked. Not counted:
       * cancelled and not issued.
       */
      totals: z.object({
        issued: z.int(),
        awaiting: z.int(),
        premium: Tenge,
        pay: Tenge.nullable(),
      }),
      sales: z.array(Sale),
      next: z.string().nullable(),
    }),
  ),
})
export const salesFile = call({
  path: '/api/promoter/sale/file',
  method: 'GET',
  may: promoter,
  about:
    'The same sales as a file, by the same columns; people are masked as in the list. Its making is in the audit log.',
  body: z.strictObject({ ...SalesAsk, format: z.enum(['xlsx', 'csv'], { error: 'required' }) }),
  reply: done,
})
export const statement = call({
  path: '/api/promoter/sale/statement',
  method: 'POST',
  may: promoter,
  about:
    'The promoter’s month: sums per day and insurer, own pay where a rate is set, what was taken back, and why sales failed.',
  body: z.strictObject({
    /** `YYYY-MM`; left out: the month that is now in Almaty. */
    month: z
      .string({ error: 'day' })
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'day' })
      .optional(),
  }),
  reply: answer(
    z.object({
      month: z.string(),
      totals: z.object({ policies: z.int(), premium: Tenge, pay: Tenge.nullable() }),
      days: z.array(
        z.object({ day: Day, policies: z.int(), premium: Tenge, pay: Tenge.nullable() }),
      ),
      insurers: z.array(
        z.object({
          code: z.string(),
          name: LocalizedText,
          policies: z.int(),
          premium: Tenge,
        }),
      ),
      /**
       * Policies of own sales ended in this month before their time, with what went back to the
       * clients.
       */
      ended: z.object({
        cancelled: z.int(),
        terminated: z.int(),
        replaced: z.int(),
        refunded: Tenge,
      }),
      failures: z.array(Failure),
    }),
  ),
})
