import { positionReusable } from '#domain/geo.ts'
import { addMs, priceHoldsUntil, priceOver } from '#domain/lifetimes.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { attemptIsLive } from '#domain/payment-attempt.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf, isOwnQuote } from '../accounts/owner.ts'
import { reorderRefused } from '../codes/client-proof.ts'
import { act } from '../contracts/contracts.ts'
import type { Context } from '../http/context.ts'
import { withIdempotencyKey } from '../http/going-on.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { refusedByLists } from '../kyc/frozen.ts'
import { acceptance } from '../orders/acceptance.ts'
import { lockedOrder, type Order } from '../orders/orders.ts'
import { countingFailures, soldBy } from '../orders/sold-by.ts'
import { currentAttempt, moveAttempt } from '../payments/attempts.ts'
import { openAttempt, openNewAttempt } from '../payments/open.ts'
import { billUnclear, mayBeOnThePhone } from '../payments/unclear.ts'
import { offeredWays } from '../payments/ways/ways.ts'
import { priceOf, type SalePrice } from '../quotes/price.ts'
import { endQuote, everybodyOf } from '../quotes/quotes.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { pointTo } from '../telemetry/trace.ts'
import {
  type Ask,
  answerFor,
  asBefore,
  newBill,
  notOpened,
  phoneIn,
  sameWay,
} from './order-payment.ts'
import { stillAgreed } from './price-check.ts'
import { hindranceOf } from './replaced.ts'
import {
  aboutNew,
  isOrderedAlready,
  type OrderFacts,
  orderFacts,
  storeOrder,
} from './store-order.ts'
import { typedIdentities } from './typed-identity.ts'

/** Returns why the quote can't be ordered now; null if it can. */
async function refusedNow(
  { quote, blockPage, cases }: OrderFacts,
  price: SalePrice,
  context: Context,
  now: Date,
) {
  const { db, clock, locale, reference } = context
  if (quote.promoter_iin && blockPage.active) return refuse(locale, refusals.pageBlocked)
  if (now > quote.expires_at || quote.facts.term.start < earliestStart(clock.today()))
    return refuse(locale, refusals.quoteExpired)
  const hindrance = quote.replaces_global_id
    ? await hindranceOf(db, quote.replaces_global_id, clock.today())
    : null
  if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
  const tables = await reference.tables(clock.today())
  if (!tables || tables.version !== quote.tables_version)
    return refuse(locale, refusals.quoteExpired)
  if (
    price.insurancePremium !== quote.insurance_premium ||
    price.ogpoPlusPremium !== quote.ogpo_plus_premium
  )
    return refuse(locale, refusals.quoteExpired)
  if (!(await stillAgreed(quote, context))) return refuse(locale, refusals.brokerPremiumMismatch)
  if (quote.promoter_iin || (await reference.positionRequired())) {
    const judged =
      quote.position && typeof quote.position === 'object' && 'judgedAt' in quote.position
        ? new Date(String(quote.position.judgedAt))
        : null
    if (!judged || !positionReusable(judged, now))
      return refuse(locale, refusals.positionUnusable, undefined, 'missing')
  }
  const unproved = await typedIdentities(context, quote)
  if (unproved) return unproved
  return refusedByLists(context, everybodyOf(quote.facts), cases)
}

export const order = handle('ogpoOrder', (ask, context) => place(ask, null, context))
export const reorder = handle('ogpoReorder', ({ globalId, ...ask }, context) =>
  place(ask, globalId, context),
)

/**
 * Places an order through either channel. `handedOver`: the promoter handed the quote to the client
 * who orders it; otherwise only the promoter may order a promoter's quote, and its client may only
 * continue paying.
 */
export async function place(
  ask: Ask,
  replacing: string | null,
  context: Context,
  handedOver = false,
) {
  const { db, me, locale, config } = context
  if (!offeredWays(config).includes(ask.pay.system))
    throw invalid([{ path: 'pay.system', message: fieldText('pay', locale) }])
  const facts = await orderFacts(db, ask.calculationId, me(), context.clock.now())
  if (!facts || !(await isOwnQuote(db, me(), facts.quote))) throw notFound()
  const { quote } = facts
  pointTo(quote.trace)
  if (replacing && quote.replaces_global_id !== replacing)
    return refuse(locale, refusals.policyNotSuitable)
  const payer = phoneIn(ask.pay)
  if (payer && payer !== quote.facts.phone)
    await context.limits.countAll([
      ['billsToOthersPerBuyer', me().iin],
      ['billsPerPhoneADay', payer],
    ])
  // One order at a time replaces a policy, from any calculation.
  return withIdempotencyKey(context, `order:${replacing ?? ask.calculationId}`, async () => {
    const known = () =>
      db.selectFrom('orders').selectAll().where('calculation_id', '=', quote.id).executeTakeFirst()
    // This quote's own order, made since the facts were read, may be what refuses the reissue.
    const earlier = facts.orderId || replacing ? await known() : undefined
    if (earlier) return again(earlier, facts, ask, context)
    if ((quote.kind === 'reissue') !== (replacing !== null))
      return refuse(locale, refusals.policyNotSuitable)
    if (quote.promoter_iin && me().kind !== 'promoter' && !handedOver) throw notFound()
    try {
      return await first(facts, ask, context)
    } catch (cause) {
      const made = isOrderedAlready(cause) ? await known() : undefined
      if (!made) throw cause
      return again(made, facts, ask, context)
    }
  })
}

/**
 * The first order of a quote: judged once more by what we hold ourselves, stored with its attempt
 * and job in one transaction.
 */
async function first(facts: OrderFacts, ask: Ask, context: Context) {
  const { quote, visit, given, account, lastDay } = facts
  const { clock, me } = context
  const now = clock.now()
  const price = priceOf(quote.facts, quote.tables)
  const refused = await refusedNow(facts, price, context, now)
  // Its application would answer the same quote for ever.
  if (refused?.code === refusals.quoteExpired) await endQuote(context.db, quote.id)
  if (refused) return refused
  const sold = soldBy(me(), visit, {
    promoter: quote.promoter_iin !== null,
    egov: ask.flow === 'egov',
    badScoring: quote.facts.badScoring,
  })
  const by = await acceptance(context, quote, given)
  const placed = await step('order.commit', () =>
    storeOrder(context, { quote, ask, price, sold, by, now, account, lastDay }),
  )
  if (placed === 'being_issued') return refuse(context.locale, refusals.carBeingInsured)
  if (placed === 'issued') return refuse(context.locale, refusals.quoteExpired, undefined, placed)
  const storedAt = performance.now()
  const about = aboutNew(placed, context)
  return answerFor(placed.order, about && (() => openNewAttempt(context, about, storedAt)), context)
}

/**
 * Answers a repeated calculation with the same order. The same payment method keeps the attempt;
 * another one closes it and opens a new one, as long as the price holds: switching methods never
 * extends it. Sends no bill to a person blocked since.
 */
async function again(
  known: Order,
  { quote, cases, lastDay }: OrderFacts,
  ask: Ask,
  context: Context,
) {
  const { db, clock, me, locale } = context
  const at = { orderId: known.id, key: known.progress_key }
  if (['paid', 'issuing', 'issued'].includes(known.state)) return ok({ ...at, state: known.state })
  const stopped = await refusedByLists(context, everybodyOf(quote.facts), cases)
  if (stopped) return stopped
  if (known.state !== 'awaiting_payment') return refuse(locale, refusals.orderNotSuitable, at)
  const attemptId = await db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, known.id)
    if (row?.state !== 'awaiting_payment') return null
    const [actor, now] = [actorOf(me()), clock.now()]
    const expiresAt = priceHoldsUntil({ orderedAt: row.created_at, start: row.start_date, lastDay })
    if (now >= expiresAt) {
      const drop = { act: 'drop_order', orderId: row.id, to: 'expired', reason: priceOver } as const
      await act(tx, context, row.contract_id, drop, { actor, at: now })
      return priceOver
    }
    if (ask.email && ask.email !== row.email)
      await tx.updateTable('orders').set({ email: ask.email }).where('id', '=', row.id).execute()
    const current = await currentAttempt(tx, row.id)
    // Their phone may show a bill we cannot query: only the client may choose a second one to the
    // same phone.
    if (
      current &&
      !ask.sendAgain &&
      sameWay(current, ask.pay, row.phone) &&
      mayBeOnThePhone(current, now)
    )
      return billUnclear
    const live = current !== undefined && attemptIsLive(current.state)
    const pay = ask.sendAgain ? asBefore(ask.pay, current) : ask.pay
    const anew =
      ask.sendAgain === true &&
      current !== undefined &&
      now > addMs(current.created_at, paymentLimits.sendAgainAfterMs)
    if (live && sameWay(current, pay, row.phone) && !anew) return current.id
    const reason = anew ? 'the bill is sent again' : 'pays another way'
    // Money that still arrives by the closed one is refunded by it.
    if (live) {
      await moveAttempt(tx, 'ogpo', current.id, 'expired', { actor, reason, at: now })
      await context.queue.enqueue(tx, paymentCheckJob, { attemptId: current.id })
    }
    return newBill(tx, row, pay, { actor, at: now, expiresAt })
  })
  if (attemptId === priceOver) return refuse(locale, refusals.quoteExpired, at)
  if (attemptId === billUnclear)
    return notOpened(
      { opened: false, code: refusals.invoiceRefused, reason: billUnclear },
      known,
      context,
    )
  return answerFor(
    known,
    attemptId === null ? null : () => openAttempt(context, attemptId),
    context,
  )
}

export const promoterOrder = handle('promoterOrder', (ask, context) =>
  countingFailures(context, 'order', () => place(ask, null, context)),
)
export const promoterReorder = handle('promoterReorder', ({ globalId, ...ask }, context) =>
  countingFailures(
    context,
    'order',
    async () =>
      (await reorderRefused(context, { calculationId: ask.calculationId, globalId })) ??
      (await place(ask, globalId, context)),
  ),
)
