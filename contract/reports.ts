import { z } from 'zod'
import { movementNames } from '#domain/books/movements.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import {
  movementSorts,
  NO_PROMOTER,
  orderSorts,
  refundNarrowings,
  refundSorts,
  registerStates,
  sortsOf,
} from '#domain/report.ts'
import { verdicts } from '#domain/statement.ts'
import {
  claimColumns,
  insurerColumns,
  movementColumns,
  movementSums,
  orderColumns,
  orderSums,
  promoterColumns,
  type ReportColumn,
  type ReportColumns,
  refundColumns,
  settlementColumns,
} from '#texts/report-columns.ts'
import { answer, answerWith, call } from './call.ts'
import { ClaimState } from './claims.ts'
import { Day, Instant, Tenge, TengeWithTiyn, Uuid, written } from './fields.ts'
import { RefundWayField, WayField } from './pay.ts'
import { contractParts } from './staff-contract.ts'

/** Wire schemas of the values in a report's columns. */
const wire = {
  text: z.string(),
  code: z.string(),
  /**
   * Screens show four digits of an IIN; the whole IIN is only in files, each of which is in the
   * audit log.
   */
  person: z.string(),
  /** Surname and an initial. */
  name: z.string(),
  instant: Instant,
  day: Day,
  money: Tenge,
  tiyn: TengeWithTiyn,
  count: z.int(),
} as const satisfies Record<ReportColumn['kind'], z.ZodType>

type Wire<Column extends ReportColumn> = Column extends { nullable: true }
  ? z.ZodNullable<(typeof wire)[Column['kind']]>
  : (typeof wire)[Column['kind']]
type Shape<Columns extends ReportColumns> = { [Key in keyof Columns]: Wire<Columns[Key]> }

/** The fields of a report's line. */
export const lineOf = <Columns extends ReportColumns>(columns: Columns): Shape<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, { kind, nullable }]) => [
      key,
      nullable ? wire[kind].nullable() : wire[kind],
    ]),
  ) as Shape<Columns> // the keys of `columns`

/** The fields of a report's sums. */
export const sumsOf = <Key extends string>(sums: Readonly<Record<Key, unknown>>) =>
  Object.fromEntries(Object.keys(sums).map((key) => [key, Tenge])) as Record<Key, typeof Tenge>

/**
 * The accountant's reports. A period is two days of Almaty, both included, at most 366 days. Pages
 * go by `cursor`, the `next` of the page before, or by number (`page`). With `format` xlsx or csv
 * the same call returns the whole report as a file, by time.
 */
const accountant = ['accountant'] as const

const Format = z.enum(['json', 'xlsx', 'csv']).default('json')
const period = { from: Day, to: Day }
const word = z.string().max(60)
/** The promoter's account, or that none sold it. */
export const SoldByPromoter = z.union([z.literal(NO_PROMOTER), Uuid])
const filters = {
  ...period,
  status: word.optional(),
  source: word.optional(),
  insurer: word.optional(),
  promoter: SoldByPromoter.optional(),
}
/** Keys of the columns of a file, in their order; all of them if none are named. */
const chosen = z
  .string()
  .max(600)
  .regex(/^[a-zA-Z]+(,[a-zA-Z]+)*$/)
  .transform((keys) => keys.split(','))
  .optional()
/** `page`: without a cursor, the page of this number, the first being 1. */
const paged = {
  cursor: z.string().max(200).optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .optional(),
  format: Format,
}
export const Next = z.string().nullable()
export const OrderLine = z.object({ id: z.string(), ...lineOf(orderColumns) })
/**
 * `count`: of all lines. `policies` and the sums: only what is paid and in force, as the ledger has
 * it. `byStatus`: all lines, with the sums they ask for.
 */
const OrderTotals = z.object({
  count: z.int(),
  policies: z.int(),
  ...sumsOf(orderSums),
  byStatus: z.array(z.object({ status: z.string(), count: z.int(), amount: Tenge })),
})
export const orders = call({
  path: '/api/reports/orders',
  method: 'GET',
  may: accountant,
  about:
    'OGPO orders and the months of Home subscriptions of a period, a page at a time, the first with the sums of them all; or the whole as a file.',
  body: z.strictObject({
    ...filters,
    sort: z.enum(sortsOf(orderSorts)).default('newest'),
    columns: chosen,
    ...paged,
  }),
  /** `totals` of the whole period: null on the pages that follow a cursor. */
  reply: answerWith({ data: z.array(OrderLine), next: Next, totals: OrderTotals.nullable() }),
})

export const MovementLine = z.object({
  id: z.string(),
  orderId: z.string(),
  ...lineOf(movementColumns),
  movement: z.enum(movementNames),
})
/** `count`: of all lines; `sold`: of those that are sales. */
const MovementTotals = z.object({ count: z.int(), sold: z.int(), ...sumsOf(movementSums) })
export const movements = call({
  path: '/api/reports/movements',
  method: 'GET',
  may: accountant,
  about:
    'What moved premium, commission or what insurers give back in a period, a line each by the ledger, a page at a time, the first with the sums of them all, which are the statement’s per insurer; or the whole as a file.',
  body: z.strictObject({
    ...period,
    insurer: word.optional(),
    channel: word.optional(),
    movement: z.enum(movementNames).optional(),
    /** Only those with OGPO+. */
    plus: z.enum(['yes']).optional(),
    promoter: SoldByPromoter.optional(),
    sort: z.enum(sortsOf(movementSorts)).default('newest'),
    columns: chosen,
    ...paged,
  }),
  /** `totals` of the whole period: null on the pages that follow a cursor. */
  reply: answerWith({
    data: z.array(MovementLine),
    next: Next,
    totals: MovementTotals.nullable(),
  }),
})

export const ClaimLine = z.object({ ...lineOf(claimColumns), status: ClaimState })
const ClaimTotals = z.object({
  count: z.int(),
  asked: Tenge,
  estimated: Tenge,
  payable: Tenge,
  byStatus: z.array(z.object({ status: z.string(), count: z.int() })),
})
export const claims = call({
  path: '/api/reports/claims',
  method: 'GET',
  may: accountant,
  about:
    'Claims of a period, a page at a time, the first with how many there are in which state; or the whole as a file.',
  body: z.strictObject({
    ...filters,
    sort: z.enum(['newest', 'oldest']).default('newest'),
    ...paged,
  }),
  /** `totals` of the whole period: null on the pages that follow a cursor. */
  reply: answerWith({ data: z.array(ClaimLine), next: Next, totals: ClaimTotals.nullable() }),
})

const Named = z.object({ value: z.string(), name: LocalizedText })
export const options = call({
  path: '/api/reports/options',
  method: 'GET',
  may: accountant,
  about: 'What reports can be filtered by.',
  body: z.strictObject({}),
  reply: answer(
    z.object({ insurers: z.array(Named), promoters: z.array(Named), sources: z.array(z.string()) }),
  ),
})

export const InsurerLine = z.object(lineOf(insurerColumns))
export const insurerStatement = call({
  path: '/api/reports/insurers',
  method: 'GET',
  may: accountant,
  about:
    'The statement per insurer from the ledger: what was owed at the beginning, premium, commission, to be passed on, what was paid and is left, the act of services.',
  body: z.strictObject({ ...period, format: Format }),
  reply: answer(z.array(z.object(lineOf(settlementColumns)))),
})

export const RefundLine = z.object({
  ...lineOf(refundColumns),
  way: RefundWayField,
  status: z.enum(registerStates),
})
export const refunds = call({
  path: '/api/reports/refunds',
  method: 'GET',
  may: accountant,
  about: 'The register of refunds.',
  body: z.strictObject({
    ...period,
    status: z.enum(refundNarrowings).optional(),
    reason: word.optional(),
    sort: z.enum(sortsOf(refundSorts)).default('newest'),
    ...paged,
  }),
  /** `totals` of the whole period: null on the pages that follow a cursor. */
  reply: answerWith({
    data: z.array(RefundLine),
    next: Next,
    totals: z.object({ count: z.int(), amount: Tenge }).nullable(),
  }),
})

export const PromoterLine = z.object({ promoter: z.string(), ...lineOf(promoterColumns) })
export const promoters = call({
  path: '/api/reports/promoters',
  method: 'GET',
  may: accountant,
  about:
    'What each promoter’s sales brought, by the ledger: policies, premium, the broker’s commission and the promoter’s pay by the terms of each day; last, what no promoter sold.',
  body: z.strictObject({ ...period, format: Format }),
  reply: answer(z.array(PromoterLine)),
})

const Sum = z.object({ count: z.int(), amount: Tenge })

/** The accountant's overview. All sums are the ledger's, in whole tenge. */
export const Overview = z.object({
  /** When it was summed. */
  at: Instant,
  policies: z.int(),
  premium: Tenge,
  /** The part of the premium that was not of today, and the same days four weeks before. */
  premiumWhole: Tenge,
  premiumBefore: Tenge,
  commission: Tenge,
  ogpoPlus: Tenge,
  ogpoPlusPolicies: z.int(),
  /** Due to the insurers: premium and OGPO+ without commission and what they gave back. */
  toPassOn: Tenge,
  /** `before`: the premium of the same weekday four weeks before. */
  days: z.array(z.object({ day: Day, premium: Tenge, ogpoPlus: Tenge, before: Tenge })),
  /** Purchases begun in the period, of all products, and the step at which the others were lost. */
  funnel: z.object({
    quoted: z.int(),
    ordered: z.int(),
    paid: z.int(),
    issued: z.int(),
    expired: z.int(),
    rejected: z.int(),
    cancelled: z.int(),
    awaiting: z.int(),
    waiting: z.int(),
    returned: z.int(),
  }),
  /** `toPassOn`: negative if the insurer owes us. */
  insurers: z.array(
    z.object({ insurer: z.string(), premium: Tenge, commission: Tenge, toPassOn: Tenge }),
  ),
  /**
   * The account with each insurer in these days: owed at their start, plus what was added, less
   * what was paid, gives the rest. Empty if the days begin before the books.
   */
  settlements: z.array(
    z.object({
      insurer: z.string(),
      opening: Tenge,
      toPassOn: Tenge,
      paid: Tenge,
      left: Tenge,
    }),
  ),
  channels: z.array(
    z.object({ channel: z.string(), premium: Tenge, premiumWhole: Tenge, before: Tenge }),
  ),
  refunds: z.object({
    count: z.int(),
    amount: Tenge,
    /** Not gone yet, and those of them that wait for the client's bank details. */
    open: z.int(),
    needDetails: z.int(),
    /** From the day they were owed to the day they were gone, in days; null when none is. */
    daysToDone: z.number().nullable(),
    days: z.array(z.object({ day: Day, amount: Tenge })),
    reasons: z.array(Sum.extend({ reason: z.string() })),
  }),
  /** Differences that people still have to settle. */
  differences: z.array(z.object({ kind: z.string(), count: z.int() })),
})

export const overview = call({
  path: '/api/reports/overview',
  method: 'GET',
  may: ['accountant'],
  about:
    'A period in figures: premium by day beside the same weekday four weeks before, how far purchases came, insurers, channels, refunds, what is not reconciled. At most 92 days.',
  body: z.strictObject({ from: Day, to: Day }),
  reply: answer(Overview),
})

/** A sale as the books have it, with all that belongs to it. */
export const sale = call({
  path: '/api/reports/sale',
  method: 'POST',
  may: ['accountant'],
  about:
    'A contract as the books have it, by an id or number of an order, of a month of Home, a policy, a payment, a refund, a receipt or a line of a statement (`{statement}:{line}`): its parts, its lines of the ledger, of statements, its receipts, and the sums that must agree. Personal data are masked; the look is audited.',
  body: z.strictObject({
    id: written().max(120),
  }),
  reply: answer(
    z.object({
      ...contractParts,
      /** Seller of each order; `who` is a surname and an initial, `iin` four digits. */
      sold: z.array(
        z.object({
          order_id: z.string(),
          who: z.string(),
          iin: z.string(),
          plate: z.string().nullable(),
          insurer: z.string().nullable(),
          channel: z.string(),
          source: z.string().nullable(),
          /** The promoter's account and name. */
          promoter: z.object({ id: z.string(), name: z.string() }).nullable(),
        }),
      ),
      /** Lines of statements about its payments and refunds. */
      lines: z.array(
        z.object({
          statement_id: z.string(),
          file: z.string(),
          system: WayField,
          line: z.int(),
          day: Day,
          operation: z.enum(['payment', 'refund']),
          /** The payment or refund it is of. */
          about: z.string(),
          outside_id: z.string(),
          amount: Tenge,
          fee: TengeWithTiyn,
          verdict: z.enum(verdicts),
          /** A person linked the line to this payment. */
          linked: z.boolean(),
        }),
      ),
      receipts: z.array(
        z.object({
          id: z.string(),
          operation: z.string(),
          number: z.string().nullable(),
          state: z.string(),
          amount: Tenge,
          created_at: Instant,
          url: z.string().nullable(),
        }),
      ),
    }),
  ),
})
