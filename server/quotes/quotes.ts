import { Calculation } from '#contract/ogpo.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import type { Sql } from '../db/connect.ts'
import { QuoteFacts } from './facts.ts'

export async function quoteByApplication(sql: Sql, applicationId: string) {
  const row = await sql
    .selectFrom('quotes')
    .select(['buyer_iin', 'promoter_iin', 'request_hash', 'reply', 'created_at', 'expires_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row
    ? {
        buyer_iin: row.buyer_iin,
        promoter_iin: row.promoter_iin,
        hash: row.request_hash,
        reply: Calculation.parse(row.reply),
        /** By `endQuote`: never by time alone. */
        ended: row.expires_at <= row.created_at,
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

export type Quote = NonNullable<Awaited<ReturnType<typeof quoteById>>>
export async function quoteById(sql: Sql, id: string) {
  const row = await sql
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .selectAll('quotes')
    .select('tariff_tables.data as tables')
    .where('quotes.id', '=', id)
    .executeTakeFirst()
  return row
    ? { ...row, facts: QuoteFacts.parse(row.facts), tables: tablesSchema.parse(row.tables) }
    : null
}
