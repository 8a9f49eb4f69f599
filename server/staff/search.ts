import { sql } from 'kysely'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const AT_MOST = 20
type Found = { iins: string[]; orders: string[] }
const nothing: Found = { iins: [], orders: [] }

/**
 * One word, whole: an IIN, a phone, a plate, an order, a policy. Whatever it may be is looked for;
 * each way has its index.
 */
export const searchClients = handle('staffSearchClients', async ({ text }, { db, clock, me }) => {
  const bare = text.replaceAll(/\s/g, '')
  const phone = parsePhone(text)
  const ways: [string, Promise<Found>][] = [
    ['iin', isIin(bare) ? Promise.resolve({ iins: [bare], orders: [] }) : Promise.resolve(nothing)],
    ['phone', phone ? byPhone(db, phone) : Promise.resolve(nothing)],
    ['plate', isPlate(text) ? byPlate(db, normalisePlate(text)) : Promise.resolve(nothing)],
    ['number', byNumber(db, bare)],
  ]
  const found = await Promise.all(ways.map(async ([kind, asked]) => ({ kind, ...(await asked) })))
  const kindOf = new Map(
    found.toReversed().flatMap(({ kind, iins }) => iins.map((iin) => [iin, kind])),
  )
  const ids = [...new Set(found.flatMap(({ orders }) => orders))]
  const [clients, orders] = await Promise.all([
    clientsOf(db, [...kindOf.keys()]),
    ordersOf(db, ids),
  ])
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'client.searched',
    object: {
      kind: 'search',
      id: found.find(({ iins, orders }) => iins.length + orders.length > 0)?.kind ?? 'nothing',
    },
    details: { clients: clients.length, orders: orders.length },
  })
  return ok({
    clients: clients.map(({ id, iin, phone, surname, name, patronymic }) => ({
      account_id: id,
      name: [surname, name, patronymic].filter(Boolean).join(' '),
      iin,
      phone,
      found_by: kindOf.get(iin) ?? 'number',
    })),
    orders: orders.map(({ id, account_id, state, created_at }) => ({
      order_id: id,
      account_id,
      state,
      at: created_at.toISOString(),
    })),
  })
})

async function byPhone(db: Db, phone: string): Promise<Found> {
  const [accounts, people, orders] = await Promise.all([
    db
      .selectFrom('accounts')
      .select('iin')
      .where('realm', '=', 'cabinet')
      .where('phone', '=', phone)
      .execute(),
    db.selectFrom('people').select('iin').where('phone', '=', phone).execute(),
    db
      .selectFrom('orders')
      .select(['id', 'buyer_iin'])
      .where('phone', '=', phone)
      .where('promoter_iin', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
  ])
  return {
    iins: [...accounts, ...people]
      .map(({ iin }) => iin)
      .concat(orders.map(({ buyer_iin }) => buyer_iin)),
    orders: orders.map(({ id }) => id),
  }
}

async function byPlate(db: Db, plate: string): Promise<Found> {
  const has = (column: string) =>
    sql<boolean>`(${sql.ref(column)} -> 'vehicles') @> ${JSON.stringify([{ plate }])}::jsonb`
  const [policies, orders] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where(has('facts'))
      .orderBy('issued_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('quotes')
      .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
      .select(['orders.id', sql<string | null>`quotes.facts -> 'policyholder' ->> 'iin'`.as('iin')])
      .where(has('quotes.facts'))
      .orderBy('orders.created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
  ])
  return {
    iins: policies
      .map(({ policyholder_iin }) => policyholder_iin)
      .concat(orders.flatMap(({ iin }) => iin ?? [])),
    orders: [...policies.flatMap(({ order_id }) => order_id ?? []), ...orders.map(({ id }) => id)],
  }
}

/** The id of an order as it is written; numbers and Global IDs in any case of letters. */
async function byNumber(db: Db, text: string): Promise<Found> {
  const upper = text.toUpperCase()
  const [orders, policies, homes] = await Promise.all([
    db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select(['orders.id', sql<string | null>`quotes.facts -> 'policyholder' ->> 'iin'`.as('iin')])
      .where((expression) =>
        expression.or([
          expression('orders.id', '=', text),
          expression('orders.number', '=', upper),
        ]),
      )
      .execute(),
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where('global_id', '=', upper)
      .execute(),
    db
      .selectFrom('home_subscriptions')
      .select('buyer_iin')
      .where((expression) =>
        expression.or([expression('id', '=', text), expression('number', '=', upper)]),
      )
      .execute(),
  ])
  return {
    iins: [
      ...policies.map(({ policyholder_iin }) => policyholder_iin),
      ...homes.map(({ buyer_iin }) => buyer_iin),
      ...orders.flatMap(({ iin }) => iin ?? []),
    ],
    orders: [...orders.map(({ id }) => id), ...policies.flatMap(({ order_id }) => order_id ?? [])],
  }
}

const clientsOf = async (db: Db, iins: string[]) =>
  iins.length === 0
    ? []
    : db
        .selectFrom('accounts')
        .leftJoin('people', 'people.iin', 'accounts.iin')
        .select(['accounts.id', 'accounts.iin', 'accounts.phone'])
        .select((expression) => [
          expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
          expression.fn.coalesce('people.name', 'accounts.name').as('name'),
          expression.fn.coalesce('people.patronymic', 'accounts.patronymic').as('patronymic'),
        ])
        .where('accounts.realm', '=', 'cabinet')
        .where('accounts.iin', 'in', iins.slice(0, AT_MOST))
        .execute()

/** Orders with the account of whoever the policy is for. */
const ordersOf = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('orders')
        .leftJoin('quotes', 'quotes.id', 'orders.calculation_id')
        .leftJoin('accounts', (join) =>
          join
            .on(
              'accounts.iin',
              '=',
              sql<string>`coalesce(quotes.facts -> 'policyholder' ->> 'iin', orders.buyer_iin)`,
            )
            .on('accounts.realm', '=', 'cabinet'),
        )
        .select(['orders.id', 'orders.state', 'orders.created_at', 'accounts.id as account_id'])
        .where('orders.id', 'in', ids.slice(0, AT_MOST))
        .orderBy('orders.created_at', 'desc')
        .execute()
