import { type RawBuilder, sql as raw, sql } from 'kysely'
import { type Booked, type Figure, figures, soldKinds } from '#domain/books/booked.ts'
import type { Posting, PostingKind } from '#domain/contract/posting.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { attemptBefore } from '#domain/payment-attempt.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { jobRow } from '../jobs/queue.ts'
import { countAttempt } from '../orders/orders.ts'
import type { Product, Sale } from '../products/product.ts'
import { type Attempt, attemptById, moveAttempt } from './attempts.ts'
import type { billUnclear } from './unclear.ts'

/** `bill_unclear`: the client's phone may show a bill, and no system can confirm it. */
export type Opened =
  | { opened: true; redirectUrl: string | null }
  | { opened: false; code: RefusalCode; reason?: typeof billUnclear }
export type About = {
  attempt: Pick<Attempt, 'id' | 'contract_id' | 'order_id' | 'system' | 'way' | 'phone' | 'amount'>
  sale: Sale
  product: Product
}

/**
 * Records that there is no bill and no page, unless another run has closed, opened or refused the
 * attempt meanwhile.
 */
export async function recordRefused(
  deps: Deps,
  { attempt, sale }: About,
  actor: string,
  reason: string,
) {
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    await tx
      .updateTable('payment_attempts')
      .set({ asked_at: null })
      .where('id', '=', attempt.id)
      .where('outside_id', 'is', null)
      .execute()
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(tx, sale.product, attempt.id, 'error', {
        actor,
        reason,
        at: deps.clock.now(),
      })
  })
}

/**
 * Records the bill or page in one statement under the contract's lock. Returns false and writes
 * nothing if the attempt changed meanwhile or the number belongs to another bill.
 */
export async function recordOpenedAtOnce(
  { db, config, clock }: Deps,
  { attempt, sale }: About,
  outsideId: string,
  redirectUrl: string | null,
): Promise<boolean> {
  const wakes = sale.watchedBy ?? null
  const { rows } = await raw<{ moved: boolean }>`
    with locked as materialized (select id from contracts where id = ${attempt.contract_id} for update),
    moved as (
      update payment_attempts set outside_id = ${outsideId}, redirect_url = ${redirectUrl}, state = 'awaiting'
      where id = ${attempt.id} and state = any(${attemptBefore('awaiting')}::text[]) and outside_id is null
        and contract_id = (select id from locked)
        and not (way = 'bill' and exists (select from payment_attempts as other
          where other.way = 'bill' and other.outside_id = ${outsideId} and other.id <> ${attempt.id}))
      returning id),
    told as (
      insert into payment_attempt_history (attempt_id, state, at, actor, reason)
      select id, 'awaiting', ${clock.now()}::timestamptz, ${attempt.system}::text, 'opened' from moved),
    job as (${jobRow(paymentCheckJob, raw`(select id from moved)`, config.pollSeconds)}),
    woken as (select pg_notify('order_changed', ${wakes}::text) from moved where ${wakes}::text is not null)
    select exists (select from moved) and (select count(*) from woken) >= 0 as moved`.execute(db)
  if (!rows[0]?.moved) return false
  countAttempt(sale.product, 'awaiting')
  return true
}

/**
 * Records the bill's id and starts its checks. Two runs write the same. Returns false if it was
 * closed meanwhile.
 */
export async function recordOpened(
  deps: Deps,
  { attempt, sale, product }: About,
  outsideId: string,
  redirectUrl: string | null,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    const now = await tx
      .selectFrom('payment_attempts')
      .select('state')
      .where('id', '=', attempt.id)
      .executeTakeFirst()
    const bill = { outside_id: outsideId, redirect_url: redirectUrl }
    if (now?.state !== 'created') {
      await tx.updateTable('payment_attempts').set(bill).where('id', '=', attempt.id).execute()
      // Closed or opened meanwhile: a bill that exists is watched all the same, so that late money
      // finds its way back.
      if (now?.state !== 'awaiting')
        await deps.queue.enqueue(
          tx,
          paymentCheckJob,
          { attemptId: attempt.id },
          { inSeconds: deps.config.pollSeconds },
        )
      return now?.state === 'awaiting'
    }
    await moveAttempt(
      tx,
      sale.product,
      attempt.id,
      'awaiting',
      { actor: attempt.system, reason: 'opened', at: deps.clock.now() },
      bill,
    )
    if (sale.waits) await product.wake(tx, sale)
    await deps.queue.enqueue(
      tx,
      paymentCheckJob,
      { attemptId: attempt.id },
      { inSeconds: deps.config.pollSeconds },
    )
    return true
  })
}

/**
 * Writes postings into the ledger; the key makes a repeated one impossible. Sums of nothing are not
 * written.
 */
export async function writePostings(
  tx: Tx,
  contractId: string,
  postings: readonly Posting[],
  at: Date,
): Promise<void> {
  const rows = postings
    .filter(({ amount }) => amount > 0)
    .map(({ key, kind, debit, credit, amount, orderId, paymentId }) => ({
      key,
      contract_id: contractId,
      order_id: orderId,
      attempt_id: paymentId,
      kind,
      debit,
      credit,
      amount,
      at,
    }))
  if (rows.length > 0) await tx.insertInto('ledger').values(rows).execute()
}

/**
 * The one reader of the ledger's sums: every report, statement, desk and file with premium,
 * commission or payments reads them here, so that one place decides a line's sign. `ledger` is the
 * table's name in each part of a query below.
 */

/** The day of a line in Almaty. */
export const bookedDay = sql<string>`to_char((ledger.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

const among = (kinds: readonly PostingKind[]) =>
  sql`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`
const sumOf = (figure: Figure) => {
  const { account, kinds } = figures[figure]
  return sql`coalesce(sum(case ${account}::text when ledger.credit then ledger.amount when ledger.debit then -ledger.amount end)
    filter (where ledger.kind in ${among(kinds)}), 0)`
}
/** A policy counts if its premium is booked, until it is cancelled or replaced. */
const policiesOf = (
  kind: PostingKind,
) => sql`(count(*) filter (where ledger.kind = ${kind} and ledger.credit = 'insurer')
  - count(*) filter (where ledger.kind = ${kind} and ledger.debit = 'insurer'))`

/** The figures of some lines of the ledger, to be selected of them. */
const allFigures = Object.keys(figures) as Figure[] // the keys of the table
const bookedSums = sql.join([
  ...allFigures.map((figure) => sql`${sumOf(figure)} as ${sql.ref(figure)}`),
  sql`${policiesOf('premium')} as policies`,
  sql`${policiesOf('ogpo_plus')} as "ogpoPlusPolicies"`,
])

/** Figures as the database sends them; sums are more than a whole number of 32 bits. */
type Sent = Record<keyof Booked, string>
const numbers = ({ premium, ogpoPlus, commission, returned, paid, ...counts }: Sent): Booked => ({
  premium: Number(premium),
  ogpoPlus: Number(ogpoPlus),
  commission: Number(commission),
  returned: Number(returned),
  paid: Number(paid),
  policies: Number(counts.policies),
  ogpoPlusPolicies: Number(counts.ogpoPlusPolicies),
})

/**
 * Sums the lines that match `where`, grouped by `by`, in its order. `join`: tables joined to
 * `ledger` for both. Excludes payments: those are read by sale, below.
 */
export async function bookedBy<Key extends string>(
  db: Sql,
  of: {
    join?: RawBuilder<unknown>
    where: RawBuilder<unknown>
    by: Readonly<Record<Key, RawBuilder<unknown>>>
  },
): Promise<(Omit<Booked, 'paid'> & Record<Key, string>)[]> {
  const names = Object.keys(of.by) as Key[] // the keys of `by`
  const groups = sql.join(names.map((_name, at) => sql.lit(at + 1)))
  const { rows } = await sql<Sent & Record<Key, string>>`
    select ${sql.join(names.map((name) => sql`${of.by[name]} as ${sql.ref(name)}`))}, ${bookedSums}
    from ledger ${of.join ?? sql``} where ${of.where} and ledger.kind in ${among(soldKinds)}
    group by ${groups} order by ${groups}`.execute(db)
  return rows.map((row) => ({ ...row, ...numbers(row) }))
}

/** True of lines dated in a time. */
export const bookedIn = ({ since, until }: { since: Date; until?: Date | undefined }) =>
  until
    ? sql<boolean>`ledger.at >= ${since} and ledger.at < ${until}`
    : sql<boolean>`ledger.at >= ${since}`

/**
 * True for lines of a sale that pays its promoter: a cancelled policy pays none, even if the
 * insurer leaves us its commission (decision 299).
 */
export const paysPromoter = sql<boolean>`not exists (select from policies as sold
  where sold.order_id = ledger.order_id and sold.state = 'cancelled')`

/**
 * True for lines of a sale (`sale_id`), or of one month of Home (`period`): a payment's by its
 * attempt, a premium's by its key.
 */
const ofLine = sql`ledger.order_id = line.sale_id and (line.period is null
  or case when ledger.attempt_id is null then substr(ledger.key, strpos(ledger.key, ':') + 1) = line.id
    else exists (select from payment_attempts where payment_attempts.id = ledger.attempt_id
      and payment_attempts.period = line.period) end)`

/** A payment for a sale not concluded yet is nobody's premium. */
const isBooked = sql`count(*) filter (where ledger.kind = 'premium') > 0`

/** The figures of a `line` of sales; empty if it was only expected. */
export const bookedOfLine = sql`lateral (
  select premium, "ogpoPlus", commission, case when is_booked then paid else 0 end as paid
  from (select ${bookedSums}, ${isBooked} as is_booked from ledger where ${ofLine}) as sums)`

/** The same of all of them together: `lines` has `id`, `sale_id` and `period`. */
export async function bookedOfLines(db: Sql, lines: RawBuilder<unknown>): Promise<Booked> {
  const { rows } = await sql<Sent>`
    select ${sql.join(
      [...allFigures, 'policies', 'ogpoPlusPolicies'].map(
        (key) => sql`coalesce(sum(sums.${sql.ref(key)}), 0) as ${sql.ref(key)}`,
      ),
    )}
    from (select ${bookedSums}, ${isBooked} as is_booked
      from (${lines}) as line join ledger on ${ofLine} group by line.id) as sums
    where is_booked`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a sum has no row')
  return numbers(sums)
}
