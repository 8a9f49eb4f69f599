import { isPaper, onlyOne, photographsInAll, type Shows } from '#domain/claim-way/photographs.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Point } from '#domain/geo.ts'
import { fieldText } from '#texts/fields.ts'
import type { Tx } from '../db/connect.ts'
import { askScan } from '../files/ask-scan.ts'
import type { Stored } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { HttpError, notFound } from '../http/refuse.ts'
import { photographsOf } from './draft-row.ts'
import type { Kept } from './store-photograph.ts'

/** A photograph joins a claim that is being written, if there is room. */

export const wrong = ({ locale }: Context, key: string) =>
  new HttpError(key === 'file_too_large' ? 413 : 422, {
    message: fieldText(key, locale),
    errors: [{ path: 'photograph', message: fieldText(key, locale) }],
  })

export type Fields = { draft_id: string; id: string; shows: Shows; taken_at?: Point | undefined }

/** The photograph is the draft's, under the draft's lock: neither twice nor too many of them. */
export const joins = (context: Context, fields: Fields, stored: Kept) =>
  context.db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('claim_drafts')
      .select('id')
      .where('id', '=', fields.draft_id)
      .where('claim_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw notFound()
    const fault = await overfull(tx, fields, stored)
    if (fault) throw wrong(context, fault)
    // A photograph made smaller by the page has lost its notes, so the page says what stood in them.
    const place = isPaper(fields.shows) ? null : (stored.takenAt ?? fields.taken_at)
    const joined = await tx
      .updateTable('files')
      .set({
        ...(place ? { taken_latitude: place.latitude, taken_longitude: place.longitude } : {}),
        name: stored.name,
        mime: stored.mime,
        size: stored.size,
        sha256: stored.sha256,
        storage_key: stored.key,
        created_at: context.clock.now(),
      })
      .where('id', '=', stored.id)
      .where('draft_id', '=', open.id)
      .where('size', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (joined) await askScan(tx, context, stored.id)
    await tx
      .updateTable('claim_drafts')
      .set({ updated_at: context.clock.now() })
      .where('id', '=', open.id)
      .execute()
    return tx.selectFrom('files').selectAll().where('id', '=', stored.id).executeTakeFirstOrThrow()
  })

/**
 * Why one more may not join; of what there can be only one the earlier goes. Scenes become one file
 * of the specification's slot, so together they are as large as that at most, with room for pages.
 */
async function overfull(tx: Tx, { draft_id, shows }: Fields, stored: Stored) {
  const others = (await photographsOf(tx, draft_id)).filter(({ id }) => id !== stored.id)
  if (others.some(({ sha256, scan }) => scan !== 'infected' && stored.sha256.equals(sha256)))
    return 'photo_twice'
  if (onlyOne.includes(shows)) {
    const before = others.filter(({ slot }) => slot === shows).map(({ id }) => id)
    if (before.length > 0)
      await tx.updateTable('files').set({ draft_id: null }).where('id', 'in', before).execute()
    return null
  }
  if (others.length >= photographsInAll) return 'photos_too_many'
  const together = others
    .filter(({ slot }) => (isPaper(shows) ? slot === shows : !isSlotOfPaper(slot)))
    .reduce((sum, { size }) => sum + size, stored.size)
  return together > claimFileMaxBytes - PAGES_BYTES ? 'photos_too_large' : null
}

/** What the pages around the photographs weigh at most. */
const PAGES_BYTES = 200 * 1_024
const isSlotOfPaper = (slot: string): boolean => isPaper(slot as Shows)
