import { mayBeSigned, otherSide, type Side } from '#domain/claims/notice.ts'
import { addMs, oneUseLinkMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { noticeCodeText } from '#texts/notice-code.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import { newCode, sendCode, wrongCode } from '../../codes/codes.ts'
import { atForeignPhone, inSession } from '../../codes/guesses.ts'
import type { Context } from '../../http/context.ts'
import { randomKey } from '../../http/create-token.ts'
import { tokenHash } from '../../http/identity.ts'
import { notFound, ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { noticePaperJob } from '../../jobs/definitions.ts'
import { mrpOf, phoneOf } from './driver.ts'
import { locked, myNotice } from './find.ts'
import { kept, type NoticeRow, ruled } from './rows.ts'
import { shownNotice } from './shown.ts'

/** A code signs the version it was asked for, by one driver; for another it is none. */
async function aboutSignature({ db }: Context, row: NoticeRow, me: Side, phone: string) {
  const account = me === 'first' ? await cabinetAccountOf(db, row.first_iin) : null
  return {
    purpose: 'claim' as const,
    subject: `notice:${row.id}:${me}:${row.version}`,
    accountId: account?.id ?? null,
    guesser: account ? inSession(account.id) : atForeignPhone(phone),
    browser: null,
  }
}

export const noticeCode = handle('claimNoticeCode', async ({ version, ...which }, context) => {
  const { db, limits, systems, locale, config } = context
  const { row, me } = await myNotice(context, which)
  if (row.version !== version || row.signed_at) return refuse(locale, refusals.claimChanged)
  if (!mayBeSigned(ruled(kept(row)), await mrpOf(context)))
    return refuse(locale, refusals.orderNotSuitable)
  const phone = await phoneOf(db, row, me)
  if (!phone) return refuse(locale, refusals.phoneNotLinked)
  const about = await aboutSignature(context, row, me, phone)
  const made = await newCode(context, about, () =>
    limits.count('noticeCodesPerPerson', `${row.id}:${phone}`),
  )
  const host = new URL(config.publicUrl).hostname
  await sendCode(context, made.id, () =>
    systems.sms.send({
      to: phone,
      text: noticeCodeText(made.code, host)[locale],
      key: made.id,
    }),
  )
  return ok(made.sent)
})

/**
 * One driver's signature under the version they were shown. The second one makes it final and asks
 * for the PDF in the same transaction, so whoever dies in between has signed either both or one.
 */
export const signNotice = handle(
  'claimNoticeSign',
  async ({ version, code, ...which }, context) => {
    const { db, locale } = context
    const { row, me } = await myNotice(context, which)
    // Asked again after an answer that got lost.
    if (row.version === version && row[`${me}_signed_at`])
      return ok(await shownNotice(context, row, me))
    if (row.version !== version || row.signed_at) return refuse(locale, refusals.claimChanged)
    const phone = await phoneOf(db, row, me)
    if (!phone) return refuse(locale, refusals.phoneNotLinked)
    const refused = await wrongCode(
      context,
      locale,
      await aboutSignature(context, row, me, phone),
      code,
    )
    if (refused) return refused
    const mrp = await mrpOf(context)
    const signed = await db.transaction().execute(async (tx) => {
      const { clock, queue, me: identity } = context
      const now = await locked(tx, row.id)
      if (!now || now.version !== version || now.signed_at) return null
      if (!mayBeSigned(ruled(kept(now)), mrp)) return null
      const at = clock.now()
      const both = now[`${otherSide(me)}_signed_at`] !== null
      await audit(tx, at, {
        actor: actorOf(identity()),
        action: 'claim.notice_signed',
        object: { kind: 'notice', id: now.id },
        details: { side: me, version, both },
      })
      if (both) await queue.enqueue(tx, noticePaperJob, { noticeId: now.id })
      return tx
        .updateTable('accident_notices')
        .set({
          [`${me}_signed_at`]: at,
          [`${me}_signed_phone`]: phone,
          ...(both ? { signed_at: at } : {}),
          updated_at: at,
        })
        .where('id', '=', now.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    return signed
      ? ok(await shownNotice(context, signed, me))
      : refuse(locale, refusals.claimChanged)
  },
)

/** The paper opens for both its drivers, by a link that works once. */
export const noticePaper = handle('claimNoticePaper', async (which, context) => {
  const { db, clock, config } = context
  const { row } = await myNotice(context, which)
  if (!row.file_id) throw notFound()
  const key = randomKey()
  const expiresAt = addMs(clock.now(), oneUseLinkMs)
  await db
    .insertInto('file_links')
    .values({ hash: tokenHash(key), file_id: row.file_id, expires_at: expiresAt })
    .execute()
  return ok({ url: `${config.publicUrl}/files/${key}`, expiresAt: expiresAt.toISOString() })
})
