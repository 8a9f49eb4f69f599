import { z } from 'zod'
import { accounts, postingKinds } from '#domain/contract/posting.ts'
import { checks } from '#domain/contract/sums.ts'
import { isIban, normaliseIban } from '#domain/iban.ts'
import { productNames } from '#domain/products.ts'
import { answer, call, done } from './call.ts'
import { Day, Iin, Instant, Tenge, written } from './fields.ts'
import { About } from './ogpo-order.ts'
import { WayField } from './pay.ts'
import { RefundId } from './staff-orders.ts'

const Account = z.enum(accounts)

/**
 * Something that happened with a contract; `about` is the order, the policy or the payment it
 * happened with. Personal data are masked.
 */
export const ContractEvent = z.object({
  at: Instant,
  kind: z.enum(['order', 'payment', 'policy', 'refund', 'month', 'ending', 'posting', 'staff']),
  what: z.string(),
  about: z.string(),
  detail: z.string(),
  amount: Tenge.nullable(),
  debit: Account.nullable(),
  credit: Account.nullable(),
  actor: z.string(),
  bad: z.boolean(),
})
const Order = z.object({
  id: z.string(),
  number: z.string(),
  state: z.string(),
  amount: Tenge,
  premium: Tenge,
  ogpo_plus: Tenge,
  commission: Tenge,
  /** The Global ID of the policy it replaces, and how much of that premium it takes over. */
  replaces: z.string().nullable(),
  taken_over: Tenge,
  created_at: Instant,
})
const Sums = z.object({
  paid_in: Tenge,
  refunded: Tenge,
  refunds_open: Tenge,
  /** Paid in less refunds made and owed. */
  kept: Tenge,
  premium: Tenge,
  ogpo_plus: Tenge,
  returned: Tenge,
  commission: Tenge,
  /** The insurer's and the broker's together. */
  booked: Tenge,
  client: Tenge,
  refunds_account: Tenge,
  /** Paid for what is not issued yet. */
  waiting: Tenge,
  /** Refunded by a partner or a card's bank without us. */
  outside: Tenge,
})
/** Contents of a contract and whether its sums agree, for staff and accountants. */
export const contractParts = {
  contract_id: z.string(),
  product: z.enum(productNames),
  orders: z.array(Order),
  months: z.array(
    z.object({
      id: z.string(),
      period: z.int(),
      state: z.string(),
      amount: Tenge,
      created_at: Instant,
    }),
  ),
  policies: z.array(
    z.object({
      global_id: z.string(),
      order_id: z.string().nullable(),
      state: z.string(),
      start: Day,
      end: Day,
      premium: Tenge,
      ogpo_plus: Tenge,
      replaced_by: z.string().nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      period: z.int(),
      system: WayField,
      /** The bank's or the acquirer's own number of it. */
      outside_id: z.string().nullable(),
      way: z.string(),
      state: z.string(),
      amount: Tenge,
      created_at: Instant,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      payment_id: z.string().nullable(),
      amount: Tenge,
      reason: z.string(),
      state: z.string(),
      created_at: Instant,
      done_at: Instant.nullable(),
    }),
  ),
  /** Confirmed endings, without those that were only priced. */
  endings: z.array(
    z.object({
      global_id: z.string(),
      kind: z.string(),
      state: z.string(),
      refund: Tenge,
      created_at: Instant,
      done_at: Instant.nullable(),
    }),
  ),
  postings: z.array(
    z.object({
      at: Instant,
      key: z.string(),
      kind: z.enum(postingKinds),
      debit: Account,
      credit: Account,
      amount: Tenge,
      order_id: z.string(),
    }),
  ),
  sums: Sums,
  /** Each equality that must hold. */
  agrees: z.array(
    z.object({ check: z.enum(checks), expected: Tenge, found: Tenge, agrees: z.boolean() }),
  ),
}
export const contractPage = call({
  path: '/api/staff/contract',
  method: 'POST',
  may: ['staff'],
  about:
    'A contract as one page, by an id or number of any of its orders, a Global ID of any of its policies, or a subscription: its parts, everything in time order, and the sums that must agree. The look is audited.',
  body: z.strictObject({
    order_id: written().max(40),
  }),
  reply: answer(
    z.object({ ...contractParts, about: About.nullable(), events: z.array(ContractEvent) }),
  ),
})

/** Refunds that go to an account: its details, seen by two people, and that they were paid. */
const staff = ['staff'] as const

export const enterDetails = call({
  path: '/api/staff/refund/enterDetails',
  method: 'POST',
  may: staff,
  about:
    'Writes down the bank details a refund goes to when no payment can take it. Whoever changes them takes the approval away.',
  body: z.strictObject({
    refund_id: RefundId,
    iban: z.string({ error: 'iban' }).refine(isIban, { error: 'iban' }).transform(normaliseIban),
    holder: written(3).max(120, { error: 'invalid' }),
    holder_iin: Iin,
  }),
  reply: done,
})
export const approveDetails = call({
  path: '/api/staff/refund/approveDetails',
  method: 'POST',
  may: staff,
  about:
    'Approves the bank details as a second person: 14063 for whoever wrote them down. `iban` is what was looked at.',
  body: z.strictObject({ refund_id: RefundId, iban: z.string().max(20) }),
  reply: done,
})
export const refundPaid = call({
  path: '/api/staff/refund/paid',
  method: 'POST',
  may: staff,
  about:
    'The transfer to the approved details was made: the ledger gets its line and the client is told.',
  body: z.strictObject({
    refund_id: RefundId,
    reference: written(2).max(60),
  }),
  reply: done,
})
