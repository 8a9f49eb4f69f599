import { sql } from 'kysely'
import { z } from 'zod'
import { ClaimState } from '#contract/claims.ts'
import type { search as contract } from '#contract/desk-search.ts'
import type { AuditKind } from '#domain/audit-acts.ts'
import type { Day } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { asked, type Recognised } from '#domain/desk-search.ts'
import { maskIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { fullName, nameKeys, saidNames } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lookedAtId } from '../audit/lookup.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { HttpError, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { allOwnNames } from '../persons/people.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import type { Found } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'
import { movedDays } from '../reference/reference.ts'
import { notesWith } from './cases.ts'
import { refusedSalesOf } from './refused-sales.ts'

/** Results shown per kind: nobody reads more in a list. */
const SHOWN = 8
/** No row has these: an empty list still runs its query. */
const NOBODY = ''
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Accounts of these people, their numbers masked. */
async function clientsOf(db: Db, iins: readonly string[]) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('people', 'people.iin', 'accounts.iin')
    .select(['accounts.id', 'accounts.iin', 'accounts.phone'])
    .select(allOwnNames)
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
 * Returns people by name, plate and four digits of the number: all of a name, and for any other
 * search those without a cabinet. A person with neither a cabinet nor a sale has no page to open.
 */
async function peopleOf(
  db: Db,
  iins: readonly string[],
  { withAccounts }: { withAccounts: boolean },
) {
  const [sales, { rows }] = await Promise.all([
    Promise.all(desks().map(({ find }) => find.newest(db, [...iins]))),
    sql<{ iin: string; name: string; account_id: string | null; plate: string | null }>`
      select who.iin, accounts.id as account_id, trim(concat_ws(' ', ${sql.join(
        saidNames.map(
          (key) => sql`coalesce(${sql.ref(`people.${key}`)}, ${sql.ref(`accounts.${key}`)},
          policy.facts #>> ${sql.lit(`{policyholder,${key}}`)})`,
        ),
      )})) as name,
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
async function ordersOf(db: Db, ids: readonly string[]) {
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
 * Finds policies: by number, by the sales, by a searched person. A plate finds its own policies,
 * not the others of its owners.
 */
async function policiesOf(
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

/** Finds claims: by number, by the policies found, by a searched person. */
async function claimsOf(db: Db, { kind, value }: Recognised, { clients, policies, today }: About) {
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
  const moved = await movedDays(db)
  return rows.map(({ id, state: kept, created_at, ...counted }) => {
    const state = ClaimState.parse(kept)
    const [nearest] = claimDeadlines(state, countedOf(counted), today, moved)
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

/** Finds a plate's car, from the newest calculation or policy with it. */
async function carsOf(db: Db, { kind, value }: Recognised) {
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

const AT_MOST = 20
/** People shown per name: nobody can page through the clients. */
const NAMES = 5

/**
 * Returns the people and sales a full number names, each kind by its index. Runs every query for
 * every number, irrelevant ones with nobody's value: a search's duration reveals nothing.
 */
async function whatIsNamed(
  db: Db,
  { kind, value }: Recognised,
  typed: string,
): Promise<Found & { more: boolean }> {
  const meant = (...kinds: Recognised['kind'][]) => (kinds.includes(kind) ? value : NOBODY)
  const named = await byName(db, meant('name'))
  const found = await Promise.all([
    byIin(db, meant('iin')),
    byPhone(db, meant('phone')),
    together(desks().map(({ find }) => find.plate(db, meant('plate'), AT_MOST))),
    byNumber(db, meant('policy', 'order', 'number')),
    // Digits of a phone or IIN may be a bank's number as well.
    byPayment(db, digits.includes(kind) ? [...new Set([value, typed])] : [NOBODY]),
    byEmail(db, meant('email')),
  ])
  const { iins, sales } = joined(found)
  return {
    iins: [...new Set([...named.slice(0, NAMES), ...iins])].slice(0, AT_MOST),
    sales: [...new Set(sales)],
    more: named.length > NAMES,
  }
}

const digits: readonly Recognised['kind'][] = ['number', 'iin', 'phone']

const joined = (found: readonly Found[]): Found => ({
  iins: found.flatMap(({ iins }) => iins),
  sales: found.flatMap(({ sales }) => sales),
})
const together = async (asked: Promise<Found>[]) => joined(await Promise.all(asked))

async function byIin(db: Db, iin: string): Promise<Found> {
  const { sales } = await together(desks().map(({ find }) => find.iin(db, iin, AT_MOST)))
  return { iins: [iin], sales }
}

async function byPhone(db: Db, phone: string): Promise<Found> {
  const [accounts, people, sales, paid] = await Promise.all([
    db
      .selectFrom('accounts')
      .select('iin')
      .where('realm', '=', 'cabinet')
      .where('phone', '=', phone)
      .execute(),
    db.selectFrom('people').select('iin').where('phone', '=', phone).execute(),
    together(desks().map(({ find }) => find.phone(db, phone, AT_MOST))),
    // Sales paid by this phone.
    db
      .selectFrom('payment_attempts')
      .select('order_id')
      .where('phone', '=', phone)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
  ])
  return joined([
    { iins: [...accounts, ...people].map(({ iin }) => iin), sales: [] },
    sales,
    { iins: [], sales: paid.map(({ order_id }) => order_id) },
  ])
}

/** A policy's Global ID, the number of a sale or a subscription. */
async function byNumber(db: Db, text: string): Promise<Found> {
  const [policies, sales] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where('global_id', '=', text)
      .execute(),
    together(desks().map(({ find }) => find.number(db, text))),
  ])
  const ofPolicies = {
    iins: policies.map(({ policyholder_iin }) => policyholder_iin),
    sales: policies.flatMap(({ order_id }) => order_id ?? []),
  }
  return joined([ofPolicies, sales])
}

/** A payment, a refund, a receipt, a line of a statement: the sale of each. */
async function byPayment(db: Db, texts: string[]): Promise<Found> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from payment_attempts
      where id = any(${texts}) or outside_id = any(${texts}) or invoice = any(${texts})
    union select order_id from refunds where id = any(${texts}) or outside_id = any(${texts})
    union select order_id from fiscal_receipts where id = any(${texts}) or number = any(${texts})
    union select payment_attempts.order_id from statement_rows
      join payment_attempts on payment_attempts.id = statement_rows.key
      where statement_rows.outside_id = any(${texts})
    limit ${AT_MOST}`.execute(db)
  return { iins: [], sales: rows.map(({ id }) => id) }
}

async function byEmail(db: Db, email: string): Promise<Found> {
  const [{ rows }, sales] = await Promise.all([
    sql<{ iin: string }>`
      select iin from accounts where realm = 'cabinet' and lower(email) = ${email}
      union select iin from people where lower(email) = ${email} limit ${AT_MOST}`.execute(db),
    together(desks().map(({ find }) => find.email(db, email, AT_MOST))),
  ])
  return joined([{ iins: rows.map(({ iin }) => iin), sales: [] }, sales])
}

/**
 * Finds people with every word of a name, in any spelling (`name_key` of the database): names with
 * that beginning first. Returns one more than shown, to detect that there are more.
 */
async function byName(db: Db, name: string): Promise<string[]> {
  const words = name === NOBODY ? [] : name.split(' ')
  // The expression of its index: every name of a person, in this order.
  const key = sql`name_key(${sql.join(
    nameKeys.map((each) => sql.id(each)),
    sql` || ' ' || `,
  )})`
  const { rows } = await sql<{ iin: string }>`
    with asked as (
      select coalesce(array_agg('%' || name_key(word) || '%'), '{#}') as parts,
        coalesce((array_agg(name_key(word)))[1], '#') || '%' as begins
      from unnest(${words}::text[]) as word where name_key(word) <> ''
    ), named as (
      select iin, ${key} as key from people, asked where ${key} like all (asked.parts)
      union select iin, ${key} from accounts, asked
        where realm = 'cabinet' and ${key} like all (asked.parts)
    )
    select iin from named, asked group by iin
    order by bool_or(key like asked.begins) desc, min(key), iin limit ${NAMES + 1}`.execute(db)
  return rows.map(({ iin }) => iin)
}

type Answer = Omit<Extract<z.input<typeof contract.reply>, { success: true }>['data'], 'notes'>
/** Notes shown among the results; one's cases have the others. */
const NOTES = 5

/**
 * Searches a full number, with everything it belongs to; or a name, with its people; and notes with
 * either. Every search runs the same queries, for any caller and any result, so that neither answer
 * nor duration reveals hidden data. Drops what an accountant may not see at the end.
 */
export const staffSearch = handle('staffSearch', async ({ text }, context) => {
  const { limits, clock, me, config, db } = context
  await limits.count('searchesPerDesk', me().accountId ?? me().iin)
  const about = asked(text, clock.today())
  if (!about) throw new HttpError(422, { errors: [] })
  const typed = text.trim()
  const isStaff = me().role !== 'accountant'
  const [found, notes] = await Promise.all([
    foundFor(context, about, typed),
    // As typed, and as stored.
    isStaff ? notesWith(db, me(), [typed, about.value], NOTES) : [],
  ])
  const shown = isStaff ? found : forAccountant(about, found)
  const { cars, clients, people, orders, policies, claims, refused } = shown
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'desk.searched',
    // The digest of a promoter's look-up too: a holder of the number can find who searched for it.
    object: { kind: auditKinds[about.kind], id: lookedAtId(config.signingKey, about.value) },
    details: {
      by: about.kind,
      found: [cars, clients, people, orders, policies, claims, refused, notes].reduce(
        (sum, { length }) => sum + length,
        0,
      ),
    },
  })
  return ok({ ...shown, notes })
})

const auditKinds = {
  iin: 'person',
  phone: 'phone',
  plate: 'vehicle',
  policy: 'policy_number',
  order: 'order_number',
  claim: 'claim_number',
  number: 'number',
  email: 'email',
  name: 'name',
} as const satisfies Record<Recognised['kind'], AuditKind>

/** Returns everything a full number belongs to, for any caller. */
export async function foundFor(
  context: Pick<Context, 'db' | 'clock' | 'locale' | 'config'>,
  about: Recognised,
  /** As typed: ids of payments are case-sensitive. */
  typed: string = about.value,
): Promise<Answer> {
  const { db, clock, locale } = context
  const { iins, sales, more } = await whatIsNamed(db, about, typed)
  const named = { iins, sales }
  const [cars, clients, people, orders, policies, refused] = await Promise.all([
    carsOf(db, about),
    // No phone for a name: five people would be readable at a glance.
    clientsOf(db, about.kind === 'name' ? [] : iins),
    peopleOf(db, iins, { withAccounts: about.kind === 'name' }),
    ordersOf(db, named.sales),
    policiesOf(db, about, named, locale),
    // For a plate its own, not the others of its owners.
    refusedSalesOf(
      context,
      about.kind === 'plate' ? [about.value] : about.kind === 'name' ? [] : iins,
    ),
  ])
  const claims = await claimsOf(db, about, { clients, policies, today: clock.today() })
  return {
    kind: about.kind,
    cars,
    clients,
    people,
    more,
    orders,
    policies: policies.map(({ id: _, ...policy }) => policy),
    claims,
    refused,
  }
}

/**
 * Filters for an accountant, who has the reports of orders and claims: finds these by their numbers
 * and those of policies, as the reports show them, and no person, phone or car.
 */
function forAccountant({ kind }: Recognised, found: Answer): Answer {
  const byNumber = kind === 'order' || kind === 'policy' || kind === 'claim' || kind === 'number'
  return {
    kind,
    cars: [],
    clients: [],
    people: [],
    more: false,
    policies: byNumber ? found.policies : [],
    orders: byNumber ? found.orders : [],
    claims: kind === 'claim' ? found.claims : [],
    refused: [],
  }
}
