import { type RawBuilder, sql } from 'kysely'
import { allAccounting } from './products.ts'

/** The sale of an id, of whichever product, and what is known of it. */
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

/** Of facts that a sale was made from: the whole name of the policyholder, and the first plate. */
export const holderIn = (facts: RawBuilder<unknown>) => sql<string>`concat_ws(' ',
  ${facts} #>> '{policyholder,surname}', ${facts} #>> '{policyholder,name}', ${facts} #>> '{policyholder,patronymic}')`
export const plateIn = (facts: RawBuilder<unknown>) =>
  sql<string | null>`${facts} #>> '{vehicles,0,plate}'`
