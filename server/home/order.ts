import { sql } from 'kysely'
import type { z } from 'zod'
import { brand } from '#brand'
import type { AcceptedHomeTexts } from '#contract/home.ts'
import { firstPaymentMs } from '#domain/home/billing.ts'
import { monthlyCommission } from '#domain/home/plan.ts'
import { addMs } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { legalOf } from '#texts/legal-archive.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { withIdempotencyKey } from '../http/in-progress.ts'
import { invalid, notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { traceparent } from '../telemetry/trace.ts'
import { isCovered } from './calculate.ts'
import { HomeFacts } from './facts.ts'
import { newPage } from './new-page.ts'
import { again, answerFor } from './order-again.ts'
import { homePlansOn } from './plans.ts'
import { chargeOf } from './states.ts'

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

/** What was shown and accepted, in versions we have had; anything else proves nothing. */
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
  const { db, clock, me, locale, screening } = context
  const accepted = acceptedIn(shown, locale)
  const { facts } = quote
  const now = clock.now()
  const plan = (await homePlansOn(db, clock.today())).find(({ id }) => id === facts.plan.id)
  if (now > quote.expiresAt || plan?.pricePerMonth !== facts.plan.pricePerMonth)
    return refuse(locale, refusals.quoteExpired)
  if (await isCovered(context, me().iin, facts.address.code))
    return refuse(locale, refusals.homeCovered)
  const verdict = await screening.check(facts.policyholder)
  if (verdict !== 'clear')
    return refuse(
      locale,
      refusals.terroristMatch,
      { driver_iin: me().iin },
      verdict === 'unavailable' ? 'unavailable' : undefined,
    )
  const account = await myAccount(db, me())
  const by = { actor: `client:${me().kind}`, reason: 'ordered', at: now }

  const placed = await step('home.order.commit', () =>
    db.transaction().execute(async (tx) => {
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
      return { subscription, attemptId: await newPage(tx, context, subscription, charge, by) }
    }),
  )
  return answerFor(placed.subscription, placed.attemptId, context)
}
