import { sql } from 'kysely'
import type { z } from 'zod'
import type { order as orderCall } from '#contract/ogpo-order.ts'
import { startOfDay } from '#domain/calendar.ts'
import { isRefused } from '#domain/contract/effects.ts'
import { positionReusable } from '#domain/geo.ts'
import { addMs, invoiceExpiresAt } from '#domain/lifetimes.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { attemptIsLive } from '#domain/order.ts'
import { Unavailable } from '#systems/http.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { ensureAccount } from '../accounts/accounts.ts'
import { actorOf, isOwn } from '../accounts/owner.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import { randomKey } from '../http/identity.ts'
import { onceAtATime } from '../http/in-progress.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { type Context, handle, inProgress } from '../http/route.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { acceptance } from '../orders/acceptance.ts'
import { lockedOrder, moveOrder, type Order } from '../orders/orders.ts'
import { soldBy } from '../orders/sold-by.ts'
import { type Attempt, currentAttempt, moveAttempt } from '../payments/attempts.ts'
import { newPayment, type Opened, openAttempt } from '../payments/open.ts'
import { billUnclear, mayBeOnThePhone } from '../payments/unclear.ts'
import type { Doing } from '../products/product.ts'
import { everybodyOf } from '../quotes/facts.ts'
import { priceOf } from '../quotes/price.ts'
import { type Quote, quoteById } from '../quotes/quotes.ts'
import { blockedNow } from '../reference/block-page.ts'
import { pointTo, traceparent } from '../telemetry/trace.ts'
import { stillAgreed } from './agreed.ts'
import { typedIdentities } from './before-issue.ts'
import { hindranceOf } from './replaced.ts'

type Ask = z.output<typeof orderCall.body> & {
  /** Another bill to the same phone. */
  sendAgain?: boolean | undefined
}

export const order = handle('ogpoOrder', (ask, context) => place(ask, null, context))
export const reorder = handle('ogpoReorder', ({ globalId, ...ask }, context) =>
  place(ask, globalId, context),
)

/**
 * The way of an order through either channel. `handedOver`: the promoter gave the quote to the
 * client who orders it; without that a promoter's quote is theirs to order, and its client can only
 * go on paying.
 */
export async function place(
  ask: Ask,
  replacing: string | null,
  context: Context,
  handedOver = false,
) {
  const { db, me, locale } = context
  const quote = await quoteById(db, ask.calculationId)
  if (!quote || !isOwn(me(), quote)) throw notFound()
  pointTo(quote.trace)
  if (replacing && quote.replaces_global_id !== replacing) return refuse(locale, 14007)
  // A policy is replaced by one order at a time, whichever calculation it comes from.
  return onceAtATime(db, `order:${replacing ?? ask.calculationId}`, async () => {
    const known = await db
      .selectFrom('orders')
      .selectAll()
      .where('calculation_id', '=', quote.id)
      .executeTakeFirst()
    if (known) return again(known, ask, context)
    if ((quote.kind === 'reissue') !== (replacing !== null)) return refuse(locale, 14007)
    if (quote.promoter_iin && me().kind !== 'promoter' && !handedOver) throw notFound()
    return first(quote, ask, context)
  })
}

/**
 * The first order of a quote: judged once more by what we hold ourselves, stored with its attempt
 * and job in one transaction.
 */
async function first(quote: Quote, ask: Ask, context: Context) {
  const { db, clock, me, locale, reference, screening } = context
  const now = clock.now()
  if (quote.promoter_iin && (await blockedNow(db, now))) return refuse(locale, 14001)
  if (now > quote.expires_at || quote.facts.term.start < earliestStart(clock.today()))
    return refuse(locale, 14006)
  const hindrance = quote.replaces_global_id
    ? await hindranceOf(db, quote.replaces_global_id, clock.today())
    : null
  if (hindrance) return refuse(locale, 14007, undefined, hindrance)
  const tables = await reference.tables(clock.today())
  if (!tables || tables.version !== quote.tables_version) return refuse(locale, 14006)
  const price = priceOf(quote.facts, quote.tables)
  if (
    price.insurancePremium !== quote.insurance_premium ||
    price.ogpoPlusPremium !== quote.ogpo_plus_premium
  )
    return refuse(locale, 14006)
  if (!(await stillAgreed(quote, context))) return refuse(locale, 12010)
  if (quote.promoter_iin || (await reference.positionRequired())) {
    const judged =
      quote.position && typeof quote.position === 'object' && 'judgedAt' in quote.position
        ? new Date(String(quote.position.judgedAt))
        : null
    if (!judged || !positionReusable(judged, now))
      return refuse(locale, 14013, undefined, 'missing')
  }
  const unproved = await typedIdentities(context, quote)
  if (unproved) return unproved
  for (const person of everybodyOf(quote.facts)) {
    const verdict = await screening.check(person)
    if (verdict === 'unavailable')
      return refuse(locale, 12004, { reason: 'unavailable' }, 'unavailable')
    if (verdict !== 'clear') return refuse(locale, 12004, { driver_iin: person.iin })
  }

  const sold = await soldBy(db, me(), {
    promoter: quote.promoter_iin !== null,
    egov: ask.flow === 'egov',
    badScoring: quote.facts.badScoring,
  })
  const by = await acceptance(context, quote)
  const placed = await step('order.commit', () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sequence(tx)
      const number = `QG${String(rows[0]?.nextval ?? '0').padStart(9, '0')}`
      const id = `${number}-${randomKey().slice(0, 6)}`
      const actor = actorOf(me())
      const contractId = quote.replaces_global_id
        ? await reissued(tx, context, quote.replaces_global_id, { actor, at: now })
        : ''
      const row = await tx
        .insertInto('orders')
        .values({
          id,
          calculation_id: quote.id,
          state: 'draft',
          number,
          progress_key: randomKey(),
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
            ...ask.accepted,
            ...by,
            // Scoring refused the ordinary path and the client took this insurer's offer.
            ...(quote.facts.badScoring ? { otherOffer: quote.facts.insurer.code } : {}),
            at: now.toISOString(),
          }),
          start_date: quote.facts.term.start,
          created_at: now,
          trace: traceparent(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      // Whoever buys has a cabinet; a token that may only buy proved its phone by code and
      // register.
      await ensureAccount(tx, {
        iin: quote.buyer_iin,
        phone: me().kind === 'purchase' ? me().phone : null,
        email: ask.email ?? null,
        locale,
        at: now,
      })
      await tx
        .insertInto('order_history')
        .values({ order_id: id, state: 'draft', at: now, actor, reason: 'ordered' })
        .execute()
      if (price.toPay === 0) {
        await act(
          tx,
          context,
          row.contract_id,
          { act: 'pay_nothing', orderId: id },
          { actor, at: now },
        )
        return { order: row, attemptId: null }
      }
      await moveOrder(tx, id, 'awaiting_payment', { actor, reason: 'ordered', at: now })
      return { order: row, attemptId: await newBill(tx, context, row, ask.pay, actor, 0) }
    }),
  )
  return answerFor(placed.order, placed.attemptId, context)
}

/**
 * Versions of the texts that paying accepts; OGPO+ has its own, and only who buys it accepts it.
 */
function textsOf(withOgpoPlus: boolean) {
  const { ogpoPlus, ...texts } = legalVersions
  return withOgpoPlus ? { ...texts, ogpoPlus } : texts
}

/** A bill on its way is not sent twice by two presses of a button. */
const SEND_AGAIN_AFTER_MS = 30_000

/**
 * The same calculation again: the same order. The same way to pay is the same attempt; another way
 * closes it and opens a new one.
 */
async function again(known: Order, ask: Ask, context: Context) {
  const { db, clock, me, locale } = context
  if (known.state !== 'awaiting_payment')
    return ['paid', 'issuing', 'issued'].includes(known.state)
      ? ok({ orderId: known.id, key: known.progress_key, state: known.state })
      : refuse(locale, 14012, { orderId: known.id, key: known.progress_key })
  const attemptId = await db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, known.id)
    if (row?.state !== 'awaiting_payment') return null
    if (ask.email && ask.email !== row.email)
      await tx.updateTable('orders').set({ email: ask.email }).where('id', '=', row.id).execute()
    const current = await currentAttempt(tx, row.id)
    // A bill may be on their phone that nobody can ask about: another one to the same phone is
    // theirs to choose.
    if (
      current &&
      !ask.sendAgain &&
      sameWay(current, ask.pay, row.phone) &&
      mayBeOnThePhone(current, clock.now())
    )
      return billUnclear
    const live = current !== undefined && attemptIsLive(current.state)
    const pay = ask.sendAgain ? asBefore(ask.pay, current) : ask.pay
    const anew =
      ask.sendAgain === true &&
      current !== undefined &&
      clock.now() > addMs(current.created_at, SEND_AGAIN_AFTER_MS)
    if (live && sameWay(current, pay, row.phone) && !anew) return current.id
    const actor = actorOf(me())
    const reason = anew ? 'the bill is sent again' : 'pays another way'
    // Money that still comes by the closed one is refunded by it.
    if (live) {
      await moveAttempt(tx, 'ogpo', current.id, 'expired', { actor, reason, at: clock.now() })
      await context.queue.enqueue(tx, paymentCheckJob, { attemptId: current.id })
    }
    return newBill(tx, context, row, pay, actor)
  })
  if (attemptId === billUnclear)
    return notOpened({ opened: false, code: 14010, reason: billUnclear }, known, context)
  return answerFor(known, attemptId, context)
}

/**
 * «Send again» goes to the phone of the last bill, whoever's it was, unless another one is named.
 */
const asBefore = (pay: Ask['pay'], last: { phone: string | null } | undefined): Ask['pay'] =>
  pay.system === 'mobile_bank' && !pay.phone && last?.phone ? { ...pay, phone: last.phone } : pay

async function answerFor(order: Order, attemptId: string | null, context: Context) {
  const at = { orderId: order.id, key: order.progress_key }
  if (!attemptId)
    return ok({
      ...at,
      state: (
        await context.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', order.id)
          .executeTakeFirstOrThrow()
      ).state,
    })
  try {
    const opened = await openAttempt(context, attemptId)
    if (!opened.opened) return notOpened(opened, order, context)
    return ok({
      ...at,
      state: 'awaiting_payment',
      ...(opened.redirectUrl ? { redirect_url: opened.redirectUrl } : {}),
    })
  } catch (cause) {
    // The order stands and the job goes on asking; the client is told to wait, to try again or to
    // pay another way.
    if (cause instanceof Unavailable) return refuse(context.locale, 12002, at)
    throw cause
  }
}

const notOpened = (
  { code, reason }: Extract<Opened, { opened: false }>,
  { id, progress_key }: Order,
  { locale }: Context,
) => refuse(locale, code, { orderId: id, key: progress_key, ...(reason ? { reason } : {}) }, reason)

const sameWay = (attempt: Attempt, pay: Ask['pay'], policyholderPhone: string): boolean =>
  attempt.system === pay.system &&
  (pay.system === 'card' || attempt.phone === (pay.phone ?? policyholderPhone))

/** A bill or a page for an order, which holds no longer than the day before the term begins. */
const newBill = (
  tx: Tx,
  context: Context,
  order: Order,
  pay: Ask['pay'],
  actor: string,
  earlier?: number,
): Promise<string> => {
  const at = context.clock.now()
  const expiresAt = new Date(
    Math.min(invoiceExpiresAt(at).getTime(), startOfDay(order.start_date).getTime()),
  )
  const bill = pay.system === 'mobile_bank'
  return newPayment(
    tx,
    context,
    {
      contractId: order.contract_id,
      orderId: order.id,
      system: pay.system,
      way: bill ? 'bill' : 'page',
      phone: bill ? (pay.phone ?? order.phone) : null,
      amount: order.amount,
      expiresAt,
      by: { actor, reason: pay.system, at },
    },
    earlier,
  )
}

/**
 * The contract of the policy a reissue replaces, locked; unpaid reissues of it give way. Throws
 * when it was paid or ended in this moment.
 */
async function reissued(tx: Tx, context: Context, globalId: string, doing: Doing): Promise<string> {
  const { contract_id } = await tx
    .selectFrom('policies')
    .select('contract_id')
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  const decision = await act(
    tx,
    context,
    contract_id,
    { act: 'ask_reissue', globalId, today: context.clock.today() },
    doing,
  )
  if (isRefused(decision)) throw inProgress()
  return contract_id
}

const sequence = (tx: Tx) => sql<{ nextval: string }>`select nextval('policy_numbers')`.execute(tx)
