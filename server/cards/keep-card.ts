import type { Account } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import { cardsOf } from './bound-cards.ts'

export type NewCard = { token: string; outsideId: string; maskedPan: string; validTo: string }

/**
 * A card has been bound: by its token, so that the same card arriving twice is one. The first
 * becomes the active one. A card the client has deleted comes back only when they asked for the
 * page again since, not by an old notice repeated.
 */
export async function keepCard(
  tx: Tx,
  account: Pick<Account, 'id' | 'cards_asked_at'>,
  card: NewCard,
  at: Date,
): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
  const known = await tx
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('token', '=', card.token)
    .executeTakeFirst()
  if (known && !known.removed_at) {
    // Found in their list before its notice came: the notice brings the rest.
    if (card.validTo && !known.valid_to)
      await tx
        .updateTable('cards')
        .set({ valid_to: card.validTo })
        .where('id', '=', known.id)
        .execute()
    return
  }
  if (known?.removed_at && (!account.cards_asked_at || account.cards_asked_at <= known.removed_at))
    return
  const others = await cardsOf(tx, account.id)
  const row = {
    outside_id: card.outsideId,
    masked_pan: card.maskedPan,
    valid_to: card.validTo,
    active: others.length === 0,
    added_at: at,
    removed_at: null,
  }
  await tx
    .insertInto('cards')
    .values({ account_id: account.id, token: card.token, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'token']).doUpdateSet(row))
    .execute()
}
