import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { CallName } from '#contract/index.ts'
import { saidNames } from '#domain/person.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Recovery } from '../jobs/recovery.ts'
import type { Work } from '../jobs/work.ts'
import type { Product, Reads, Sale } from './product.ts'
import type { Accounting } from './product-accounting.ts'
import type { Desk } from './product-desk.ts'

/**
 * Which calls an overloaded process accepts first: money, and what it buys; and which it refuses
 * first, because clients repeat them anyway. `priced` calls make a price by a dozen calls of the
 * unified database: refused while its sessions are full, too.
 */
export type Calls = Record<'first' | 'repeated' | 'priced', readonly CallName[]>

/**
 * A product: its part in contracts and payments, in the common readers and staff's desks, its jobs,
 * and the recovery of lost ones.
 */
export type Sold = {
  product: Product
  reads: Reads
  desk: Desk
  work: readonly Work[]
  recoveries: readonly Recovery[]
  calls: Calls
}

/** By the name their contracts carry in the database, the oldest first. */
let sold: Readonly<Record<string, Sold>> = {}
/** Set once at start, by the module that assembles the server (`server/sold.ts`). */
export const sell = (all: Readonly<Record<string, Sold>>): void => {
  sold = all
}

/** Every product there is. */
export const products = (): Product[] => Object.values(sold).map(({ product }) => product)

/** Every product's part of the common readers. */
export const reads = (): Reads[] => Object.values(sold).map((one) => one.reads)
/** The same with the products' names. */
export const namedReads = (): [name: string, reads: Reads][] =>
  Object.entries(sold).map(([name, one]) => [name, one.reads])

function soldAs(name: string): Sold {
  const one = sold[name]
  if (!one) throw new Error(`there is no product ${name}`)
  return one
}

/** Throws for an unknown name: a row of a newer release. */
export const productOf = (name: string): Product => soldAs(name).product
/** Throws for an unknown name. */
export const readsOf = (name: string): Reads => soldAs(name).reads
/** Throws for an unknown name. */
export const deskOf = (name: string): Desk => soldAs(name).desk

/** Every product's part of staff's desks. */
export const desks = (): Desk[] => Object.values(sold).map(({ desk }) => desk)

/** Names of a sale's id in jobs. */
export const jobKeys = (): string[] => [...new Set(reads().map(({ trace }) => trace.jobKey))]

export const soldCalls = (): Calls[] => Object.values(sold).map(({ calls }) => calls)

/** Every product's part of the accountant's reports. */
export const allAccounting = (): Accounting[] => reads().map(({ accounting }) => accounting)

/** The scripts the acquirer signs its notices for. */
export const scripts = (): string[] => [...new Set(products().map(({ script }) => script))]

/** The sale of an id with its product; undefined when there is none. */
export async function saleOf(
  sql: Sql,
  id: string,
): Promise<{ product: Product; sale: Sale } | undefined> {
  for (const product of products()) {
    const sale = await product.sale(sql, id)
    if (sale) return { product, sale }
  }
  return undefined
}

/** A product's rows for a new database, and for the demonstration beside the sandbox. */
export type Start = {
  /** Inserts its first rows, never over existing ones. */
  seed(db: Db): Promise<void>
  /** Checks if the demonstration client has it already. */
  demoKnown(db: Db, accountId: string): Promise<boolean>
  /** The demonstration client buys it, through the server's own door. */
  demo(server: { app: FastifyInstance; deps: Deps }, token: string): Promise<void>
}

/** Joins the sale of an id, of whichever product, with its known fields. */
export function salesBeside(id: RawBuilder<unknown>) {
  const sales = allAccounting().map(({ sale }) => sale)
  const of = <Value>(key: 'number' | 'source' | 'promoter' | 'client' | 'facts' | 'policy') =>
    sql<Value>`coalesce(${sql.join(sales.map((sale) => sale[key]))})`
  return {
    join: sql.join(
      sales.map(({ join }) => join(id)),
      sql` `,
    ),
    insurer: sql<string>`coalesce(${sql.join(sales.map(({ insurer }) => insurer))}, '')`,
    channel: sql<string>`coalesce(${sql.join(sales.map(({ channel }) => channel))}, '')`,
    number: of<string | null>('number'),
    source: of<string | null>('source'),
    promoter: of<string | null>('promoter'),
    client: of<string | null>('client'),
    period: (event: RawBuilder<unknown>) =>
      sql<number>`coalesce(${sql.join(sales.map(({ period }) => period(event)))}, 0)`,
    facts: of<unknown>('facts'),
    policy: of<string | null>('policy'),
  }
}

/** The sale of each line of the ledger. */
export const ledgerSales = () => salesBeside(sql`ledger.order_id`)

/** SQL over a sale's facts: the policyholder's full name, and the first plate. */
export const holderIn = (facts: RawBuilder<unknown>) => sql<string>`concat_ws(' ',
  ${sql.join(saidNames.map((key) => sql`${facts} #>> ${sql.lit(`{policyholder,${key}}`)}`))})`
export const plateIn = (facts: RawBuilder<unknown>) =>
  sql<string | null>`${facts} #>> '{vehicles,0,plate}'`
