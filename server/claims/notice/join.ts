import { fieldText } from '#texts/fields.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import type { Context } from '../../http/context.ts'
import { invalid, notFound, ok } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { askIdentity } from '../third-party-identity.ts'
import { unsigned } from './begin.ts'
import { locked, myNotice, noticeByKey } from './find.ts'
import type { NoticeRow } from './rows.ts'
import { shownNotice } from './shown.ts'

/** Whether a link is good still, for somebody who has proved nothing yet; nothing of the notice. */
export const noticeLink = handle('claimNoticeLink', async ({ key }, context) => {
  const { db, limits, address, clock } = context
  const row = await noticeByKey(db, key)
  if (!row) await limits.count('noticeLinksPerAddress', address)
  return ok({
    good: row !== undefined && (row.second_iin !== null || row.link_until > clock.now()),
  })
})

const nothing = { plate: '', zones: [], words: '', says: {} }
const uncovered = { plate: '', on: '', answer: 'unknown', insurer: null, globalId: null }

/**
 * Whoever holds the link and has proved IIN and phone becomes the second driver, while nobody else
 * is; the first cannot be both. Asked again it is the same.
 */
export const joinNotice = handle('claimNoticeJoin', async ({ key }, context) => {
  const { db, me, limits, address } = context
  await limits.count('noticeChangesPerPerson', me().iin)
  const found = await noticeByKey(db, key)
  if (!found) {
    await limits.count('noticeLinksPerAddress', address)
    throw notFound()
  }
  const phone = await ownPhone(context)
  const first = await cabinetAccountOf(db, found.first_iin)
  if (found.first_iin === me().iin || (first?.phone && first.phone === phone))
    throw yourself(context)
  const row = await joined(context, found, phone)
  await askIdentity(context)
  return ok(await shownNotice(context, row, 'second'))
})

const yourself = ({ locale }: Context) =>
  invalid([{ path: 'key', message: fieldText('notice_yourself', locale) }])

/** The phone that this session proved. */
async function ownPhone({ db, me }: Context): Promise<string> {
  const { phone, iin } = me()
  const own = phone ?? (await cabinetAccountOf(db, iin))?.phone
  if (!own) throw notFound()
  return own
}

const joined = (context: Context, { id, link_hash }: NoticeRow, phone: string) =>
  context.db.transaction().execute(async (tx) => {
    const { me, clock } = context
    const row = await locked(tx, id)
    if (row?.second_iin === me().iin) return row
    const now = clock.now()
    // A link that was renewed meanwhile leads nowhere.
    if (!row?.link_hash.equals(link_hash) || row.second_iin !== null || row.link_until <= now)
      throw notFound()
    await audit(tx, now, {
      actor: actorOf(me()),
      action: 'claim.notice_joined',
      object: { kind: 'notice', id },
    })
    return tx
      .updateTable('accident_notices')
      .set({
        second_iin: me().iin,
        second_phone: phone,
        ...unsigned,
        second: JSON.stringify({ ...nothing, cover: uncovered }),
        version: row.version + 1,
        updated_at: now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

export const readNotice = handle('claimNoticeRead', async (which, context) => {
  const { row, me } = await myNotice(context, which)
  return ok(await shownNotice(context, row, me))
})
