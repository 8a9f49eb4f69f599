import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { accountById } from '../accounts/accounts.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { HomeSubscriptions } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import { homeContractJob, homeDocumentsJob, homeRegisterJob } from '../jobs/definitions.ts'
import { obstacleIn } from '../orders/orders.ts'
import { policyWithDocuments } from '../policies/documents.ts'
import type { ContractPage } from '../products/product.ts'
import {
  type Desk,
  type Found,
  type FoundSale,
  type HistoryRow,
  type ListAsked,
  type ListedSale,
  nothingFound,
  type SalesOfClient,
  type SaleView,
} from '../products/product-desk.ts'
import {
  beyond,
  linesOfKind,
  toRefund,
  withLostLetter,
  withRefund,
} from '../products/sale-lists.ts'

/**
 * Money arrived, but the unified database has not registered its contract: the first one, or the
 * next year's, also if the paid time has ended meanwhile.
 */
const isStuck = (
  home: Pick<
    Selectable<HomeSubscriptions>,
    'state' | 'paid_until' | 'contract_until' | 'next_attempt_at'
  >,
  today: Day,
): boolean =>
  home.state === 'paid' ||
  ((home.paid_until ?? '') > (home.contract_until ?? '') &&
    (home.next_attempt_at !== null || (home.paid_until ?? '') < today))

/** Messages are sent again from the client's page. */
const rerun: Desk['rerun'] = async (tx, { clock, queue }, subscriptionId, what) => {
  await lockContract(tx, subscriptionId)
  const home = await tx
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!home) throw notFound()
  if (what === 'notify' || (what === 'issue' ? !isStuck(home, clock.today()) : !home.policy_id))
    return false
  if (what === 'issue') {
    await tx
      .updateTable('home_subscriptions')
      .set({ next_attempt_at: clock.now() })
      .where('id', '=', subscriptionId)
      .execute()
    const job = home.state === 'paid' ? homeRegisterJob : homeContractJob
    await queue.enqueue(tx, job, { subscriptionId })
  } else await queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
  return true
}

/** A contract of Home is a subscription with its periods; each year has a number of its own. */
const contract: ContractPage = {
  named: (text, upper) => sql`
    select id from home_subscriptions where id = ${text} or number = ${upper}
    union all select subscription_id from home_contracts where number = ${upper}
    union all select subscription_id from home_charges where id = ${text}`,
  sales: (id) => sql`
    select id, number, state, monthly_payment as amount, monthly_payment as premium, 0 as ogpo_plus,
      commission, null as replaces, 0 as taken_over, created_at
    from home_subscriptions where id = ${id}`,
  months: (id) => sql`
    select id, period, state, amount, created_at
    from home_charges where subscription_id = ${id} order by period`,
  saleMoves: (id) => sql`
    select one.state, at, actor, reason, home.number as about, null::int as amount
    from home_subscription_history as one
      join home_subscriptions as home on home.id = one.subscription_id
    where home.id = ${id}`,
  monthMoves: (id) => sql`
    select one.state, at, actor, reason, (month.period + 1)::text as about, month.amount
    from home_charge_history as one join home_charges as month on month.id = one.charge_id
    where month.subscription_id = ${id}`,
}

/** The subscriptions of a client. */
async function iin(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('buyer_iin', '=', wanted)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  return { iins: [], sales: homes.map(({ id }) => id) }
}

/** A subscription and its client. */
async function number(db: Sql, text: string): Promise<Found> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .select(['id', 'buyer_iin'])
    .where('number', '=', text)
    .execute()
  return {
    iins: homes.map(({ buyer_iin }) => buyer_iin),
    sales: homes.map(({ id }) => id),
  }
}

/** The newest subscription of each. */
const newest = (db: Sql, iins: string[]): Promise<{ iin: string; id: string }[]> =>
  db
    .selectFrom('home_subscriptions')
    .distinctOn('buyer_iin')
    .select(['buyer_iin as iin', 'id'])
    .where('buyer_iin', 'in', [...iins, ''])
    .orderBy('buyer_iin')
    .orderBy('created_at', 'desc')
    .execute()

/**
 * A client of Home has an account, which the search knows by its phone and e-mail; a home has no
 * plate.
 */
const find: Desk['find'] = {
  iin,
  phone: async () => nothingFound,
  plate: async () => nothingFound,
  number,
  email: async () => nothingFound,
  newest,
}

/** Subscriptions of these ids, the newest first. */
const found = (db: Sql, ids: string[]): Promise<FoundSale[]> =>
  db
    .selectFrom('home_subscriptions')
    .select(['id', 'number', 'state', 'created_at', 'paid_at'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()

/** The channel of every subscription: it is sold behind the government sign-in only. */
const soldThrough = 'egov'

/** When a month was last requested from the card; the first one is paid on a page. */
const lastCharge = sql`coalesce((select max(created_at) from payment_attempts
  where payment_attempts.contract_id = home.id and way = 'saved_card'), home.paid_at)`

/** Subscriptions of a view. */
function list(db: Sql, asked: ListAsked): Promise<ListedSale[]> {
  const { view, direction, state, channel } = asked
  let rows = db
    .selectFrom('home_subscriptions as home')
    .select([
      'id',
      'number',
      'state',
      'monthly_payment as amount',
      'created_at',
      'paid_at',
      'issue_error',
    ])
    .select(['issue_attempts', 'next_attempt_at', toRefund('home.id').as('to_refund')])
    .select(sql<string>`${soldThrough}`.as('channel'))
    .select(sql<Date | null>`${lastCharge}`.as('waits_since'))
    .where(beyond('home', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where(sql<SqlBool>`${channel} = ${soldThrough}`)
  // A next-year contract the database did not accept: the job retries until it answers.
  if (view === 'stuck')
    rows = rows.where((expression) =>
      expression.or([
        expression('state', '=', 'paid'),
        sql<SqlBool>`paid_until > contract_until
          and (next_attempt_at is not null or paid_until < ${asked.today})`,
      ]),
    )
  if (view === 'charges')
    rows = rows.where(sql<SqlBool>`home.id in (
      select contract_id from payment_attempts where way = 'saved_card'
      and state in ('created', 'awaiting') and created_at < ${asked.askedBefore ?? null})`)
  if (view === 'refund_failed') rows = rows.where(withRefund('home.id', false))
  if (view === 'details') rows = rows.where(withRefund('home.id', true))
  // A subscription is paid by card: it has no bills.
  if (view === 'bills') rows = rows.where(sql<SqlBool>`false`)
  if (view === 'letters') rows = rows.where(withLostLetter('home.id', asked.today))
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(asked.limit).execute()
}

/** A client's subscriptions, and which policy belongs to which. */
async function ofClient(db: Sql, account: { id: string }, atMost: number): Promise<SalesOfClient> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  const ids = homes.map(({ id }) => id)
  if (ids.length === 0) return { sales: [], ofPolicy: new Map() }
  const contracts = await db
    .selectFrom('home_contracts')
    .select(['policy_id', 'subscription_id'])
    .where('subscription_id', 'in', ids)
    .execute()
  return {
    sales: homes.map((home) => ({
      order_id: home.id,
      number: home.number,
      state: home.state,
      channel: soldThrough,
      amount: home.monthly_payment,
      email: home.email,
      at: home.created_at.toISOString(),
    })),
    ofPolicy: new Map([
      ...contracts.flatMap(({ policy_id, subscription_id }) =>
        policy_id ? [[policy_id, subscription_id] as const] : [],
      ),
      ...homes.flatMap(({ id, policy_id }) => (policy_id ? [[policy_id, id] as const] : [])),
    ]),
  }
}

/** One Home subscription as staff look at it; each year's contract has a number and a policy. */
async function sale(wanted: string, { db, clock, locale }: Context): Promise<SaleView | null> {
  const home = await homeNamed(db, wanted)
  if (!home) return null
  const [policy, insurer, contracts, history, account] = await Promise.all([
    policyWithDocuments(db, { id: home.policy_id }),
    insurerOf(db, home.insurer_code),
    contractsOf(db, home.id),
    historyOf(db, home.id),
    accountById(db, home.account_id),
  ])
  return {
    id: home.id,
    shown: {
      number: home.number,
      state: home.state,
      source: home.source,
      channel: soldThrough,
      insurer: insurer ? columnIn(insurer, 'name', locale) : '',
      amount: home.monthly_payment,
      commission: home.commission,
      created_at: home.created_at.toISOString(),
      paid_at: home.paid_at?.toISOString() ?? null,
      start_date: home.anchor,
      declared_experience: [],
      attempts: home.issue_attempts,
      next_attempt_at: home.next_attempt_at?.toISOString() ?? null,
      obstacle: obstacleIn(home.issue_error),
      account_id: home.buyer_iin === 'erased' ? null : home.account_id,
      policy: policy?.shown ?? null,
      cancel_refund: null,
      acts: [
        ...(isStuck(home, clock.today()) ? (['issue'] as const) : []),
        ...(policy ? (['documents'] as const) : []),
      ],
    },
    history,
    keys: [
      home.id,
      home.number,
      ...contracts.flatMap((one) => [one.number, one.global_id, one.esbd_policy_id]),
    ],
    reports: [],
    // As the messages have it (`wordsOf`).
    contact: { phone: account?.phone ?? home.phone, email: account?.email ?? home.email },
  }
}

const homeNamed = (db: Db, wanted: string) =>
  db
    .selectFrom('home_subscriptions as home')
    .innerJoin('home_quotes', 'home_quotes.id', 'home.calculation_id')
    .innerJoin('home_plans', 'home_plans.id', 'home_quotes.plan_id')
    .selectAll('home')
    .select('home_plans.insurer_code')
    .where((expression) =>
      expression.or([
        expression('home.id', '=', wanted),
        expression('home.number', '=', wanted.toUpperCase()),
        expression(
          'home.id',
          'in',
          expression
            .selectFrom('home_contracts')
            .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
            .select('home_contracts.subscription_id')
            .where((inner) =>
              inner.or([
                inner('policies.global_id', '=', wanted.toUpperCase()),
                inner('home_contracts.number', '=', wanted.toUpperCase()),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()

const insurerOf = (db: Db, code: string) =>
  db
    .selectFrom('insurers')
    .select(localeColumns('name'))
    .where('code', '=', code)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()

const contractsOf = (db: Db, id: string) =>
  db
    .selectFrom('home_contracts')
    .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
    .select(['home_contracts.number', 'policies.global_id', 'policies.esbd_policy_id'])
    .where('home_contracts.subscription_id', '=', id)
    .execute()

/** Its states and those of its contracts. */
async function historyOf(db: Db, id: string): Promise<HistoryRow[]> {
  const [states, policies] = await Promise.all([
    db
      .selectFrom('home_subscription_history')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('id')
      .limit(linesOfKind)
      .execute(),
    db
      .selectFrom('policy_history')
      .innerJoin('home_contracts', 'home_contracts.policy_id', 'policy_history.policy_id')
      .selectAll('policy_history')
      .select('home_contracts.number as about')
      .where('home_contracts.subscription_id', '=', id)
      .orderBy('policy_history.id')
      .execute(),
  ])
  return [
    ...states.map((row) => ({ kind: 'order' as const, ...row })),
    ...policies.map((row) => ({ kind: 'policy' as const, ...row })),
  ]
}

/** The Home subscription as staff see it. */
export const homeDesk: Desk = {
  auditKind: 'home',
  find,
  found,
  list,
  sale,
  ofClient,
  facts: (db: Sql, ids) =>
    db
      .selectFrom('home_subscriptions')
      .select(['id', 'phone', 'locale', 'facts'])
      .where('id', 'in', ids)
      .execute(),
  numbers: (db: Sql, ids) =>
    db.selectFrom('home_subscriptions').select(['id', 'number']).where('id', 'in', ids).execute(),
  rerun,
  refundUnissued: null,
  correctEmail: null,
  contract,
}
