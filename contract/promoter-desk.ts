import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { orderStates } from '#domain/order.ts'
import { salePeriods } from '#domain/promoter-periods.ts'
import { answer, call, done } from './call.ts'
import { Day, Instant, Tenge, Uuid } from './fields.ts'
import { PaidStatus, SetStatus } from './ogpo-order.ts'

const promoter = ['promoter'] as const

/** An instant, or a day of Almaty: dateFrom its beginning, dateTo its end. */
const InstantOrDay = z.union([Instant, Day], { error: 'instant' })
const BlockPage = z.object({
  /** The switch is on and its time is not over; it may still lie ahead. */
  isBlocked: z.boolean(),
  dateFrom: Instant.nullable(),
  dateTo: Instant.nullable(),
  text: z.string(),
  /** It stops calculate and order now. */
  active: z.boolean(),
})
export const isBlocked = call({
  path: '/api/promoter/policy/ogpo/is-blocked',
  method: 'POST',
  may: ['promoter', 'staff'],
  about: 'Whether issuance is stopped now, and the text to show.',
  body: z.strictObject({}),
  reply: answer(z.object({ isBlocked: z.boolean(), text: z.string() })),
})
export const blockPageData = call({
  path: '/api/promoter/policy/ogpo/block-page-data',
  method: 'POST',
  may: ['promoter', 'staff'],
  about: 'The switch as it was saved last.',
  body: z.strictObject({}),
  reply: answer(BlockPage),
})
export const saveBlockPage = call({
  path: '/api/promoter/policy/ogpo/save-block-page',
  method: 'POST',
  may: ['promoter', 'staff'],
  about:
    'Stops or opens issuance in the portal for everyone, at once or in a time of its own; ends by itself at dateTo. Audited.',
  body: z.strictObject({
    isBlocked: z.boolean({ error: 'required' }),
    dateFrom: InstantOrDay.nullish(),
    dateTo: InstantOrDay.nullish(),
    text: z.string().trim().max(2_000).default(''),
  }),
  reply: answer(BlockPage),
})

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
  /** What the client pays: the surcharge of a reissue. */
  amount: Tenge,
  premium: Tenge,
  ogpoPlusPremium: Tenge,
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
const Cursor = z.string().max(200)

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
       * Of the whole period: policies issued, and their money. Not counted: cancelled and not
       * issued.
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
      failures: z.array(
        z.object({
          stage: z.enum(['calculate', 'order', 'payment', 'issue']),
          /** A code of the catalogue or ours; null for a bill that ran out or was cancelled. */
          code: z.int().nullable(),
          reason: z.string(),
          message: z.string(),
          count: z.int(),
        }),
      ),
    }),
  ),
})
export const expiring = call({
  path: '/api/promoter/sale/expiring',
  method: 'POST',
  may: promoter,
  about:
    'Policies of own sales that end within 30 days and are not yet renewed, the soonest first.',
  body: z.strictObject({ cursor: Cursor.nullish(), limit: z.int().min(1).max(50).default(20) }),
  reply: answer(
    z.object({
      policies: z.array(
        z.object({
          globalId: z.string(),
          endDate: Day,
          daysLeft: z.int(),
          /** The start a renewal would have: open the selling screen with `?prolong={globalId}`. */
          prolongStart: Day,
          premium: Tenge,
          insurer: z.string(),
          cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
          policyholder: z.string(),
          phone: z.string(),
        }),
      ),
      next: z.string().nullable(),
    }),
  ),
})

export const FoundPolicy = z.object({
  globalId: z.string(),
  state: z.string(),
  startDate: Day,
  endDate: Day,
  insurer: z.string(),
  premium: Tenge,
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  policyholder: z.string(),
  phone: z.string(),
  /** Sold by the promoter who asks, and where it is a reissue, what it replaced as well. */
  own: z.boolean(),
  /** Of an order this promoter made, for checkOrderSet and the papers. */
  orderId: z.string().nullable(),
  key: z.string().nullable(),
})
export const search = call({
  path: '/api/promoter/policy/search',
  method: 'POST',
  may: promoter,
  about:
    'Any policy by its Global ID; by plate, policyholder’s IIN or phone only within the promoter’s own sales. An empty list when there is none. Each look is in the audit log.',
  body: z.strictObject({
    by: z.enum(['globalId', 'plate', 'iin', 'phone'], { error: 'required' }),
    value: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40),
    cursor: Cursor.nullish(),
  }),
  reply: answer(z.object({ policies: z.array(FoundPolicy), next: z.string().nullable() })),
})

const DraftHead = z.object({
  id: z.string(),
  /** The newer one wins: a save with the same or an older revision changes nothing. */
  revision: z.int(),
  /** What the list shows; the page's own words. */
  title: z.string(),
  savedAt: Instant,
  expiresAt: Instant,
})
export const draftSave = call({
  path: '/api/promoter/draft/save',
  method: 'POST',
  may: promoter,
  about:
    'Keeps an unfinished sale for 24 hours, by the id the device made. Repeating changes nothing; a draft deleted or issued does not come back (`kept: false`).',
  body: z.strictObject({
    id: Uuid,
    revision: z.int().min(0),
    title: z.string().max(120).default(''),
    /** operation.applicationId of its calculation: once that is issued, the draft is gone. */
    applicationId: Uuid.nullish(),
    /** The page's own state; at most 200 000 characters as JSON. */
    content: z.record(z.string(), z.unknown()),
  }),
  reply: answer(z.object({ kept: z.boolean(), revision: z.int(), expiresAt: Instant })),
})
export const drafts = call({
  path: '/api/promoter/draft/list',
  method: 'POST',
  may: promoter,
  about: 'The promoter’s drafts, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.object({ drafts: z.array(DraftHead) })),
})
export const draftGet = call({
  path: '/api/promoter/draft/get',
  method: 'POST',
  may: promoter,
  about: 'One draft whole.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(DraftHead.extend({ content: z.record(z.string(), z.unknown()) })),
})
export const draftDelete = call({
  path: '/api/promoter/draft/delete',
  method: 'POST',
  may: promoter,
  about: 'Deletes a draft; a save that was on its way does not bring it back.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
