import type { Sql, Tx } from '../db/connect.ts'

/** The client's cards, the newest first. */
export const cardsOf = (sql: Sql, accountId: string) =>
  sql
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute()

/** Makes one card the active one and the others not. The account's row must be locked. */
export async function makeActive(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ active: false })
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .execute()
  await tx.updateTable('cards').set({ active: true }).where('id', '=', id).execute()
}
