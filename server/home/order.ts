import { sql } from 'kysely'
import type { z } from 'zod'
import type { AcceptedHomeTexts } from '#contract/home.ts'
import { firstPaymentMs } from '#domain/home/billing.ts'
import { monthlyCommission } from '#domain/home/plan.ts'
import { addMs } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText } from '#texts/fields.ts'
import { legalOf } from '#texts/legal-archive.ts'
import { brand } from '../../brand.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { withIdempotencyKey } from '../http/going-on.ts'
import { inProgress, invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { refusedByLists } from '../kyc/frozen.ts'
import type { By } from '../orders/orders.ts'
import { attemptsOf, moveAttempt } from '../payments/attempts.ts'
import { newPayment, openAttempt } from '../payments/open.ts'
import { traceparent } from '../telemetry/trace.ts'
import { HomeFacts, homePlansOn } from './calculate.ts'
import { coveredRefusal, isHomeHeld, ordersInTurns, unpaidGiveWay } from './one-home.ts'
import { type Charge, chargeOf, lockedSubscription, type Subscription } from './states.ts'

/** A page of the acquirer for the first period. */
const newPage = (
  tx: Tx,
  context: Context,
  subscription: Subscription,
  charge: Charge,
  by: By,
): Promise<string> =>
  newPayment(tx, {
    contractId: subscription.id,
    orderId: subscription.id,
    period: charge.period,
    system: 'card',
    way: 'page',
    amount: charge.amount,
    madeOn: context.clock.today(),
    expiresAt: subscription.expires_at,
    by,
  })

/** A repeated order: the same page, or a new one. */

/**
 * The same calculation again: the same subscription. A page still open is the same page, a closed
 * one is followed by a new one.
 */
async function again(known: Subscription, context: Context) {
  const { db, clock, me, locale } = context
  if (known.state === 'paid' || known.state === 'active')
    return ok({ orderId: known.id, state: known.state })
  const stopped = await refusedByLists(context, [HomeFacts.parse(known.facts).policyholder])
  if (stopped) return stopped
  if (known.state !== 'awaiting_payment' || clock.now() >= known.expires_at)
    return refuse(locale, refusals.orderNotSuitable, { orderId: known.id })
  const attemptId = await db.transaction().execute(async (tx) => {
    const row = await lockedSubscription(tx, known.id)
    if (row?.state !== 'awaiting_payment') return null
    const by = { actor: `client:${me().kind}`, reason: 'another page', at: clock.now() }
    const last = (await attemptsOf(tx, row.id)).at(-1)
    if (last && (last.state === 'created' || last.state === 'awaiting')) {
      if (clock.now() < last.expires_at) return last.id
      if (last.state === 'created') await moveAttempt(tx, 'home', last.id, 'expired', by)
      else return last.id
    }
    await tx
      .updateTable('accounts')
      .set({ cards_asked_at: by.at })
      .where('id', '=', row.account_id)
      .execute()
    const charge = await chargeOf(tx, row, 0, by)
    return newPage(tx, context, row, charge, by)
  })
  return answerFor(known, attemptId, context)
}

async function answerFor(subscription: Subscription, attemptId: string | null, context: Context) {
  const at = { orderId: subscription.id }
  if (!attemptId) return refuse(context.locale, refusals.orderNotSuitable, at)
  try {
    const opened = await openAttempt(context, attemptId)
    if (!opened.opened && opened.code === refusals.terroristMatch)
      return refuse(context.locale, refusals.terroristMatch, at)
    if (!opened.opened || !opened.redirectUrl)
      return refuse(context.locale, refusals.homePageFailed, at)
    return ok({ ...at, state: 'awaiting_payment', redirect_url: opened.redirectUrl })
  } catch (cause) {
    // The subscription remains and the job retries; the client reads to try again.
    if (cause instanceof Unavailable) return refuse(context.locale, refusals.apiUnavailable, at)
    throw cause
  }
}

export const homeOrder = handle('homeOrder', async ({ calculationId, accepted }, context) => {
  const { db, me } = context
  const quote = await db
    .selectFrom('home_quotes')
    .selectAll()
    .where('id', '=', calculationId)
    .where('buyer_iin', '=', me().iin)
    .executeTakeFirst()
  if (!quote) throw notFound()
  return withIdempotencyKey(context, `home:${calculationId}`, async () => {
    const known = await db
      .selectFrom('home_subscriptions')
      .selectAll()
      .where('calculation_id', '=', quote.id)
      .executeTakeFirst()
    return known
      ? again(known, context)
      : first(
          { id: quote.id, facts: HomeFacts.parse(quote.facts), expiresAt: quote.expires_at },
          accepted,
          context,
        )
  })
})

type Accepted = z.infer<typeof AcceptedHomeTexts>

/** Returns the accepted texts, in versions we have published; anything else proves nothing. */
function acceptedIn(accepted: Accepted | undefined, locale: Locale): Accepted {
  if (!accepted) throw invalid([{ path: 'accepted', message: fieldText('accept_terms', locale) }])
  const unknown = (['homeTerms', 'personalData', 'commission'] as const).filter(
    (name) => legalOf(name, accepted[name], locale) === null,
  )
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => ({
        path: `accepted.${name}`,
        message: fieldText('text_version', locale),
      })),
    )
  return accepted
}

/**
 * The first order of a calculation: judged once more by what we hold ourselves, stored with its
 * first charge, attempt and job.
 */
async function first(
  quote: { id: string; facts: HomeFacts; expiresAt: Date },
  shown: Accepted | undefined,
  context: Context,
) {
  const { db, clock, me, locale } = context
  const accepted = acceptedIn(shown, locale)
  const { facts } = quote
  const now = clock.now()
  const plan = (await homePlansOn(db, clock.today())).find(({ id }) => id === facts.plan.id)
  if (now > quote.expiresAt || plan?.pricePerMonth !== facts.plan.pricePerMonth)
    return refuse(locale, refusals.quoteExpired)
  const home = { iin: me().iin, code: facts.address.code }
  const covered = await coveredRefusal(db, home, clock.today(), locale)
  if (covered) return covered
  const stopped = await refusedByLists(context, [facts.policyholder])
  if (stopped) return stopped
  const account = await myAccount(db, me())
  const by = { actor: `client:${me().kind}`, reason: 'ordered', at: now }

  const placed = await step('home.order.commit', () =>
    db.transaction().execute(async (tx) => {
      await ordersInTurns(tx, home)
      await unpaidGiveWay(tx, context, home, { actor: by.actor, at: now })
      // One that was unpaid may be paid by now.
      const refused = await coveredRefusal(tx, home, clock.today(), locale)
      if (refused) return { refused, stored: null }
      const { rows } = await sql<{ nextval: string }>`select nextval('home_numbers')`.execute(tx)
      const number = `QH${String(rows[0]?.nextval ?? '0').padStart(9, '0')}`
      const subscription = await tx
        .insertInto('home_subscriptions')
        .values({
          id: `${number}-${randomKey().slice(0, 6)}`,
          number,
          calculation_id: quote.id,
          state: 'awaiting_payment',
          account_id: account.id,
          buyer_iin: me().iin,
          phone: account.phone,
          email: account.email,
          locale,
          source: `${brand.code}_egov_home`,
          facts: JSON.stringify(facts),
          monthly_payment: facts.plan.pricePerMonth,
          commission: monthlyCommission(facts.plan.pricePerMonth, facts.insurer.commissionPercent),
          accepted: JSON.stringify({ ...accepted, at: now.toISOString() }),
          created_at: now,
          trace: traceparent(),
          expires_at: addMs(now, firstPaymentMs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('home_subscription_history')
        .values({
          subscription_id: subscription.id,
          state: 'awaiting_payment',
          at: now,
          actor: by.actor,
          reason: by.reason,
        })
        .execute()
      // The card that pays may be one the client had deleted: now they give it again.
      await tx
        .updateTable('accounts')
        .set({ cards_asked_at: now })
        .where('id', '=', account.id)
        .execute()
      const charge = await chargeOf(tx, subscription, 0, by)
      const attemptId = await newPage(tx, context, subscription, charge, by)
      return { refused: null, stored: { subscription, attemptId } }
    }),
  ).catch((cause: unknown) => {
    throw isHomeHeld(cause) ? inProgress() : cause
  })
  return placed.refused ?? answerFor(placed.stored.subscription, placed.stored.attemptId, context)
}
