import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, countDays, numericDay } from '#domain/calendar.ts'
import { formatMoney } from '#domain/format.ts'
import { parseLocale } from '#domain/locale.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { renewFromDays } from '#domain/policy.ts'
import * as refusals from '#domain/refusals.ts'
import { renewalMessage } from '#texts/promoter.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { policyBy } from '../codes/client-proof.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { allowCalls, noCallsOf, refuseCalls } from '../persons/no-calls.ts'
import type { Policy } from '../policies/policies.ts'
import { QuoteFacts } from '../quotes/quotes.ts'
import { priceOfRenewal } from '../quotes/renewal.ts'
import { shown, shownPart } from './own-sales.ts'

type RenewalPriced = Extract<Awaited<ReturnType<typeof priceOfRenewal>>, { success: true }>['data']
const EndPlace = z.tuple([part.day, part.uuid])

/**
 * Own sales about to end, without those whose car the policyholder has covered beyond that day
 * already.
 */
export const expiring = handle('promoterExpiring', async ({ cursor, limit }, context) => {
  const { db, me, clock, locale } = context
  const today = clock.today()
  const place = readCursor(cursor, EndPlace)
  const rows = await db
    .selectFrom('policies')
    .selectAll('policies')
    .select(shownPart('policies.facts'))
    .where('policies.promoter_iin', '=', me().iin)
    .where('policies.state', '=', 'active')
    .where('policies.end_date', '>=', today)
    .where('policies.end_date', '<=', addDays(today, renewFromDays))
    .where(
      sql<boolean>`not exists (
        select from policies later
        where later.policyholder_iin = policies.policyholder_iin and later.end_date > policies.end_date
          and later.state in ('pending', 'active')
          and later.facts -> 'vehicles' @> jsonb_build_array(jsonb_build_object('plate', policies.facts -> 'vehicles' -> 0 ->> 'plate')))`,
    )
    .where(
      sql<boolean>`not exists (
        select from renewal_answers where renewal_answers.policy_id = policies.id)`,
    )
    .$if(place !== null, (query) =>
      query.where(
        sql<boolean>`(policies.end_date, policies.id) > (${place?.[0]}::date, ${place?.[1]}::uuid)`,
      ),
    )
    .orderBy('policies.end_date')
    .orderBy('policies.id')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const refused = await noCallsOf(
    db,
    page.map((row) => row.policyholder_iin),
  )
  const prices = new Map<string, RenewalPriced>()
  // One after the other: a list takes one connection, however long it is.
  for (const row of page) {
    const price = await priceOfRenewal(context, row)
    if (price.success) prices.set(row.id, price.data)
  }
  return ok({
    policies: page.map((row) => {
      const start = prolongStart(row.end_date, today)
      return {
        ...shown(row.shown, locale),
        globalId: row.global_id,
        endDate: row.end_date,
        daysLeft: countDays(today, row.end_date),
        prolongStart: 'start' in start ? start.start : addDays(row.end_date, 1),
        premium: row.premium,
        today: prices.get(row.id) ?? null,
        noCalls: heldBy(refused.get(row.policyholder_iin), actorOf(me())),
      }
    }),
    next: last ? writeCursor([last.end_date, last.id]) : null,
  })
})

const heldBy = (actor: string | undefined, mine: string) =>
  actor === undefined ? null : actor === mine ? ('own' as const) : ('other' as const)

const ownPolicy = async ({ db, me }: Context, globalId: string): Promise<Policy> => {
  const policy = await policyBy(db, globalId)
  if (policy?.promoter_iin !== me().iin) throw notFound()
  return policy
}

/** Returns the contact of an own sale's client, and a text in the client's language. */
export const renewalContact = handle('promoterRenewalContact', async ({ globalId }, context) => {
  const { db, clock, me, locale, limits } = context
  await limits.count('lookupsPerBuyer', me().iin)
  const policy = await ownPolicy(context, globalId)
  const { policyholder_iin: iin } = policy
  if ((await noCallsOf(db, [iin])).has(iin)) return refuse(locale, refusals.clientNotCalled)
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'policy.looked_up',
    object: { kind: 'policy', id: policy.id },
  })
  const [account, order, price] = await Promise.all([
    cabinetAccountOf(db, iin),
    policy.order_id
      ? db
          .selectFrom('orders')
          .select(['phone', 'locale'])
          .where('id', '=', policy.order_id)
          .executeTakeFirst()
      : undefined,
    priceOfRenewal(context, policy),
  ])
  const facts = QuoteFacts.parse(policy.facts)
  const language = parseLocale(account?.locale ?? order?.locale)
  return ok({
    phone: order?.phone ?? facts.phone,
    language,
    text: renewalMessage({
      name: facts.policyholder.name,
      car: facts.vehicles[0]?.plate ?? '',
      end: numericDay(policy.end_date),
      price: price.success ? formatMoney(price.data.premium) : null,
    })[language],
  })
})

/**
 * Records that the car is sold, or that this was a mistake: ends or resumes the policy's reminders.
 */
export const renewalAnswer = handle(
  'promoterRenewalAnswer',
  async ({ globalId, carSold }, context) => {
    const { db, clock, me } = context
    const policy = await ownPolicy(context, globalId)
    const [actor, at] = [actorOf(me()), clock.now()]
    await db.transaction().execute(async (tx) => {
      const changed = carSold
        ? await tx
            .insertInto('renewal_answers')
            .values({ policy_id: policy.id, answer: 'car_sold', actor, at })
            .onConflict((conflict) => conflict.doNothing())
            .returning('policy_id')
            .executeTakeFirst()
        : await tx
            .deleteFrom('renewal_answers')
            .where('policy_id', '=', policy.id)
            .returning('policy_id')
            .executeTakeFirst()
      if (changed)
        await audit(tx, at, {
          actor,
          action: carSold ? 'policy.car_sold' : 'policy.car_kept',
          object: { kind: 'policy', id: policy.id },
        })
    })
    return { success: true as const }
  },
)

/** Records that the client refuses calls; the one who recorded it may undo it. */
export const noCalls = handle('promoterNoCalls', async ({ globalId, on }, context) => {
  const { db, clock, me, locale } = context
  const { id, policyholder_iin: iin } = await ownPolicy(context, globalId)
  const [actor, at] = [actorOf(me()), clock.now()]
  return db.transaction().execute(async (tx) => {
    if (on) await refuseCalls(tx, { iin, actor, at }, { byClient: false })
    else {
      await allowCalls(tx, iin, actor)
      if ((await noCallsOf(tx, [iin])).has(iin)) return refuse(locale, refusals.clientNotCalled)
    }
    await audit(tx, at, {
      actor,
      action: on ? 'client.calls_refused' : 'client.calls_allowed',
      object: { kind: 'policy', id },
    })
    return { success: true as const }
  })
})

/**
 * Returns today's price of another year for a policy of an own sale, and why it differs. Queries no
 * register; the calculation that follows does.
 */
export const renewalPrice = handle('promoterRenewalPrice', async ({ globalId }, context) =>
  priceOfRenewal(context, await ownPolicy(context, globalId)),
)
