import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type Found, type FoundSale, nothingFound } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

const AT_MOST = 20

/**
 * One word, whole: an IIN, a phone, a plate, an order, a policy. Whatever it may be is looked for
 * among the clients and the sales of every product; each way has its index.
 */
export const searchClients = handle('staffSearchClients', async ({ text }, { db, clock, me }) => {
  const bare = text.replaceAll(/\s/g, '')
  const phone = parsePhone(text)
  const ways: [string, Promise<Found>][] = [
    [
      'iin',
      isIin(bare) ? Promise.resolve({ iins: [bare], sales: [] }) : Promise.resolve(nothingFound),
    ],
    ['phone', phone ? byPhone(db, phone) : Promise.resolve(nothingFound)],
    ['plate', isPlate(text) ? byPlate(db, normalisePlate(text)) : Promise.resolve(nothingFound)],
    ['number', byNumber(db, bare)],
  ]
  const found = await Promise.all(ways.map(async ([kind, asked]) => ({ kind, ...(await asked) })))
  const kindOf = new Map(
    found.toReversed().flatMap(({ kind, iins }) => iins.map((iin) => [iin, kind])),
  )
  const ids = [...new Set(found.flatMap(({ sales }) => sales))]
  const [clients, orders] = await Promise.all([clientsOf(db, [...kindOf.keys()]), salesOf(db, ids)])
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'client.searched',
    object: {
      kind: 'search',
      id: found.find(({ iins, sales }) => iins.length + sales.length > 0)?.kind ?? 'nothing',
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

const together = (found: readonly Found[]): Found => ({
  iins: found.flatMap(({ iins }) => iins),
  sales: found.flatMap(({ sales }) => sales),
})

async function byPhone(db: Db, phone: string): Promise<Found> {
  const [accounts, people, sales] = await Promise.all([
    db
      .selectFrom('accounts')
      .select('iin')
      .where('realm', '=', 'cabinet')
      .where('phone', '=', phone)
      .execute(),
    db.selectFrom('people').select('iin').where('phone', '=', phone).execute(),
    Promise.all(desks().map(({ find }) => find.phone(db, phone, AT_MOST))),
  ])
  return together([{ iins: [...accounts, ...people].map(({ iin }) => iin), sales: [] }, ...sales])
}

const byPlate = async (db: Db, plate: string): Promise<Found> =>
  together(await Promise.all(desks().map(({ find }) => find.plate(db, plate, AT_MOST))))

/** The id of a sale as it is written; numbers and Global IDs in any case of letters. */
async function byNumber(db: Db, text: string): Promise<Found> {
  const [policies, sales] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where('global_id', '=', text.toUpperCase())
      .execute(),
    Promise.all(desks().map(({ find }) => find.number(db, text))),
  ])
  const ofPolicies = {
    iins: policies.map(({ policyholder_iin }) => policyholder_iin),
    sales: policies.flatMap(({ order_id }) => order_id ?? []),
  }
  return together([ofPolicies, ...sales])
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

/** The sales of every product that are shown, the newest first. */
async function salesOf(db: Db, ids: string[]): Promise<FoundSale[]> {
  if (ids.length === 0) return []
  const sales = await Promise.all(desks().map((desk) => desk.found(db, ids.slice(0, AT_MOST))))
  return sales.flat().sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
}
