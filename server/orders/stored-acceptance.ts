import { fullName, nameKeys } from '#domain/person.ts'
import type { Sql } from '../db/connect.ts'
import { Kept, type Signed } from './acceptance.ts'
import type { Order } from './orders.ts'

/**
 * Who accepted, for the documents, with the answers and the promoter's name; null of an order from
 * before it was kept.
 */
export type Acceptance = {
  signed: Signed
  promoter: string
  given: { iin: string; channel: string; at: string; version: string }[]
}
export async function acceptanceOf(sql: Sql, order: Order): Promise<Acceptance | null> {
  const { signed, consents = [] } = Kept.parse(order.accepted)
  if (!signed) return null
  const promoter = order.promoter_iin
    ? await sql
        .selectFrom('accounts')
        .select(nameKeys)
        .where('realm', '=', 'promoter')
        .where('iin', '=', order.promoter_iin)
        .executeTakeFirst()
    : undefined
  const rows =
    consents.length > 0
      ? await sql
          .selectFrom('consents')
          .select(['iin', 'channel', 'answered_at', 'text_version'])
          .where('id', 'in', consents)
          .orderBy('answered_at')
          .execute()
      : []
  return {
    signed,
    promoter: promoter ? fullName(promoter) : '',
    given: rows.flatMap(({ iin, channel, answered_at, text_version: version }) =>
      answered_at ? [{ iin, channel, at: answered_at.toISOString(), version }] : [],
    ),
  }
}
