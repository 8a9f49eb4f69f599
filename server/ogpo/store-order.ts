import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import pg from 'pg'
import type { Day } from '#domain/calendar.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { priceHoldsUntil } from '#domain/lifetimes.ts'
import type { OrderState } from '#domain/order.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { accountOfBuyer, type Contacts, isPhoneTaken } from '../accounts/accounts.ts'
import { isFresh } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { fillContacts } from '../accounts/phones.ts'
import {
  answersIn,
  askerWith,
  type Given,
  givenOf,
  selectAnswers,
} from '../consent/consent-facts.ts'
import { act } from '../contracts/contracts.ts'
import { type Db, instant, type Sql, type Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { randomKey, shortKey } from '../http/create-token.ts'
import type { Identity } from '../http/identity.ts'
import { inProgress } from '../http/refuse.ts'
import { type CaseSeen, selectCases } from '../kyc/cases.ts'
import type { acceptance } from '../orders/acceptance.ts'
import { countState, firstHistory, type Order } from '../orders/orders.ts'
import type { PartnerVisit, SoldBy } from '../orders/sold-by.ts'
import { paymentRows } from '../payments/open.ts'
import type { About } from '../payments/record.ts'
import type { Doing } from '../products/product.ts'
import { productOf } from '../products/products.ts'
import { lastDayOfPrice, type SalePrice } from '../quotes/price.ts'
import { peopleOfQuote, type Quote, quoteOf, selectQuote } from '../quotes/quotes.ts'
import { type BlockPage, blockPageAt } from '../reference/block-page.ts'
import { traceparent } from '../telemetry/trace.ts'
import { type Ask, billOf } from './order-payment.ts'

/** Facts an order's decision needs, as the database has them now. */
export type OrderFacts = {
  quote: Quote
  /** The id of the order this quote already has. */
  orderId: string | null
  /** Last day to pay at the quote's price; null while nothing in it expires. */
  lastDay: Day | null
  /** The contacts of the buyer's account, if there is one. */
  account: { phone: string | null; email: string | null } | null
  blockPage: BlockPage
  /** The partner's visit that the caller's token was opened in. */
  visit: PartnerVisit | null
  /** Consents that the people of the quote gave the caller. */
  given: Given[]
  /** Their cases of screening, by IIN; who has none is missing. */
  cases: ReadonlyMap<string, CaseSeen>
}

/**
 * Reads everything in one statement; null if the quote does not exist. An order by bill took 31
 * statements in turn, now 8 with two waits for the disk, which is worth more than pipelining (1,072
 * orders a second against 623). The write checks again what it depends on: the database's own rule
 * refuses a second order of the quote.
 */
export async function orderFacts(
  db: Db,
  calculationId: string,
  me: Identity,
  now: Date,
): Promise<OrderFacts | null> {
  const row = await selectQuote(db, calculationId)
    .select(({ selectFrom }) => [
      selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.calculation_id', '=', 'quotes.id')
        .as('order_id'),
      lastDayOfPrice.as('last_day'),
      jsonObjectFrom(
        selectFrom('accounts')
          .select(['accounts.phone', 'accounts.email'])
          .where('accounts.realm', '=', 'cabinet')
          .whereRef('accounts.iin', '=', 'quotes.buyer_iin'),
      ).as('account'),
      jsonObjectFrom(
        selectFrom('block_page').select([
          'block_page.is_blocked',
          'block_page.date_from',
          'block_page.date_to',
          'block_page.text',
        ]),
      ).as('block_page'),
      jsonObjectFrom(
        selectFrom('partner_visits')
          .innerJoin('partners', 'partners.code', 'partner_visits.partner')
          .select(['partners.code', 'partners.source', 'partner_visits.reference'])
          .where('partner_visits.id', '=', me.partnerVisit),
      ).as('visit'),
      jsonArrayFrom(selectAnswers(db, me.iin).where('consents.iin', 'in', peopleOfQuote)).as(
        'consents',
      ),
      jsonArrayFrom(selectCases(db).where('kyc_cases.iin', 'in', peopleOfQuote)).as('cases'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const {
    order_id: orderId,
    last_day: lastDay,
    account,
    block_page: block,
    visit,
    consents,
    cases,
    ...quote
  } = row
  const asker = askerWith(me, visit?.code ?? null)
  return {
    quote: quoteOf(quote),
    orderId,
    lastDay,
    account,
    blockPage: blockPageAt(
      block
        ? { ...block, date_from: instant(block.date_from), date_to: instant(block.date_to) }
        : undefined,
      now,
    ),
    visit,
    given: givenOf(answersIn(consents, asker), now),
    cases: new Map(cases.map((one) => [one.iin, one])),
  }
}

/** Other orders of the same buyer for one of the same cars and days (decision 301). */

type Ordered = Pick<Quote, 'id' | 'buyer_iin' | 'facts'>

const asked = ({ id, buyer_iin, facts }: Ordered): RawBuilder<unknown> =>
  sql`${buyer_iin}, ${id}::uuid, ${JSON.stringify(facts.vehicles.map(({ plate, vin }) => ({ plate, vin })))}::jsonb,
    ${facts.term.start}, ${facts.term.end}`

/**
 * True in SQL, or the statement fails (`isOrderedElsewhere`). Waits for a parallel order of the
 * same buyer.
 */
const noOtherOrder = (quote: Quote): RawBuilder<boolean> =>
  sql<boolean>`no_other_order_of_cars(${asked(quote)})`

/** Another order of a car holds the day: by the function above, or by the table's own rule. */
const isOrderedElsewhere = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'orders_one_of_a_car'

/** Returns what an open order reserves for its buyer: each car as a number, and the days. */
function heldBy({ buyer_iin, facts: { vehicles, term } }: Quote) {
  const numbers = vehicles.map(({ plate }) =>
    createHash('sha256').update(`${buyer_iin}:${plate}`).digest().readBigInt64BE(),
  )
  return {
    held_cars: `{${numbers.map((n) => `[${n},${n}]`).join(',')}}`,
    held_days: `[${term.start},${term.end}]`,
  }
}

/** Another open order of a car, or one whose policy was issued after the calculation. */
type Other = { order_id: string; contract: string; order_state: string }

/**
 * Lists the buyer's other orders of these cars. A parallel order of the buyer waits for the end of
 * this transaction.
 */
export const otherOrders = async (tx: Tx, quote: Ordered, contractId: string): Promise<Other[]> =>
  (await sql<Other>`select * from other_orders_of_cars(${asked(quote)}, ${contractId})`.execute(tx))
    .rows

/** Why nothing is stored: another order is paid, or a policy was issued after the calculation. */
type Elsewhere = 'being_issued' | 'issued'

/**
 * Cancels unpaid orders in favour of a new one and refunds money that still arrives for them.
 * Writes nothing if another one is already paid. Leaves orders of `contractId`, the new order's
 * contract, to its rules. Throws if one was paid at this moment.
 */
async function otherOrdersGiveWay(
  tx: Tx,
  deps: Deps,
  quote: Ordered,
  contractId: string,
  doing: Doing,
): Promise<Elsewhere | null> {
  const others = await otherOrders(tx, quote, contractId)
  const isOne = (state: string) => others.some(({ order_state }) => order_state === state)
  if (isOne('paid') || isOne('issuing')) return 'being_issued'
  if (isOne('issued')) return 'issued'
  for (const other of others) if (!(await givesWay(tx, deps, other, doing))) throw inProgress()
  return null
}

/** False when it was paid in this moment. */
export async function givesWay(
  tx: Tx,
  deps: Deps,
  { order_id: orderId, contract }: Other,
  doing: Doing,
): Promise<boolean> {
  const reason = 'the same car was ordered again'
  const drop = { act: 'drop_order', orderId, to: 'cancelled', reason } as const
  return !isRefused(await act(tx, deps, contract, drop, doing))
}

/** The row of an order. */

/** What an order is made of. */
type Made = {
  quote: Quote
  ask: Ask
  price: SalePrice
  sold: SoldBy
  by: Awaited<ReturnType<typeof acceptance>>
  now: Date
  account: OrderFacts['account']
  lastDay: OrderFacts['lastDay']
}

const orderRow = (
  { locale }: Context,
  { quote, ask, price, sold, by, now }: Made,
  contractId: string,
) => ({
  id: sql<string>`(select number || '-' || ${randomKey().slice(0, 6)} from numbered)`,
  calculation_id: quote.id,
  state: price.toPay > 0 ? 'awaiting_payment' : 'draft',
  number: sql<string>`(select number from numbered)`,
  progress_key: randomKey(),
  short_key: shortKey(),
  buyer_iin: quote.buyer_iin,
  promoter_iin: quote.promoter_iin,
  phone: quote.facts.phone,
  email: ask.email ?? null,
  locale,
  ...sold,
  amount: price.toPay,
  insurance_premium: price.insurancePremium,
  ogpo_plus_premium: price.ogpoPlusPremium,
  commission: price.commission,
  refund_due: price.refund,
  replaces_global_id: quote.replaces_global_id,
  taken_over: price.remaining,
  contract_id: contractId,
  accepted: JSON.stringify({
    ...textsOf(price.ogpoPlusPremium > 0),
    ...by,
    ...ask.accepted,
    // Scoring refused the ordinary path and the client accepted this insurer's offer.
    ...(quote.facts.badScoring ? { otherOffer: quote.facts.insurer.code } : {}),
    at: now.toISOString(),
  }),
  start_date: quote.facts.term.start,
  ...heldBy(quote),
  created_at: now,
  trace: traceparent(),
})

/**
 * Versions of the texts that paying accepts; OGPO+ has its own, and only who buys it accepts it.
 */
function textsOf(withOgpoPlus: boolean) {
  const { ogpoPlus, ...texts } = legalVersions
  return withOgpoPlus ? { ...texts, ogpoPlus } : texts
}

/** `attempt`: the first payment attempt, if anything is due. */
export type Placed = {
  order: Pick<
    Order,
    'id' | 'number' | 'progress_key' | 'contract_id' | 'buyer_iin' | 'phone' | 'email'
  >
  attempt: (Bill & { id: string }) | null
}
type Bill = ReturnType<typeof billOf>

/**
 * Stores the order with its history, the buyer's account and its first payment attempt, if anything
 * is due. Unpaid orders of the same cars give way; if one of them is paid already, stores nothing.
 * Throws if the quote has an order already (`isOrderedAlready`).
 */
export const storeOrder = (context: Context, made: Made): Promise<Placed | Elsewhere> =>
  store(context, made).catch((cause: unknown) => {
    if (isPhoneTaken(cause)) return store(context, made, { phoneTaken: true })
    throw cause
  })

/** `phoneTaken`: a buyer who has proved the phone by a code takes it from who had it. */
async function store(
  context: Context,
  made: Made,
  { phoneTaken = false } = {},
): Promise<Placed | Elsewhere> {
  const { db, me, device } = context
  const { quote, price, now } = made
  const doing = { actor: actorOf(me()), at: now }
  const { replaces_global_id: replaces } = quote
  const contacts = contactsOf(context, made)
  const { account } = made
  const lacks =
    account && ((!account.phone && contacts.phone) || (!account.email && contacts.email))
  // One statement is a transaction of its own.
  if (!phoneTaken && !lacks && !replaces && price.toPay > 0)
    try {
      return await insertOrder(db, context, made, '', noOtherOrder(quote))
    } catch (cause) {
      if (!isOrderedElsewhere(cause)) throw cause
    }
  return db.transaction().execute(async (tx) => {
    const contractId = replaces ? await contractOf(tx, replaces) : ''
    // Before any other lock: a parallel order takes its locks in the same sequence.
    const elsewhere = await otherOrdersGiveWay(tx, context, quote, contractId, doing)
    if (elsewhere) return elsewhere
    if (phoneTaken || lacks)
      await fillContacts(tx, context, contacts, {
        actor: doing.actor,
        // A promoter's device is not the client's.
        device: me().kind === 'promoter' ? '' : device,
        // With a code typed long ago the phone's owner may not know: the holder of the token placed
        // the order.
        provedPhone: contacts.proved === 'code' && isFresh(context) ? contacts.phone : null,
      })
    if (replaces) await unpaidReissuesGiveWay(tx, context, contractId, replaces, doing)
    const placed = await insertOrder(tx, context, made, contractId).catch((cause: unknown) => {
      throw isOrderedElsewhere(cause) ? inProgress() : cause
    })
    const { id: orderId, contract_id } = placed.order
    if (!placed.attempt) await act(tx, context, contract_id, { act: 'pay_nothing', orderId }, doing)
    return placed
  })
}

/** Returns a new order's data for opening its bill or page; null if nothing is due. */
export const aboutNew = ({ order, attempt }: Placed, { locale }: Context): About | null =>
  attempt && {
    attempt: { ...attempt, contract_id: order.contract_id, order_id: order.id },
    sale: {
      product: 'ogpo',
      id: order.id,
      contractId: order.contract_id,
      buyerIin: order.buyer_iin,
      number: order.number,
      locale,
      phone: order.phone,
      email: order.email,
      waits: true,
      watchedBy: order.progress_key,
    },
    product: productOf('ogpo'),
  }

/** Of two requests with one quote the database admits one. */
export const isOrderedAlready = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'orders_calculation_id_key'

/**
 * Inserts all rows of a new order in one statement. `contractId`: the contract of the replaced
 * policy; empty otherwise, and the database opens one. Stores a bill as already requested, because
 * this request sends it right after the commit. `judged`: the basis the order is stored under.
 */
async function insertOrder(
  on: Sql,
  context: Context,
  made: Made,
  contractId: string,
  judged: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Placed> {
  const { price, now } = made
  const { me, locale } = context
  const actor = actorOf(me())
  const order = orderRow(context, made, contractId)
  const { buyer_iin, phone, email, progress_key } = order
  const expiresAt = priceHoldsUntil({
    orderedAt: now,
    start: order.start_date,
    lastDay: made.lastDay,
  })
  const bill =
    price.toPay > 0
      ? billOf({ ...order, phone }, made.ask.pay, { actor, at: now, expiresAt })
      : null
  const id = sql<string>`(select id from made)`
  const attemptId = sql<string>`(select id || '-1' from made)`
  const payment =
    bill &&
    paymentRows(on, attemptId, {
      ...bill,
      contractId: sql<string>`(select contract_id from made)`,
      orderId: id,
      ...(waysOf[bill.system].repeatable ? {} : { askedAt: now }),
    })
  const states: OrderState[] = bill ? ['draft', 'awaiting_payment'] : ['draft']
  const account = accountOfBuyer({ ...contactsOf(context, made), locale, at: now })
  const { rows } = await sql<Pick<Order, 'id' | 'number' | 'contract_id'> & { attempt: string }>`
    with numbered as materialized (
      select 'QG' || lpad(n::text, greatest(9, length(n::text)), '0') as number from nextval('policy_numbers') as n where ${judged}),
    made as (${on.insertInto('orders').values(order).returning(['id', 'number', 'contract_id'])}),
    history as (${firstHistory(on, id, states, { actor, reason: 'ordered', at: now })}),
    ${account}${payment ? sql`, ${payment}` : sql``}
    select id, number, contract_id, ${attemptId} as attempt from made`.execute(on)
  const [row] = rows
  if (!row) throw new Error('a new order has no row')
  if (bill) countState('awaiting_payment')
  return {
    order: { ...row, buyer_iin, progress_key, phone, email },
    attempt: bill && { ...bill, id: row.attempt },
  }
}

/**
 * A token that may only buy proved its phone by a code. The register of phones has linked the
 * policyholder's phone of every quote to them; a payer's phone (`pay.phone`) proves nothing.
 */
const contactsOf = ({ me }: Context, { quote, ask }: Made): Contacts => ({
  iin: quote.buyer_iin,
  email: ask.email ?? null,
  ...(me().kind === 'purchase'
    ? { phone: me().phone, proved: 'code' as const }
    : { phone: quote.facts.phone, proved: 'register' as const }),
})

/** The contract of the policy a reissue replaces. */
async function contractOf(tx: Tx, globalId: string): Promise<string> {
  const policies = tx.selectFrom('policies').select('contract_id')
  const found = await policies.where('global_id', '=', globalId).executeTakeFirstOrThrow()
  return found.contract_id
}

/**
 * Cancels unpaid reissues of the replaced policy, under its contract's lock. Throws if it was paid
 * or ended at this moment.
 */
async function unpaidReissuesGiveWay(
  tx: Tx,
  context: Context,
  contractId: string,
  globalId: string,
  doing: Doing,
): Promise<void> {
  const decision = await act(
    tx,
    context,
    contractId,
    { act: 'ask_reissue', globalId, today: context.clock.today() },
    doing,
  )
  if (isRefused(decision)) throw inProgress()
}
