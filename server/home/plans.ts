import type { Day } from '#domain/calendar.ts'
import { type Plan, plansOn } from '#domain/home/plan.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import { Unavailable } from '#systems/http.ts'
import { askerOf } from '../consent/asker.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { registeredPerson } from '../persons/registered-person.ts'
import { homeByCode } from './addresses.ts'
import { shownPlan } from './shown-plan.ts'

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
