import * as refusals from '#domain/refusals.ts'
import { ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { unsigned } from './begin.ts'
import { changed } from './changed.ts'
import { locked, myNotice } from './find.ts'
import { kept } from './rows.ts'
import { shownNotice } from './shown.ts'

/**
 * What is common, or one's own, is changed as of the version that was looked at; both signatures
 * go. The unified database is asked before the row is held; a change in between is a newer version,
 * and then nothing is written.
 */
export const saveNotice = handle('claimNoticeSave', async (body, context) => {
  const { db, me: identity, limits, clock, locale } = context
  const { version, shared, mine, ...which } = body
  const { row, me } = await myNotice(context, which)
  await limits.count('noticeChangesPerPerson', identity().iin)
  if (row.version !== version || row.signed_at) return refuse(locale, refusals.claimChanged)
  const before = kept(row)
  const next = await changed(context, before, me, { shared, mine })
  const written = await db.transaction().execute(async (tx) => {
    const now = await locked(tx, row.id)
    if (!now || now.version !== version || now.signed_at) return null
    return tx
      .updateTable('accident_notices')
      .set({
        shared: JSON.stringify(next.shared),
        first: JSON.stringify(next.first),
        second: next.second && JSON.stringify(next.second),
        ...unsigned,
        version: version + 1,
        updated_at: clock.now(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return written
    ? ok(await shownNotice(context, written, me))
    : refuse(locale, refusals.claimChanged)
})
