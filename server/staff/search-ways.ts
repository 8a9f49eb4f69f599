import type { Recognised } from '#domain/desk-search.ts'
import type { Db } from '../db/connect.ts'
import type { Found } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

const AT_MOST = 20
/** What no row has: a way that is not meant is walked all the same. */
const NOBODY = ''

/**
 * Whom and which sales a whole number names, each way by its index. All ways are asked for every
 * number, those that are not meant for nobody's: a search says nothing by how long it takes.
 */
export async function whatIsNamed(db: Db, { kind, value }: Recognised): Promise<Found> {
  const meant = (...kinds: Recognised['kind'][]) => (kinds.includes(kind) ? value : NOBODY)
  const found = await Promise.all([
    byIin(db, meant('iin')),
    byPhone(db, meant('phone')),
    together(desks().map(({ find }) => find.plate(db, meant('plate'), AT_MOST))),
    byNumber(db, meant('policy', 'order', 'number')),
  ])
  const { iins, sales } = joined(found)
  return { iins: [...new Set(iins)].slice(0, AT_MOST), sales: [...new Set(sales)] }
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
  const [accounts, people, sales] = await Promise.all([
    db
      .selectFrom('accounts')
      .select('iin')
      .where('realm', '=', 'cabinet')
      .where('phone', '=', phone)
      .execute(),
    db.selectFrom('people').select('iin').where('phone', '=', phone).execute(),
    together(desks().map(({ find }) => find.phone(db, phone, AT_MOST))),
  ])
  return joined([{ iins: [...accounts, ...people].map(({ iin }) => iin), sales: [] }, sales])
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
