import { type LeftKind, leftKinds, whyLost } from '#domain/lost-sales.ts'
import type { Sql, Tx } from '../db/connect.ts'

const SHOWN = 50

/** What a search left for people and nobody has settled, the newest first. */
export async function openLost(db: Sql) {
  const rows = await db
    .selectFrom('lost_finds')
    .select(['about', 'what', 'sale_id', 'note', 'found_at'])
    .where('what', 'in', leftKinds)
    .where('settled_at', 'is', null)
    .orderBy('found_at', 'desc')
    .orderBy('about')
    .limit(SHOWN)
    .execute()
  return rows.flatMap((row) => {
    const what = leftKinds.find((kind) => kind === row.what)
    return what ? [{ ...row, what, why: whyLost(row) }] : []
  })
}

/** One of them, held until the transaction ends; undefined where there is none such. */
export const lostForUpdate = (tx: Tx, about: string, what: LeftKind) =>
  tx
    .selectFrom('lost_finds')
    .select(['settled_at', 'sale_id'])
    .where('about', '=', about)
    .where('what', '=', what)
    .forUpdate()
    .executeTakeFirst()

/** Writes down who settled it and how. */
export async function settleLost(
  tx: Tx,
  of: { about: string; what: string; by: string; how: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('lost_finds')
    .set({ settled_at: of.at, settled_by: of.by, settled_how: of.how })
    .where('about', '=', of.about)
    .where('what', '=', of.what)
    .execute()
}
