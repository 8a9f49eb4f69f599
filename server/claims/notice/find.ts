import type { Side } from '#domain/claims/notice.ts'
import type { Sql, Tx } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { tokenHash } from '../../http/identity.ts'
import { notFound } from '../../http/refuse.ts'
import { opensDraft } from '../draft-row.ts'
import type { NoticeRow } from './rows.ts'

const notices = (sql: Sql) => sql.selectFrom('accident_notices').selectAll()
export const noticeByKey = (sql: Sql, key: string) =>
  notices(sql).where('link_hash', '=', tokenHash(key)).executeTakeFirst()

export type Which = { draft?: string | undefined; key?: string | undefined }

/**
 * The notice of one of its two drivers, and which of them asks: the first by their claim, the second
 * by the link and the proved IIN. Anybody else's is not found, and a link that does not exist is
 * counted against the address.
 */
export async function myNotice(
  context: Pick<Context, 'db' | 'me' | 'limits' | 'address'>,
  { draft, key }: Which,
): Promise<{ row: NoticeRow; me: Side }> {
  const { db, me, limits, address } = context
  const { iin, accountId, kind } = me()
  if (draft && accountId && opensDraft(me(), draft)) {
    const row = await notices(db)
      .where('draft_id', '=', draft)
      .where('first_iin', '=', iin)
      .executeTakeFirst()
    if (row) return { row, me: 'first' }
  }
  // A token of one claim is the first driver's.
  if (key && kind !== 'claim') {
    const row = await noticeByKey(db, key)
    if (row?.second_iin === iin) return { row, me: 'second' }
    if (!row) await limits.count('noticeLinksPerAddress', address)
  }
  throw notFound()
}

/** The same row, held until the transaction ends; as it is now. */
export const locked = (tx: Tx, id: string) =>
  notices(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** A notice both have signed, of a claim that was sent. */
export const signedNoticeOf = (sql: Sql, claimId: string) =>
  notices(sql).where('claim_id', '=', claimId).where('signed_at', 'is not', null).executeTakeFirst()
