import { sql } from 'kysely'
import { homeProtectionStartHours } from '#domain/constants.ts'
import { buyerRefusal } from '#domain/home/buyer.ts'
import { billingDate } from '#domain/home/periods.ts'
import { monthlyCommission } from '#domain/home/plan.ts'
import { quoteExpiresAt } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { askerOf } from '../consent/asker.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askPerson } from '../persons/ask-person.ts'
import { keepPerson } from '../persons/people.ts'
import { insurableHome } from './addresses.ts'
import type { HomeFacts } from './facts.ts'
import { homePlansOn } from './plans.ts'
import { shownPlan } from './shown-plan.ts'

type Chosen = {
  today: HomeFacts['quotedOn']
  home: HomeFacts['address']
  plan: HomeFacts['plan']
  record: HomeFacts['policyholder']
  insurer: Omit<HomeFacts['insurer'], 'commissionPercent'>
  commissionPercent: HomeFacts['insurer']['commissionPercent']
}

/** What the quote keeps, and nothing else of what it was made of. */
const factsOf = ({ today, home, plan, record, insurer, commissionPercent }: Chosen): HomeFacts => ({
  quotedOn: today,
  address: home,
  plan: {
    id: plan.id,
    code: plan.code,
    name: plan.name,
    insuranceAmount: plan.insuranceAmount,
    interiorFinishing: plan.interiorFinishing,
    neighbourCompensation: plan.neighbourCompensation,
    pricePerMonth: plan.pricePerMonth,
  },
  policyholder: record,
  insurer: {
    id: insurer.id,
    code: insurer.code,
    name: insurer.name,
    esbdSystemId: insurer.esbdSystemId,
    commissionPercent,
    middlemanContract: insurer.middlemanContract,
  },
})

/**
 * Gather: home, plan, insurer and the person from the registers. Decide. Record: one quote that
 * holds till the end of the day.
 */
export const homeCalculate = handle('homeCalculate', async ({ address, planId }, context) => {
  const { db, clock, me, locale, limits, reference, screening, config } = context
  const { iin, phone } = me()
  await limits.count('calculatesPerBuyer', iin)
  const today = clock.today()
  const plan = (await homePlansOn(db, today)).find(({ id }) => id === planId)
  if (!plan) return refuse(locale, refusals.quoteExpired)
  const home = await insurableHome(db, address)
  if (!home) return refuse(locale, refusals.addressNotSuitable)
  if (await isCovered(context, iin, address)) return refuse(locale, refusals.homeCovered)
  const insurer = (await reference.insurers(today)).find(({ code }) => code === plan.insurerCode)
  const commissionPercent = await reference.commission(today, plan.insurerCode, 'home')
  if (!insurer || commissionPercent === null) return refuse(locale, refusals.apiUnavailable)

  const asker = await askerOf(db, me())
  const ask = {
    iin,
    drives: false,
    privilege: false,
    consent: () => heldConsent(context, asker, iin, true),
  }
  const asked = await askPerson(
    context,
    { ...ask, ...(phone ? { contact: { phone } } : {}) },
    today,
    { typed: null },
  )
  // Nothing is typed by hand here: whatever does not answer, the client can only come again.
  if (asked.down) return refuse(locale, asked.down.code)
  if (asked.consent !== 'held')
    return refuse(
      locale,
      refusals.consentMissing,
      { driver_iin: iin, reason: 'policyholder_missing' },
      'policyholder_missing',
    )
  const finding = buyerRefusal(asked, today)
  if (finding) return refuseFor(locale, [finding])
  if (!asked.record) return refuse(locale, refusals.apiUnavailable)
  const verdict = await screening.check(asked.record)
  if (verdict !== 'clear')
    return refuse(
      locale,
      refusals.terroristMatch,
      { driver_iin: iin },
      verdict === 'unavailable' ? 'unavailable' : undefined,
    )

  const now = clock.now()
  const facts = factsOf({ today, home, plan, record: asked.record, insurer, commissionPercent })
  await keepPerson(db, asked.record, { at: now, typed: false })
  const quote = await db
    .insertInto('home_quotes')
    .values({
      buyer_iin: iin,
      plan_id: plan.id,
      facts: JSON.stringify(facts),
      created_at: now,
      expires_at: quoteExpiresAt(now),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return ok({
    calculationId: quote.id,
    plan: shownPlan(plan, locale),
    address: { code: home.code, text: home[locale] },
    insurer: insurer.name[locale],
    premium: plan.pricePerMonth,
    broker_premium: monthlyCommission(plan.pricePerMonth, commissionPercent),
    nextBillingOn: billingDate(today, 1),
    protectionWithinHours: homeProtectionStartHours,
    expiresAt: quote.expires_at.toISOString(),
    acceptance: config.acceptance,
  })
})

/** A home of the same person under an active subscription is not subscribed to twice. */
export async function isCovered(
  { db }: Pick<Deps, 'db'>,
  iin: string,
  code: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('buyer_iin', '=', iin)
    .where('state', 'in', ['paid', 'active'])
    .where(sql<boolean>`facts -> 'address' ->> 'code' = ${code}`)
    .executeTakeFirst()
  return rows !== undefined
}
