import { z } from 'zod'
import type { HomePlan } from '#contract/home.ts'
import type { Day } from '#domain/calendar.ts'
import { homeProtectionStartHours } from '#domain/constants.ts'
import { buyerRefusal } from '#domain/home/buyer.ts'
import { billingDate } from '#domain/home/periods.ts'
import { monthlyCommission, type Plan, plansOn } from '#domain/home/plan.ts'
import { quoteExpiresAt } from '#domain/lifetimes.ts'
import { inEveryLanguage, type Locale } from '#domain/locale.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import { KeptText } from '#domain/localized-text.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { askerOf } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Sql } from '../db/connect.ts'
import { ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { refusedByLists } from '../kyc/frozen.ts'
import { askPerson } from '../persons/ask-person.ts'
import { keepPerson, PersonRecord } from '../persons/people.ts'
import { registeredPerson } from '../persons/registered-person.ts'
import { homeByCode, insurableHome } from './addresses.ts'
import { coveredRefusal } from './one-home.ts'

/**
 * Facts a subscription was made from: home, plan and policyholder at that time; the calculation and
 * the policy store them.
 */
export const HomeFacts = z.object({
  quotedOn: z.string(),
  address: z.object({ code: z.string(), ...inEveryLanguage(() => z.string()) }),
  plan: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    insuranceAmount: z.number(),
    interiorFinishing: z.number(),
    neighbourCompensation: z.number(),
    pricePerMonth: z.number(),
  }),
  policyholder: PersonRecord,
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
  }),
})
export type HomeFacts = z.infer<typeof HomeFacts>

type Shown = Pick<
  Plan,
  | 'id'
  | 'code'
  | 'name'
  | 'insuranceAmount'
  | 'interiorFinishing'
  | 'neighbourCompensation'
  | 'pricePerMonth'
>
/** A plan as it is shown in a language. */
export const shownPlan = (plan: Shown, locale: Locale): z.infer<typeof HomePlan> => ({
  id: plan.id,
  code: plan.code,
  name: plan.name[locale],
  insurance_amount: plan.insuranceAmount,
  interior_finishing: plan.interiorFinishing,
  neighbour_compensation: plan.neighbourCompensation,
  price_per_month: plan.pricePerMonth,
})

/** The plans sold on a day. */
export async function homePlansOn(sql: Sql, day: Day): Promise<Plan[]> {
  const rows = await sql.selectFrom('home_plans').selectAll().execute()
  return plansOn(
    rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: columnsOf(row, 'name'),
      insuranceAmount: row.insurance_amount,
      interiorFinishing: row.interior_finishing,
      neighbourCompensation: row.neighbour_compensation,
      pricePerMonth: row.price_per_month,
      insurerCode: row.insurer_code,
      sample: row.sample,
      sort: row.sort,
      effectiveFrom: row.effective_from,
      effectiveTo: row.effective_to,
    })),
    day,
  )
}

export const homePlans = handle('homePlans', async (_body, context) => {
  const { db, clock, me, limits, locale, log } = context
  const { iin } = me()
  await limits.count('lookupsPerBuyer', iin)
  // A convenience: without the register the client types the address.
  const code = await registeredPerson(context, await askerOf(db, me()), iin).then(
    (person) => (person === 'not_asked' ? null : (person?.addressCode ?? null)),
    (cause: unknown) => {
      if (!(cause instanceof Unavailable)) throw cause
      log.warn({ err: cause }, 'the registered address is not known now')
      return null
    },
  )
  const [plans, registered] = await Promise.all([
    homePlansOn(db, clock.today()),
    code ? homeByCode(db, code, locale) : null,
  ])
  return ok({ plans: plans.map((plan) => shownPlan(plan, locale)), registered })
})

type Chosen = {
  today: HomeFacts['quotedOn']
  home: HomeFacts['address']
  plan: HomeFacts['plan']
  record: HomeFacts['policyholder']
  insurer: Omit<HomeFacts['insurer'], 'commissionPercent'>
  commissionPercent: HomeFacts['insurer']['commissionPercent']
}

/** The facts the quote stores, and no other input of it. */
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
  const { db, clock, me, locale, limits, reference, config } = context
  const { iin, phone } = me()
  await limits.count('calculatesPerBuyer', iin)
  const today = clock.today()
  const plan = (await homePlansOn(db, today)).find(({ id }) => id === planId)
  if (!plan) return refuse(locale, refusals.quoteExpired)
  const home = await insurableHome(db, address)
  if (!home) return refuse(locale, refusals.addressNotSuitable)
  const covered = await coveredRefusal(db, { iin, code: address }, today, locale)
  if (covered) return covered
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
  // Home accepts no typed document: if a register is down, the client can only return later.
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
  const stopped = await refusedByLists(context, [asked.record])
  if (stopped) return stopped

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
