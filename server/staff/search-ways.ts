import { sql } from 'kysely'
import type { Recognised } from '#domain/desk-search.ts'
import type { Db } from '../db/connect.ts'
import type { Found } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

const AT_MOST = 20
/** So many people of a name are told: nobody walks through the clients. */
const NAMES = 5
/** What no row has: a way that is not meant is walked all the same. */
const NOBODY = ''

/**
 * Whom and which sales a whole number names, each way by its index. All ways are asked for every
 * number, those that are not meant for nobody's: a search says nothing by how long it takes.
 */
export async function whatIsNamed(
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
    byPayment(db, kind === 'number' ? [...new Set([value, typed])] : [NOBODY]),
    byEmail(db, meant('email')),
  ])
  const { iins, sales } = joined(found)
  return {
    iins: [...new Set([...named.slice(0, NAMES), ...iins])].slice(0, AT_MOST),
    sales: [...new Set(sales)],
    more: named.length > NAMES,
  }
}

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
    // Whoever paid by this phone.
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
 * Who has every word of a name in theirs, spelt in whichever way (`name_key` of the database): the
 * names that begin so first. One more than is told, so that it can be said that there are more.
 */
async function byName(db: Db, name: string): Promise<string[]> {
  const words = name === NOBODY ? [] : name.split(' ')
  const { rows } = await sql<{ iin: string }>`
    with asked as (
      select coalesce(array_agg('%' || name_key(word) || '%'), '{#}') as parts,
        coalesce((array_agg(name_key(word)))[1], '#') || '%' as begins
      from unnest(${words}::text[]) as word where name_key(word) <> ''
    ), named as (
      select iin, name_key(surname || ' ' || name || ' ' || patronymic) as key from people, asked
        where name_key(surname || ' ' || name || ' ' || patronymic) like all (asked.parts)
      union select iin, name_key(surname || ' ' || name || ' ' || patronymic) from accounts, asked
        where realm = 'cabinet'
          and name_key(surname || ' ' || name || ' ' || patronymic) like all (asked.parts)
    )
    select iin from named, asked group by iin
    order by bool_or(key like asked.begins) desc, min(key), iin limit ${NAMES + 1}`.execute(db)
  return rows.map(({ iin }) => iin)
}
