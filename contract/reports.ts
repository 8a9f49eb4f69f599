import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { reportSorts } from '#domain/report.ts'
import {
  claimColumns,
  insurerColumns,
  orderColumns,
  orderSums,
  promoterColumns,
  refundColumns,
} from '#texts/report-columns.ts'
import { answer, answerWith, call } from './call.ts'
import { ClaimState } from './claims.ts'
import { Day, Tenge, Uuid } from './fields.ts'
import { RefundWayField } from './pay.ts'
import { lineOf, sumsOf } from './report-line.ts'

/**
 * The accountant's reports. A period is two days of Almaty, both included, at most 366 days. A page
 * follows its `cursor`, the `next` of the page before. With `format` xlsx or csv the same call
 * answers the whole report as a file, by time.
 */
const accountant = ['accountant'] as const

const Format = z.enum(['json', 'xlsx', 'csv']).default('json')
const period = { from: Day, to: Day }
const word = z.string().max(60)
const filters = {
  ...period,
  status: word.optional(),
  source: word.optional(),
  insurer: word.optional(),
  /** The promoter's account. */
  promoter: Uuid.optional(),
}
const paged = { cursor: z.string().max(200).optional(), format: Format }
export const Next = z.string().nullable()
export const OrderLine = z.object({ id: z.string(), ...lineOf(orderColumns) })
/**
 * `count`: of all lines. `policies` and the sums: of what is paid and in force alone, as the ledger
 * has it. `byStatus`: all lines, with what they ask for.
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
  body: z.strictObject({ ...filters, sort: z.enum(reportSorts).default('newest'), ...paged }),
  /** `totals` of the whole period: null on the pages after the first. */
  reply: answerWith({ data: z.array(OrderLine), next: Next, totals: OrderTotals.nullable() }),
})

export const ClaimLine = z.object({ ...lineOf(claimColumns), status: ClaimState })
const ClaimTotals = z.object({
  count: z.int(),
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
  /** `totals` of the whole period: null on the pages after the first. */
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
  about: 'The statement per insurer from the ledger: premium, commission, to be passed on.',
  body: z.strictObject({ ...period, format: Format }),
  reply: answer(z.array(InsurerLine)),
})

export const RefundLine = z.object({
  ...lineOf(refundColumns),
  way: RefundWayField,
  status: z.enum(['due', 'done', 'failed']),
})
export const refunds = call({
  path: '/api/reports/refunds',
  method: 'GET',
  may: accountant,
  about: 'The register of refunds.',
  body: z.strictObject({
    ...period,
    status: z.enum(['due', 'done', 'failed']).optional(),
    ...paged,
  }),
  reply: answerWith({ data: z.array(RefundLine), next: Next }),
})

export const PromoterLine = z.object({ promoter: z.string(), ...lineOf(promoterColumns) })
export const promoters = call({
  path: '/api/reports/promoters',
  method: 'GET',
  may: accountant,
  about: 'What each promoter’s sales brought: policies, premium, the broker’s commission.',
  body: z.strictObject({ ...period, format: Format }),
  reply: answer(z.array(PromoterLine)),
})
