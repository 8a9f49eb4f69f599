import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isRefused } from '#domain/contract/refusal.ts'
import type { OrderState } from '#domain/order.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { accountOfBuyer, type Contacts, isPhoneTaken } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { fillContacts } from '../accounts/phones.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { inProgress } from '../http/refuse.ts'
import { countState, firstHistory, type Order } from '../orders/orders.ts'
import { paymentRows } from '../payments/open.ts'
import type { About } from '../payments/record.ts'
import type { Doing } from '../products/product.ts'
import { productOf } from '../products/products.ts'
import { billOf } from './bill.ts'
import { type Made, orderRow } from './order-row.ts'
import {
  type Elsewhere,
  isOrderedElsewhere,
  noOtherOrder,
  otherOrdersGiveWay,
} from './other-orders.ts'

/** `attempt`: the first one to pay, where something is to be paid. */
export type Placed = {
  order: Pick<
    Order,
    'id' | 'number' | 'progress_key' | 'contract_id' | 'buyer_iin' | 'phone' | 'email'
  >
  attempt: (Bill & { id: string }) | null
}
type Bill = ReturnType<typeof billOf>

/**
 * The order with its history, the buyer's account and its first attempt to pay; none where nothing
 * is to be paid. Unpaid orders of the same cars give way; where one of them is paid already, nothing
 * is stored. Throws where the quote has an order already (`isOrderedAlready`).
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
    // Before any other lock: whoever stores another order takes them in the same turn.
    const elsewhere = await otherOrdersGiveWay(tx, context, quote, contractId, doing)
    if (elsewhere) return elsewhere
    if (phoneTaken || lacks)
      await fillContacts(tx, context, contacts, {
        actor: doing.actor,
        // A promoter's device is not the client's.
        device: me().kind === 'promoter' ? '' : device,
        provedPhone: contacts.proved === 'code' ? contacts.phone : null,
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

/**
 * Of a new order, what opening its bill or page wants to know; null where nothing is to be paid.
 */
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

/** Two requests with one quote: the database lets one of them. */
export const isOrderedAlready = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'orders_calculation_id_key'

/**
 * All rows of a new order by one statement (decision 232). `contractId`: of the policy it replaces;
 * else empty, and the database opens one. A bill is stored as one the bank is asked for: by this
 * request, as soon as this is kept. `judged` is what it is stored under.
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
  const bill =
    price.toPay > 0 ? billOf({ ...order, phone }, made.ask.pay, { actor, at: now }) : null
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
 * Unpaid reissues of the policy that is replaced give way, under its contract's lock. Throws when it
 * was paid or ended in this moment.
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
