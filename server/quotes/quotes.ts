import { sql as raw } from 'kysely'
import { Calculation } from '#contract/ogpo-calculate.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import { isLost } from '#domain/order.ts'
import type { Sql } from '../db/connect.ts'
import { QuoteFacts } from './facts.ts'

export async function quoteByApplication(sql: Sql, applicationId: string) {
  const row = await sql
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.calculation_id', 'quotes.id')
    .select([
      'quotes.buyer_iin',
      'quotes.promoter_iin',
      'quotes.request_hash',
      'quotes.reply',
      'quotes.facts',
      'quotes.created_at',
      'quotes.expires_at',
      'orders.state as ordered',
    ])
    .where('quotes.application_id', '=', applicationId)
    .executeTakeFirst()
  return row
    ? {
        buyer_iin: row.buyer_iin,
        promoter_iin: row.promoter_iin,
        hash: row.request_hash,
        reply: Calculation.parse(row.reply),
        facts: QuoteFacts.parse(row.facts),
        /** By `endQuote` or by an order that came to nothing: never by time alone. */
        ended: row.expires_at <= row.created_at || isLost(row.ordered ?? ''),
      }
    : null
}

/**
 * What the quote was made from has turned out otherwise: it can't be ordered, and its application
 * gets no second life.
 */
export async function endQuote(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('quotes')
    .set((expression) => ({ expires_at: expression.ref('created_at') }))
    .where('id', '=', id)
    .execute()
}

/** A quote with the tables it was made by. Each column by its name: so the plan is kept. */
export const selectQuote = (sql: Sql, id: string) =>
  sql
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .select([
      'quotes.id',
      'quotes.kind',
      'quotes.buyer_iin',
      'quotes.promoter_iin',
      'quotes.facts',
      'quotes.insurance_premium',
      'quotes.ogpo_plus_premium',
      'quotes.surcharge',
      'quotes.position',
      'quotes.replaces_global_id',
      'quotes.tables_version',
      'quotes.trace',
      'quotes.created_at',
      'quotes.expires_at',
      'tariff_tables.data as tables',
    ])
    .where('quotes.id', '=', id)

/** Everybody a stored quote is about, as `everybodyOf` names them: in a question about quotes. */
export const peopleOfQuote = raw<string>`(select quotes.facts -> 'policyholder' ->> 'iin' union all
  select one ->> 'iin' from jsonb_array_elements(quotes.facts -> 'insured') as one)`

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectQuote>['executeTakeFirst']>>>
export const quoteOf = <Of extends Pick<Row, 'facts' | 'tables'>>(row: Of) => ({
  ...row,
  facts: QuoteFacts.parse(row.facts),
  tables: tablesSchema.parse(row.tables),
})
export type Quote = ReturnType<typeof quoteOf<Row>>

/** The same with what was answered to whoever asked for it. */
export type AnsweredQuote = NonNullable<Awaited<ReturnType<typeof quoteById>>>
export async function quoteById(sql: Sql, id: string) {
  const row = await selectQuote(sql, id)
    .select(['quotes.reply', 'quotes.commission', 'quotes.remaining_amount', 'quotes.refund'])
    .executeTakeFirst()
  return row ? quoteOf(row) : null
}
