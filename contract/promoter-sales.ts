import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import { orderStates } from '#domain/order.ts'
import { purchaseKindsOf } from '#domain/products.ts'
import { salePeriods } from '#domain/promoter/periods.ts'
import { saleTroubles } from '#domain/promoter/sale.ts'
import { halts } from '#domain/sale-steps.ts'
import { RenewalPrice } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, GlobalId, Instant, maybeWritten, Tenge, Uuid, written } from './fields.ts'
import { PaidStatus, SetStatus } from './ogpo-order.ts'
import { Signing } from './signatures.ts'

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
  /** Name of who saved it last; empty before anybody has. */
  by: z.string(),
})
export const isBlocked = call({
  path: '/api/promoter/policy/ogpo/is-blocked',
  method: 'POST',
  may: ['promoter', 'staff'],
  about:
    'Whether issuance is stopped now, and the text to show; and what of a sale cannot be done now because an outside system fails.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      isBlocked: z.boolean(),
      text: z.string(),
      /** By the verdict that the desks read; null while a sale can be made and issued. */
      halted: z.object({ what: z.enum(halts), since: Instant.nullable() }).nullable(),
    }),
  ),
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
    'Stops or opens issuance in the portal for everyone, at once or in a time of its own; ends by itself at dateTo, without one at the end of the day it begins on. Audited.',
  body: z.strictObject({
    isBlocked: z.boolean({ error: 'required' }),
    dateFrom: InstantOrDay.nullish(),
    dateTo: InstantOrDay.nullish(),
    text: maybeWritten().max(2_000).default(''),
  }),
  reply: answer(BlockPage),
})
export const Cursor = z.string().max(200)
export const expiring = call({
  path: '/api/promoter/sale/expiring',
  method: 'POST',
  may: promoter,
  about:
    'Policies of own sales that end within 30 days and are not yet renewed, the soonest first, with today’s price of another year. Without those whose car is sold.',
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
          /** Today’s price of another year by the facts of this policy; null if it has none. */
          today: RenewalPrice.nullable(),
          insurer: z.string(),
          cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
          policyholder: z.string(),
          phone: z.string(),
          /**
           * The client wants no calls: `own`: this promoter recorded it; `other`: a colleague did.
           */
          noCalls: z.enum(['own', 'other']).nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  ),
})

export const renewalContact = call({
  path: '/api/promoter/sale/renewalContact',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'The phone of the policyholder of an own sale, and what to write to them in their language. 14134 for who asked not to be called. Each look is in the audit log.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(z.object({ phone: z.string(), language: z.enum(locales), text: z.string() })),
})
export const renewalAnswer = call({
  path: '/api/promoter/sale/renewalAnswer',
  method: 'POST',
  may: promoter,
  about:
    'The car of an own sale is sold: its client is reminded no more, and it leaves the list of policies that end. `carSold: false` takes it back. Audited.',
  body: z.strictObject({ globalId: GlobalId, carSold: z.boolean({ error: 'required' }) }),
  reply: done,
})
export const noCalls = call({
  path: '/api/promoter/sale/noCalls',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'The policyholder of an own sale asked not to be called: no promoter is shown their phone. `on: false` takes back what this promoter has set; 14134 for what the client or somebody else has. Audited.',
  body: z.strictObject({ globalId: GlobalId, on: z.boolean({ error: 'required' }) }),
  reply: done,
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
  /** The policyholder wants no calls. */
  noCalls: z.boolean(),
  /** Sold by the calling promoter; for a reissue, the policy it replaced as well. */
  own: z.boolean(),
  /** An order this promoter made, for checkOrderSet and the papers. */
  orderId: z.string().nullable(),
  key: z.string().nullable(),
})
export const search = call({
  path: '/api/promoter/policy/search',
  method: 'POST',
  may: promoter,
  about:
    'Any policy by its Global ID; by plate, policyholder’s IIN (or its last digits) or phone only within the promoter’s own sales. An empty list when there is none. Each look is in the audit log.',
  body: z.strictObject({
    /** `iinEnd`: the last digits of the policyholder’s IIN, four at least. */
    by: z.enum(['globalId', 'plate', 'iin', 'iinEnd', 'phone'], { error: 'required' }),
    value: written().max(40),
    cursor: Cursor.nullish(),
  }),
  reply: answer(z.object({ policies: z.array(FoundPolicy), next: z.string().nullable() })),
})

/** One sale in a list; people are masked. */
export const Sale = z.object({
  orderId: z.string(),
  /** Opens the result page on any device: `/ogpo-calculator/result?order={key}`. */
  key: z.string(),
  calculationId: z.string(),
  kind: z.enum(purchaseKindsOf.ogpo),
  state: z.string(),
  paid: PaidStatus,
  set: SetStatus,
  createdAt: Instant,
  issuedAt: Instant.nullable(),
  globalId: z.string().nullable(),
  policyState: z.string().nullable(),
  startDate: Day,
  endDate: Day.nullable(),
  /** Why the sale is stuck; null if it is sold or its bill may still be paid. */
  trouble: z.enum(saleTroubles).nullable(),
  /** Next step: another bill, or the same sale anew; null if none is left to the promoter. */
  way: z.enum(['bill', 'again']).nullable(),
  /** The form's draft, to sell again; null once it is deleted. */
  draft: Uuid.nullable(),
  /** The client's price: the surcharge of a reissue. */
  amount: Tenge,
  premium: Tenge,
  ogpoPlusPremium: Tenge,
  /** The premium in the books: nothing before issue or after cancellation. */
  booked: Tenge,
  /** The promoter's own pay of it; null if no rate is set for the day of the sale. */
  pay: Tenge.nullable(),
  insurer: z.string(),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  /** «Айгүл С.» */
  policyholder: z.string(),
  /** «•• 01» */
  phone: z.string(),
})

/** Why sales failed, counted. */
export const Failure = z.object({
  stage: z.enum(['calculate', 'order', 'payment', 'issue']),
  /** A code of the catalogue or ours; null for a bill that ran out or was cancelled. */
  code: z.int().nullable(),
  reason: z.string(),
  message: z.string(),
  count: z.int(),
})

/** Filters of a promoter's sales; the same for a list and its file. */
const SalesAsk = {
  period: z.enum(salePeriods, { error: 'invalid' }).default('today'),
  state: z.enum(orderStates, { error: 'invalid' }).optional(),
  kind: z.enum(purchaseKindsOf.ogpo, { error: 'invalid' }).optional(),
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
       * Totals of the whole period: orders, policies issued, and their money as booked. Cancelled
       * and unissued ones do not count as issued.
       */
      totals: z.object({
        orders: z.int(),
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

/** A promoter's day and what an administrator sets for them. */
export const day = call({
  path: '/api/promoter/day',
  method: 'POST',
  may: ['promoter'],
  about:
    'The promoter’s own day: policies issued today against the goal or a usual day of the same weekday, own pay of the month where a rate is set, and why sales of this week failed.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      day: Day,
      now: Instant,
      /** When each policy of today was issued; those cancelled since are left out. */
      issued: z.array(Instant),
      premium: Tenge,
      /** Set by an administrator; null if not set. */
      goal: z.int().nullable(),
      /** The mean of the same weekday in the last eight weeks; null before the first week. */
      usual: z.object({ whole: z.number(), byNow: z.number() }).nullable(),
      /** The hour of Almaty in which most was sold in eight weeks; null while there are too few. */
      bestHour: z.int().nullable(),
      /** Rank by policies of the month among all promoters; null if the broker does not want it. */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** Own pay; null if no rate is set for the days of this month and the last. */
      pay: z
        .object({
          month: Tenge,
          before: Tenge.nullable(),
          days: z.array(z.object({ day: Day, pay: Tenge })),
        })
        .nullable(),
      /** Why sales of this week failed, the commonest first. */
      failures: z.array(Failure),
    }),
  ),
})

const Terms = z.object({
  from: Day,
  dayGoal: z.int().nullable(),
  payPercent: z.number().nullable(),
  setAt: Instant,
  setBy: z.string(),
})
export const terms = call({
  path: '/api/staff/promoterTerms',
  method: 'GET',
  may: ['administrator'],
  about: 'What was set for a promoter, the latest first, and what waits for a second signature.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(
    z.object({
      terms: z.array(Terms),
      waiting: Terms.extend({ id: Uuid, mine: z.boolean() }).nullable(),
    }),
  ),
})
export const setTerms = call({
  path: '/api/staff/setPromoterTerms',
  method: 'POST',
  may: ['administrator'],
  about:
    'Asks for a promoter’s goal of a day and own pay as a part of the broker’s commission, from a day on, tomorrow at the earliest; another administrator signs. 14085 while another change of them waits.',
  body: z.strictObject({
    id: Uuid,
    from: Day,
    dayGoal: z
      .int({ error: 'invalid' })
      .min(1, { error: 'invalid' })
      .max(200, { error: 'invalid' })
      .nullable(),
    payPercent: z
      .number({ error: 'invalid' })
      .gt(0, { error: 'invalid' })
      .max(100, { error: 'invalid' })
      .multipleOf(0.01, { error: 'invalid' })
      .nullable(),
  }),
  reply: done,
})
export const signTerms = call({
  path: '/api/staff/signPromoterTerms',
  method: 'POST',
  may: ['administrator'],
  about:
    'The second signature, of another administrator: the terms hold from their day. 14060 where they were decided, 14084 where their day has come.',
  body: Signing,
  reply: done,
})
export const withdrawTerms = call({
  path: '/api/staff/withdrawPromoterTerms',
  method: 'POST',
  may: ['administrator'],
  about: 'Takes back terms that wait for their second signature, or declines to sign them.',
  body: Signing,
  reply: done,
})

export const renewalPrice = call({
  path: '/api/promoter/sale/renewalPrice',
  method: 'POST',
  may: ['promoter'],
  catalogue: true,
  about:
    'What a policy of an own sale would cost today for another year, and why it is another price. 14007 where it is not to be renewed.',
  body: z.strictObject({ globalId: z.string({ error: 'required' }).max(60, { error: 'invalid' }) }),
  reply: answer(RenewalPrice),
})
