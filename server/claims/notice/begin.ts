import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ClaimAnswers } from '#contract/claim-draft.ts'
import { sceneOf } from '#domain/claim-way/answers.ts'
import { noticeOf } from '#domain/claims/notice.ts'
import { addMs, noticeLinkMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { cabinetAccountOf, myAccount } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import type { Context } from '../../http/context.ts'
import { tokenHash } from '../../http/identity.ts'
import { invalid, notFound, ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { type DraftRow, draftRow, policyOfDraft } from '../draft.ts'
import { askIdentity } from '../third-party.ts'
import {
  coverOf,
  linkKey,
  locked,
  myNotice,
  type NoticeRow,
  noticeByKey,
  shownNotice,
} from './notice.ts'

const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })

/** The client's own car: of their policy, or as a third party named it. */
async function ownPlate({ db, me }: Context, draft: DraftRow): Promise<string> {
  const answers = ClaimAnswers.parse(draft.answers)
  if (draft.against !== null) return answers.own_plate ?? ''
  const policy = await policyOfDraft(db, me().iin, draft, answers)
  return Cars.safeParse(policy?.facts).data?.vehicles[0]?.plate ?? ''
}

const nothingSaid = ({ locale }: Context, answers: ClaimAnswersOf) => {
  if (answers.happened && sceneOf(answers.happened) !== 'road')
    return invalid([{ path: 'happened', message: fieldText('notice_road', locale) }])
  const missing = (['happened', 'on', 'at'] as const).filter((name) => !answers[name])
  return invalid(missing.map((path) => ({ path, message: fieldText('required', locale) })))
}
type ClaimAnswersOf = z.output<typeof ClaimAnswers>

/**
 * The notice of a claim that is begun: made once from its answers, and shown as it is ever after.
 * `anew` takes the second driver off and makes the links before worthless.
 */
export const beginNotice = handle('claimNotice', async ({ draft: id, anew }, context) => {
  const { db, me, clock, limits, locale } = context
  await myAccount(db, me())
  const draft = await draftRow(db, me(), id)
  if (!draft) throw notFound()
  await limits.count('noticeChangesPerPerson', me().iin)
  const there = await ofDraft(context, id)
  if (there && !anew && (there.second_iin !== null || there.link_until > clock.now()))
    return ok(await shownNotice(context, there, 'first'))
  if (there) {
    const renewed = await renew(context, there.id, anew)
    return renewed
      ? ok(await shownNotice(context, renewed, 'first'))
      : refuse(locale, refusals.claimChanged)
  }
  if (draft.claim_id) throw notFound()
  const answers = ClaimAnswers.parse(draft.answers)
  const begun = noticeOf(answers, await ownPlate(context, draft))
  if (!begun) throw nothingSaid(context, answers)
  if (draft.against !== null) await askIdentity(context)
  const { plate } = begun.part
  const cover = await coverOf(context, { plate, on: begun.shared.on }, null)
  const [noticeId, now] = [randomUUID(), clock.now()]
  await db
    .insertInto('accident_notices')
    .values({
      id: noticeId,
      draft_id: id,
      first_iin: me().iin,
      link_hash: tokenHash(linkKey(context, noticeId, 1)),
      link_until: addMs(now, noticeLinkMs),
      shared: JSON.stringify(begun.shared),
      first: JSON.stringify({ ...begun.part, cover }),
      created_at: now,
      updated_at: now,
    })
    // Two tabs at once make one notice.
    .onConflict((conflict) => conflict.column('draft_id').doNothing())
    .execute()
  const row = await ofDraft(context, id)
  if (!row) throw notFound()
  return ok(await shownNotice(context, row, 'first'))
})

const ofDraft = ({ db, me }: Context, draft: string): Promise<NoticeRow | undefined> =>
  db
    .selectFrom('accident_notices')
    .selectAll()
    .where('draft_id', '=', draft)
    .where('first_iin', '=', me().iin)
    .executeTakeFirst()

/**
 * Makes a new link; `anew` also removes the driver who joined by the old one. Returns undefined if
 * both have signed.
 */
function renew(context: Context, id: string, anew: boolean): Promise<NoticeRow | undefined> {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('accident_notices')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.signed_at) return undefined
    // The driver who joined meanwhile remains a party until somebody removes them.
    if (!anew && row.second_iin) return row
    const now = clock.now()
    const round = row.link_round + 1
    return tx
      .updateTable('accident_notices')
      .set({
        link_hash: tokenHash(linkKey(context, id, round)),
        link_round: round,
        link_until: addMs(now, noticeLinkMs),
        second_iin: null,
        second_phone: null,
        second: null,
        version: row.version + 1,
        ...unsigned,
        updated_at: now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** The signed content has changed. */
export const unsigned = {
  first_signed_at: null,
  first_signed_phone: null,
  second_signed_at: null,
  second_signed_phone: null,
}

/**
 * Checks that a link is still valid, for a caller without proof of identity; reveals nothing of the
 * notice.
 */
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
 * Makes the caller, who holds the link and has proved IIN and phone, the second driver if there is
 * none yet; refuses the first driver. Idempotent.
 */
export const joinNotice = handle('claimNoticeJoin', async ({ key }, context) => {
  const { db, me, limits, address } = context
  const found = await noticeByKey(db, key)
  await limits.countAll([
    ['noticeChangesPerPerson', me().iin],
    ...(found ? [] : [['noticeLinksPerAddress', address] as const]),
  ])
  if (!found) throw notFound()
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
