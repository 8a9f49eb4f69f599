import { createHmac } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Notice, NoticePart, NoticeShared } from '#contract/accident-notice.ts'
import { pathOf } from '#contract/pages.ts'
import type { Day } from '#domain/calendar.ts'
import { toldBy } from '#domain/claims/deadlines.ts'
import {
  covers,
  mayBeSigned,
  type NoticeSide,
  noticeVerdict,
  type Side,
  unsaid,
} from '#domain/claims/notice.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import { masked } from '../../codes/client-proof.ts'
import type { Sql, Tx } from '../../db/connect.ts'
import type { AccidentNotices } from '../../db/rows.ts'
import type { Context } from '../../http/context.ts'
import { tokenHash } from '../../http/identity.ts'
import { notFound } from '../../http/refuse.ts'
import { movedDays } from '../../reference/reference.ts'
import { opensDraft } from '../draft.ts'
import { waitForDay } from '../third-party.ts'

export type NoticeRow = Selectable<AccidentNotices>

/**
 * The unified database's answer on one car and day: queried again if either changes or it had no
 * answer. The policy number stays here; both drivers see its last digits.
 */
export const Cover = z.object({
  plate: z.string(),
  on: z.string(),
  answer: z.enum(covers),
  /** Number of the insurer in the unified database. */
  insurer: z.int().nullable(),
  globalId: z.string().nullable(),
})
type Cover = z.infer<typeof Cover>
const KeptPart = NoticePart.extend({ cover: Cover })
export type KeptPart = z.output<typeof KeptPart>

/** A row whose columns of JSON have been read. */
export type Kept = {
  row: NoticeRow
  shared: z.output<typeof NoticeShared>
  first: KeptPart
  second: KeptPart | null
}
export const kept = (row: NoticeRow): Kept => ({
  row,
  shared: NoticeShared.parse(row.shared),
  first: KeptPart.parse(row.first),
  second: row.second === null ? null : KeptPart.parse(row.second),
})
const sideOf = ({ cover, ...part }: KeptPart): NoticeSide => ({ ...part, cover: cover.answer })
/** Converts a notice to the rules' input. */
export const ruled = ({ shared, first, second }: Kept) => ({
  shared,
  first: sideOf(first),
  second: second && sideOf(second),
})

/**
 * The link's 160 bits, made from the notice and the round by the server's key: it can be shown again
 * and is stored nowhere.
 */
export const linkKey = ({ config }: Pick<Context, 'config'>, id: string, round: number): string =>
  createHmac('sha256', config.signingKey)
    .update(`accident-notice:${id}:${round}`)
    .digest()
    .subarray(0, 20)
    .toString('base64url')

/** Returns a driver's name by the register, else by their cabinet; empty if neither has it. */
export async function driverName(sql: Sql, iin: string | null): Promise<string> {
  if (!iin) return ''
  const person = await sql
    .selectFrom('people')
    .select(nameKeys)
    .where('iin', '=', iin)
    .executeTakeFirst()
  const account = person ?? (await cabinetAccountOf(sql, iin))
  return account ? fullName(account) : ''
}

export const mrpOf = async ({ reference, clock }: Pick<Context, 'reference' | 'clock'>) =>
  (await reference.tables(clock.today()))?.mrp ?? null

/** Returns the phone for a driver's code: the cabinet's, or the one proved on joining. */
export const phoneOf = async (sql: Sql, row: NoticeRow, me: Side): Promise<string | null> =>
  me === 'second' ? row.second_phone : ((await cabinetAccountOf(sql, row.first_iin))?.phone ?? null)

/** A notice as one of its drivers sees it. */
export async function shownNotice(
  context: Context,
  row: NoticeRow,
  me: Side,
): Promise<z.input<typeof Notice>> {
  const { db, reference, clock, config, locale } = context
  const notice = kept(row)
  const { shared, first, second } = notice
  const mrp = await mrpOf(context)
  const insurers = await reference.insurers(shared.on)
  const driver = async (iin: string | null, { cover, ...part }: KeptPart, signed: Date | null) => ({
    ...part,
    name: await driverName(db, iin),
    insured: cover.answer,
    insurer:
      insurers.find(({ esbdSystemId }) => esbdSystemId === cover.insurer)?.name[locale] ?? null,
    policy: cover.globalId && `••\u00a0${cover.globalId.slice(-4)}`,
    signed_at: signed?.toISOString() ?? null,
  })
  const rules = ruled(notice)
  const found = noticeVerdict(rules, mrp)
  const mine = me === 'first' ? first : second
  const shows = me === 'first' && row.second_iin === null && row.link_until > clock.now()
  const phone = await phoneOf(db, row, me)
  return {
    id: row.id,
    version: row.version,
    me,
    shared,
    first: await driver(row.first_iin, first, row.first_signed_at),
    second: second && (await driver(row.second_iin, second, row.second_signed_at)),
    verdict: found.verdict,
    conditions: found.conditions.map(({ condition, answer }) => ({ condition, answer })),
    unsaid: mine ? unsaid(shared, mine) : [],
    may_sign: row.signed_at === null && mayBeSigned(rules, mrp),
    limit: found.limit,
    tell_by: toldBy(shared.on, await movedDays(db)),
    link: shows
      ? {
          url: `${config.publicUrl}${pathOf('claim-check', locale)}#${linkKey(context, row.id, row.link_round)}`,
          until: row.link_until.toISOString(),
        }
      : null,
    phone: phone && masked(phone),
    signed_at: row.signed_at?.toISOString() ?? null,
    paper: row.file_id !== null,
  }
}

const notices = (sql: Sql) => sql.selectFrom('accident_notices').selectAll()
export const noticeByKey = (sql: Sql, key: string) =>
  notices(sql).where('link_hash', '=', tokenHash(key)).executeTakeFirst()

export type Which = { draft?: string | undefined; key?: string | undefined }

/**
 * Returns the notice for one of its two drivers, and the caller's side: the first by their claim,
 * the second by the link and the proved IIN. Throws 404 for anybody else; counts an unknown link
 * against the address.
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

/**
 * Checks if and where a car was insured that day: by our policy in force, else by the unified
 * database. Counts each query per person. For a car the caller does not insure answers for few days
 * only, so that moving the day reveals no policy period; beyond them the answer is unknown, as
 * without a reply from the database. Does not query a known car and day again.
 */
export async function coverOf(
  context: Pick<Context, 'db' | 'systems' | 'reference' | 'limits' | 'me' | 'log'>,
  { plate, on }: { plate: string; on: Day },
  before: Cover | null,
): Promise<Cover> {
  const nothing = { plate, on, answer: 'unknown' as const, insurer: null, globalId: null }
  if (before && before.plate === plate && before.on === on && before.answer !== 'unknown')
    return before
  if (!plate) return nothing
  const { systems, limits, me, log } = context
  await limits.count('otherCarsPerClient', me().iin)
  const ours = await ownCover(context, { plate, on })
  if (ours?.policyholder !== me().iin && (await waitForDay(context, { named: plate, on })) !== null)
    // Nothing of the notice is refused for it: that the car is insured is only not known.
    return nothing
  if (ours) return { ...nothing, answer: 'yes', ...ours.cover }
  try {
    const [policy] = (await systems.esbd.policiesOfVehicle({ plate }, on)).filter(
      ({ start, end }) => start <= on && on <= end,
    )
    if (!policy) return { ...nothing, answer: 'no' }
    const found = await systems.esbd.findByGlobalId(policy.globalId)
    const insurer = found?.insurerSystemId ?? null
    return { ...nothing, answer: 'yes', insurer, globalId: policy.globalId }
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the unified database did not say whether a car is insured')
    return nothing
  }
}

/** A policy of ours for this car that was in force that day and was not ended. */
async function ownCover(
  { db, reference }: Pick<Context, 'db' | 'reference'>,
  { plate, on }: { plate: string; on: Day },
) {
  const policy = await db
    .selectFrom('policies')
    .select(['global_id', 'insurer_code', 'policyholder_iin'])
    .where(sql<boolean>`facts @> ${JSON.stringify({ vehicles: [{ plate }] })}::jsonb`)
    .where('start_date', '<=', on)
    .where('end_date', '>=', on)
    .where('state', 'not in', ['cancelled', 'terminated'])
    .orderBy('start_date', 'desc')
    .executeTakeFirst()
  if (!policy) return null
  const insurer = (await reference.insurers(on)).find(({ code }) => code === policy.insurer_code)
  return {
    policyholder: policy.policyholder_iin,
    cover: { insurer: insurer?.esbdSystemId ?? null, globalId: policy.global_id },
  }
}
