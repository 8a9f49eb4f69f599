import type { Locale } from '#domain/locale.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The client does something with a contract in this language: what it is told from now on is in it
 * too, whatever language it was bought in.
 */
export async function toldIn(sql: Sql, contractId: string, locale: Locale): Promise<void> {
  await sql
    .updateTable('orders')
    .set({ locale })
    .where('contract_id', '=', contractId)
    .where('locale', '<>', locale)
    .execute()
  await sql
    .updateTable('home_subscriptions')
    .set({ locale })
    .where('id', '=', contractId)
    .where('locale', '<>', locale)
    .execute()
}
