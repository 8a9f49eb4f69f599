import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { KeptText } from '#domain/localized-text.ts'
import { sumInsured } from '#domain/ogpo/sum-insured.ts'
import { fullName } from '#domain/person.ts'
import { policyOffers, policyStateOn } from '#domain/policy.ts'
import { type PolicyState, policyStates } from '#domain/policy-states.ts'
import { consentFacts } from '../consent/consent-facts.ts'
import type { Sql } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { maskedName } from '../persons/people.ts'
import type { Listed, Reading } from '../products/product.ts'
import { QuoteFacts } from '../quotes/quotes.ts'

/** More policies than any client has; bounds the answer. */
const AT_MOST = 500

const Shown = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  ),
  policyholder: z.object(knownNames),
  insurer: z.object({ name: KeptText }),
})
const PolicyStateText = z.custom<PolicyState>((value) =>
  policyStates.some((state) => state === value),
)

/**
 * A client's OGPO policies as the cabinet's cards show them; one query by the policyholder's index.
 */
export async function policies(reading: Reading): Promise<Listed[]> {
  const { db, iin, now, locale, reference } = reading
  const today = almatyDay(now)
  const tables = await reference.tables(today)
  const rows = await db
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .leftJoin('policy_endings', (join) =>
      join
        .onRef('policy_endings.policy_id', '=', 'policies.id')
        .on('policy_endings.state', '=', 'accepted'),
    )
    .select([
      'policies.id',
      'policies.global_id',
      'policies.state',
      'policies.insurer_code',
      'policies.start_date',
      'policies.end_date',
      'policies.premium',
      'policies.ogpo_plus_premium',
      'policies.issued_at',
      'policies.verified_at',
      'policies.replaced_by',
      'orders.id as order_id',
      'orders.source',
      'orders.calculation_id',
      'policy_endings.id as ending_id',
      sql<unknown>`jsonb_build_object('vehicles', policies.facts -> 'vehicles', 'policyholder', policies.facts -> 'policyholder', 'insurer', policies.facts -> 'insurer')`.as(
        'shown',
      ),
      sql<number>`jsonb_array_length(policies.facts -> 'insured')`.as('drivers'),
      sql<Date>`(select min(issued_at) from policies as first
        where first.contract_id = policies.contract_id)`.as('first_issued_at'),
    ])
    .where('policies.policyholder_iin', '=', iin)
    .orderBy('policies.end_date', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map((row) => {
    const shown = Shown.parse(row.shown)
    const dates = {
      state: PolicyStateText.parse(row.state),
      start: row.start_date,
      end: row.end_date,
      issuedOn: almatyDay(row.issued_at),
    }
    return {
      order_id: row.order_id,
      source: row.source,
      subscription_active: false,
      global_id: row.global_id,
      start_date: row.start_date,
      end_date: row.end_date,
      amount: row.premium + row.ogpo_plus_premium,
      premium: row.premium,
      insured_amount: tables ? sumInsured(tables) : null,
      address_name_policy_holder: fullName(shown.policyholder),
      calc_id: row.calculation_id,
      uuid: row.id,
      policy_type: 'ogpo' as const,
      home: null,
      state: policyStateOn(dates, today),
      insurer: { code: row.insurer_code, name: shown.insurer.name[locale] },
      cars: shown.vehicles.map((car) => ({
        registrationNumber: car.plate,
        name: `${car.make} ${car.model}, ${car.year}`,
      })),
      drivers: row.drivers,
      ogpo_plus_premium: row.ogpo_plus_premium,
      verified_at: row.verified_at.toISOString(),
      issued_at: row.issued_at.toISOString(),
      replaced_by: row.replaced_by,
      // A replaced policy was issued earlier: only today's contract may be cancelled in full.
      may: policyOffers(
        { ...dates, issuedOn: almatyDay(row.first_issued_at) },
        today,
        row.ending_id !== null,
      ),
    }
  })
}

/** So many cars of a buyer are offered again, and so many people. */
const KNOWN_AT_MOST = 3
const PEOPLE_AT_MOST = 6
const Insured = z.array(z.object({ iin: z.string(), name: z.string(), surname: z.string() }))

/**
 * Returns the buyer's insured cars and people: the latest policy of each set of cars, without
 * cancelled ones. The buyer typed these people once; each must consent anew.
 */
export async function knownOf(db: Sql, iin: string) {
  const rows = await db
    .selectFrom('policies')
    .select([
      'global_id',
      'end_date',
      sql<unknown>`facts -> 'vehicles'`.as('vehicles'),
      sql<unknown>`facts -> 'insured'`.as('insured'),
    ])
    .where('policyholder_iin', '=', iin)
    .where('kind', '=', 'ogpo')
    .where('state', 'in', ['pending', 'active', 'ended'])
    .orderBy('end_date', 'desc')
    .limit(10)
    .execute()
  const byCars = new Map<string, Known>()
  const people = new Map<string, { iin: string; name: string }>()
  for (const { global_id, end_date, vehicles, insured } of rows) {
    const drivers = Insured.parse(insured)
    for (const one of drivers)
      if (one.iin !== iin && !people.has(one.iin))
        people.set(one.iin, { iin: one.iin, name: maskedName(one) })
    const cars = Shown.shape.vehicles
      .parse(vehicles)
      .map(({ plate, make, model, year }) => ({ plate, name: `${make} ${model}, ${year}` }))
    const key = cars.map(({ plate }) => plate).join()
    if (!byCars.has(key))
      byCars.set(key, { globalId: global_id, cars, drivers: drivers.length, end: end_date })
  }
  return {
    known: [...byCars.values()].slice(0, KNOWN_AT_MOST),
    people: [...people.values()].slice(0, PEOPLE_AT_MOST),
  }
}
type Known = {
  globalId: string
  cars: { plate: string; name: string }[]
  drivers: number
  end: Day
}

/** The buyer's own policy with everything a renewal or reissue begins from. */
export const getPolicy = handle('ogpoGetPolicy', async ({ globalId }, { db, me, clock }) => {
  const policy = await db
    .selectFrom('policies')
    .leftJoin('orders', 'orders.id', 'policies.order_id')
    .selectAll('policies')
    .select(['orders.email as order_email', 'orders.phone as order_phone'])
    .where('policies.kind', '=', 'ogpo')
    .where('policies.global_id', '=', globalId)
    .where('policies.policyholder_iin', '=', me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  const facts = QuoteFacts.parse(policy.facts)
  const consents = await consentFacts(
    db,
    facts.insured.map(({ iin }) => iin),
    me(),
    clock.now(),
  )
  return ok({
    globalId,
    isInsured:
      (policy.state === 'active' || policy.state === 'pending') && policy.end_date >= clock.today(),
    dateStart: policy.start_date,
    dateEnd: policy.end_date,
    premium: policy.premium,
    insurer: policy.insurer_code,
    seasonal: facts.term.seasonal,
    period: facts.term.months,
    insurant: {
      iin: facts.policyholder.iin,
      phone: policy.order_phone ?? facts.phone,
      email: policy.order_email,
      name: fullName(facts.policyholder),
      willDrive: facts.willDrive,
    },
    insureds: facts.insured.map((person) => ({
      iin: person.iin,
      driverLicenseNumber: person.licence?.number ?? '',
      name: fullName(person),
      privilege: person.privilege,
      consented: consents.get(person.iin) === 'approved',
    })),
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      techPassport: car.techPassport,
      name: `${car.make} ${car.model}, ${car.year}`,
    })),
  })
})
