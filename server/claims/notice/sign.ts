import { createHash } from 'node:crypto'
import type { AccidentNoticeFacts, NoticeDriver } from '#documents/accident-notice.ts'
import { mayBeSigned, otherSide, type Side } from '#domain/claims/notice.ts'
import { addMs, oneUseLinkMs } from '#domain/lifetimes.ts'
import { parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { noticePaperTexts } from '#texts/accident-notice.ts'
import { noticeCodeText } from '#texts/notice-code.ts'
import { brand } from '../../../brand.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import { masked } from '../../codes/client-proof.ts'
import { atForeignPhone, inSession, newCode, sendCode, wrongCode } from '../../codes/codes.ts'
import type { Tx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { forgetFiles, newPlace } from '../../files/upload.ts'
import type { Context } from '../../http/context.ts'
import { randomKey } from '../../http/create-token.ts'
import { tokenHash } from '../../http/identity.ts'
import { notFound, ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { noticePaperJob } from '../../jobs/definitions.ts'
import { wayActor } from '../draft-send.ts'
import { papersCame } from '../papers-came.ts'
import {
  driverName,
  type KeptPart,
  kept,
  locked,
  mrpOf,
  myNotice,
  type NoticeRow,
  phoneOf,
  ruled,
  shownNotice,
} from './notice.ts'

/** A code signs only the version it was requested for, by one driver. */
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
 * Signs one driver's version of the notice. The second signature makes it final and requests the
 * PDF in the same transaction, so that a crash in between leaves both done or neither.
 */
export const signNotice = handle(
  'claimNoticeSign',
  async ({ version, code, ...which }, context) => {
    const { db, locale } = context
    const { row, me } = await myNotice(context, which)
    // Repeated after a lost answer.
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

/**
 * Job: makes the PDF of a notice that both have signed and lays it to the claim as the document of
 * the event. May run twice: the first file counts, another one goes. Of a claim that was dropped
 * before there is nothing to lay it to.
 */
export async function makeNoticePaper(deps: Deps, noticeId: string): Promise<void> {
  const { db, systems, clock, paperMakers } = deps
  const row = await db
    .selectFrom('accident_notices')
    .selectAll()
    .where('id', '=', noticeId)
    .executeTakeFirst()
  if (!row?.signed_at || row.file_id || !(row.draft_id || row.claim_id)) return
  const account = await cabinetAccountOf(db, row.first_iin)
  if (!account) return
  const locale = parseLocale(account.locale)
  const facts = await noticeFacts(deps, row)
  const content = await paperMakers.make({ of: 'notice', facts, locale })
  const place = newPlace(clock.now())
  const file = {
    id: place.id,
    owner_id: account.id,
    kind: 'photo',
    slot: 'event_document',
    name: `${noticePaperTexts.name[locale]}.pdf`,
    mime: 'application/pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    storage_key: place.key,
    created_at: clock.now(),
    // Papers we made ourselves need no scanner.
    scan: 'clean',
    scanned_at: clock.now(),
  }
  // The row before the bytes, so that the sweep finds both.
  await db.insertInto('files').values(file).execute()
  await systems.files.put(place.key, once(content))
  const joined = await db.transaction().execute((tx) => joins(tx, deps, row.id, file.id))
  if (!joined) await forgetFiles(deps, [{ id: file.id, key: place.key }])
}
async function* once(content: Buffer) {
  yield content
}

/** The paper is the draft's, or the claim's that it became meanwhile, whose question it answers. */
async function joins(tx: Tx, deps: Deps, noticeId: string, fileId: string): Promise<boolean> {
  const seen = await tx
    .selectFrom('accident_notices')
    .select('draft_id')
    .where('id', '=', noticeId)
    .executeTakeFirst()
  // Locks the draft before the notice, the order of the sending call.
  const draft = seen?.draft_id
    ? await tx
        .selectFrom('claim_drafts')
        .select(['id', 'claim_id'])
        .where('id', '=', seen.draft_id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  const row = await locked(tx, noticeId)
  if (!row || row.file_id) return false
  const claimId = row.claim_id ?? draft?.claim_id ?? null
  if (!claimId && !draft) return false
  const now = deps.clock.now()
  await tx
    .updateTable('files')
    .set(claimId ? { claim_id: claimId, kind: 'slot' } : { draft_id: draft?.id ?? null })
    .where('id', '=', fileId)
    .execute()
  if (claimId) {
    // As every door that answers for a claim: its row first.
    await tx.selectFrom('claims').select('id').where('id', '=', claimId).forUpdate().execute()
    const { numUpdatedRows } = await tx
      .updateTable('claim_requests')
      .set({ answered_at: now })
      .where('claim_id', '=', claimId)
      .where('slot', '=', 'event_document')
      .where('actor', '=', wayActor)
      .where('answered_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await papersCame(tx, deps, claimId)
  }
  await tx
    .updateTable('accident_notices')
    .set({ file_id: fileId, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  return true
}

/** Returns the contents of the paper of a notice both have signed. */
async function noticeFacts(
  { db, reference }: Pick<Deps, 'db' | 'reference'>,
  row: NoticeRow,
): Promise<AccidentNoticeFacts> {
  const { shared, first, second } = kept(row)
  const { signed_at, first_signed_at, second_signed_at } = row
  if (!second || !shared.at_fault || !signed_at || !first_signed_at || !second_signed_at)
    throw new Error('a signed notice has two drivers and their signatures')
  const insurers = await reference.insurers(shared.on)
  const driver = async (
    { cover, ...part }: KeptPart,
    iin: string | null,
    signed: NoticeDriver['signed'],
  ): Promise<NoticeDriver> => ({
    plate: part.plate,
    zones: part.zones,
    words: part.words,
    signed,
    name: await driverName(db, iin),
    insurer: insurers.find(({ esbdSystemId }) => esbdSystemId === cover.insurer)?.name ?? null,
    policy: cover.globalId && `••\u00a0${cover.globalId.slice(-4)}`,
  })
  const signature = (phone: string | null, at: Date) => ({
    phone: masked(phone ?? ''),
    at: at.toISOString(),
  })
  return {
    broker: brand,
    documentDate: signed_at,
    atFault: shared.at_fault,
    on: shared.on,
    at: shared.at,
    place: shared.place,
    first: await driver(first, row.first_iin, signature(row.first_signed_phone, first_signed_at)),
    second: await driver(
      second,
      row.second_iin,
      signature(row.second_signed_phone, second_signed_at),
    ),
  }
}
