import { sql } from 'kysely'
import { z } from 'zod'
import { ClaimState } from '#contract/claims.ts'
import type { Day } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import type { Recognised } from '#domain/desk-search.ts'
import { maskIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Db } from '../db/connect.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import type { Found } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

/** So many of a kind are shown: more nobody reads in a list of hits. */
const SHOWN = 8
/** No row has these: a list of ids that is empty is asked about all the same. */
const NOBODY = ''
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Accounts of these people, their numbers masked. */
export async function clientsOf(db: Db, iins: readonly string[]) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('people', 'people.iin', 'accounts.iin')
    .select(['accounts.id', 'accounts.iin', 'accounts.phone'])
    .select((expression) => [
      expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
      expression.fn.coalesce('people.name', 'accounts.name').as('name'),
      expression.fn.coalesce('people.patronymic', 'accounts.patronymic').as('patronymic'),
    ])
    .where('accounts.realm', '=', 'cabinet')
    .where('accounts.iin', 'in', [...iins, NOBODY])
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, iin, phone, ...names }) => ({
    account_id: id,
    name: fullName(names),
    iin: maskIin(iin),
    phone: phone ? maskPhone(phone) : null,
  }))
}

/**
 * People by name, plate and four digits of the number: everybody of a name, and of any other search
 * those who have no cabinet. Whoever has neither a cabinet nor a sale is nobody to open.
 */
export async function peopleOf(
  db: Db,
  iins: readonly string[],
  { withAccounts }: { withAccounts: boolean },
) {
  const [sales, { rows }] = await Promise.all([
    Promise.all(desks().map(({ find }) => find.newest(db, [...iins]))),
    sql<{ iin: string; name: string; account_id: string | null; plate: string | null }>`
      select who.iin, accounts.id as account_id, trim(concat_ws(' ',
          coalesce(people.surname, accounts.surname, policy.facts #>> '{policyholder,surname}'),
          coalesce(people.name, accounts.name, policy.facts #>> '{policyholder,name}'),
          coalesce(people.patronymic, accounts.patronymic, policy.facts #>> '{policyholder,patronymic}'))) as name,
        policy.facts #>> '{vehicles,0,plate}' as plate
      from unnest(${[...iins]}::text[]) with ordinality as who (iin, place)
      left join people on people.iin = who.iin
      left join accounts on accounts.realm = 'cabinet' and accounts.iin = who.iin
      left join lateral (select facts from policies where policyholder_iin = who.iin
        order by issued_at desc limit 1) as policy on true
      order by who.place`.execute(db),
  ])
  const saleOf = new Map(sales.flat().map(({ iin, id }) => [iin, id]))
  return rows
    .filter(({ account_id }) => withAccounts || account_id === null)
    .flatMap(({ iin, ...person }) => {
      const order_id = saleOf.get(iin) ?? null
      return person.account_id || order_id ? [{ ...person, iin: maskIin(iin), order_id }] : []
    })
    .slice(0, SHOWN)
}

/** Sales of every product, the newest first. */
export async function ordersOf(db: Db, ids: readonly string[]) {
  const sales = await Promise.all(desks().map((desk) => desk.found(db, [...ids, NOBODY])))
  return sales
    .flat()
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, SHOWN)
    .map(({ id, number, state, created_at, paid_at }) => ({
      order_id: id,
      number,
      state,
      at: created_at.toISOString(),
      paid_at: paid_at?.toISOString() ?? null,
    }))
}

/**
 * Policies: of the number, of the sales, of a person who was asked for. A plate names its own
 * policies, not the others of those who had the car.
 */
export async function policiesOf(
  db: Db,
  { kind, value }: Recognised,
  { iins, sales }: Found,
  locale: Locale,
) {
  const ofPerson = kind === 'iin' || kind === 'phone' || kind === 'email' ? iins : []
  const vehicles = JSON.stringify([{ plate: kind === 'plate' ? value : NOBODY }])
  const [policies, insurers] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['id', 'global_id', 'order_id', 'state', 'end_date', 'insurer_code'])
      .where((expression) =>
        expression.or([
          expression('global_id', '=', value),
          expression('order_id', 'in', [...sales, NOBODY]),
          expression('policyholder_iin', 'in', [...ofPerson, NOBODY]),
          sql<boolean>`(facts -> 'vehicles') @> ${vehicles}::jsonb`,
        ]),
      )
      .orderBy('end_date', 'desc')
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom('insurers')
      .select(['code', ...localeColumns('name')])
      .orderBy('effective_from')
      .execute(),
  ])
  const nameOf = new Map(insurers.map((row) => [row.code, columnIn(row, 'name', locale)]))
  return policies.map(({ id, global_id, order_id, state, end_date, insurer_code }) => ({
    id,
    global_id,
    order_id,
    state,
    end: end_date,
    insurer: nameOf.get(insurer_code) ?? insurer_code,
  }))
}

type About = { clients: { account_id: string }[]; policies: { id: string }[]; today: Day }

/** Claims: of the number, of the policies found, of a person who was asked for. */
export async function claimsOf(
  db: Db,
  { kind, value }: Recognised,
  { clients, policies, today }: About,
) {
  const ofPerson = kind === 'iin' || kind === 'phone' || kind === 'email' ? clients : []
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state', 'created_at'])
    .select(countedColumns)
    .where((expression) =>
      expression.or([
        expression('id', '=', value),
        expression('policy_id', 'in', [...policies.map(({ id }) => id), NO_ID]),
        expression('account_id', 'in', [...ofPerson.map(({ account_id }) => account_id), NO_ID]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, state: kept, created_at, ...counted }) => {
    const state = ClaimState.parse(kept)
    const [nearest] = claimDeadlines(state, countedOf(counted), today)
    return {
      claim_id: id,
      state,
      due: nearest?.due ?? null,
      at: created_at.toISOString(),
    }
  })
}

const Facts = z.object({
  vehicles: z.array(
    z.object({
      plate: z.string(),
      make: z.string().default(''),
      model: z.string().default(''),
      year: z.number().nullable().default(null),
    }),
  ),
})

/** The car of a plate, as the newest calculation or policy that knows it says. */
export async function carsOf(db: Db, { kind, value }: Recognised) {
  const plate = kind === 'plate' ? value : NOBODY
  const has = sql<boolean>`(facts -> 'vehicles') @> ${JSON.stringify([{ plate }])}::jsonb`
  const [quotes, policies] = await Promise.all([
    db
      .selectFrom('quotes')
      .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
      .select('quotes.facts')
      .where(sql<boolean>`(quotes.facts -> 'vehicles') @> ${JSON.stringify([{ plate }])}::jsonb`)
      .orderBy('orders.created_at', 'desc')
      .limit(1)
      .execute(),
    db
      .selectFrom('policies')
      .select('facts')
      .where(has)
      .orderBy('issued_at', 'desc')
      .limit(1)
      .execute(),
  ])
  const [newest] = [...quotes, ...policies]
  const facts = Facts.safeParse(newest?.facts)
  const car = facts.success ? facts.data.vehicles.find((one) => one.plate === plate) : undefined
  return car
    ? [{ plate, name: [car.make, car.model].filter(Boolean).join(' '), year: car.year }]
    : []
}
