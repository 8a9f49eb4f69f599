import { almatyDay, type Day } from '#domain/calendar.ts'
import { type NoticeDoubt, noticeDoubtsOf } from '#domain/claims/notice.ts'
import { hoursAfterStart, isYoungPolicy, kilometresAway } from '#domain/claims/signs.ts'
import type { Db } from '../db/connect.ts'
import { likePhotographs } from './alike.ts'
import type { Happened } from './happened.ts'
import type { deskNotice } from './notice/desk.ts'
import { sameAccident } from './same-accident.ts'

export type Sign =
  | { kind: 'same_file'; slot: string; claim_id: string }
  | { kind: 'young_policy'; hours: number }
  | { kind: 'like_photo'; photo: string; file_id: string; claim_id: string }
  | { kind: 'same_accident'; claim_id: string }
  | { kind: 'far_photo'; photo: string; file_id: string; kilometres: number }
  | { kind: 'other_notice'; about: NoticeDoubt[] }

const AT_MOST = 20

/** Files of this claim that stand in another one, byte for byte. */
async function sameFiles(db: Db, claimId: string): Promise<Sign[]> {
  const rows = await db
    .selectFrom('files as own')
    .innerJoin('files as other', 'other.sha256', 'own.sha256')
    .select(['own.slot', 'other.claim_id'])
    .distinct()
    .where('own.claim_id', '=', claimId)
    .where('other.claim_id', 'is not', null)
    .where('other.claim_id', '<>', claimId)
    // The same card of the same person belongs into each of their claims.
    .where('own.slot', 'not in', ['id_front', 'id_back'])
    .where('own.size', '>', 0)
    .orderBy('other.claim_id')
    .limit(AT_MOST)
    .execute()
  return rows.flatMap(({ slot, claim_id }) =>
    claim_id ? [{ kind: 'same_file' as const, slot, claim_id }] : [],
  )
}

/** The photograph that was taken farthest from the place, where both are known and it is far. */
async function farPhoto(db: Db, claimId: string, { position }: Happened): Promise<Sign[]> {
  if (!position) return []
  const photographs = await db
    .selectFrom('files')
    .select(['id', 'slot', 'taken_latitude as latitude', 'taken_longitude as longitude'])
    .where('claim_id', '=', claimId)
    .where('taken_latitude', 'is not', null)
    .execute()
  const far = photographs
    .flatMap(({ id, slot, latitude, longitude }) => {
      if (latitude === null || longitude === null) return []
      const kilometres = kilometresAway(position, { latitude, longitude })
      return kilometres === null ? [] : [{ photo: slot, file_id: id, kilometres }]
    })
    .sort((one, other) => other.kilometres - one.kilometres)
  return far.slice(0, 1).map((one) => ({ kind: 'far_photo' as const, ...one }))
}

type Signed = NonNullable<Awaited<ReturnType<typeof deskNotice>>>

const named = (plate: string | null) => (plate === null ? [] : [plate])

/** A signed notice that tells of another day or other cars than its claim, or was signed late. */
function otherNotice(
  notice: Signed | null,
  plates: readonly string[],
  { on, byThird, otherPlate, ownPlate }: Happened,
): Sign[] {
  if (!notice?.signed_at || !notice.second) return []
  const { shared, first, second } = notice
  const signedOn = almatyDay(new Date(notice.signed_at))
  const about = noticeDoubtsOf(
    { on: shared.on, first: first.plate, second: second.plate, signedOn },
    // The policy a third party names is the other driver's.
    byThird
      ? { on, own: named(ownPlate), other: plates }
      : { on, own: plates, other: named(otherPlate) },
  )
  return about.length > 0 ? [{ kind: 'other_notice', about }] : []
}

/** What somebody should look at twice; said to staff, never decided by it. */
export async function signsOf(
  db: Db,
  claimId: string,
  policy: { startsOn: Day; plates: readonly string[] },
  happened: Happened,
  notice: Signed | null,
): Promise<Sign[]> {
  const hours = happened.on ? hoursAfterStart(policy.startsOn, happened.on, happened.at) : null
  const [same, alike, accident, far] = await Promise.all([
    sameFiles(db, claimId),
    likePhotographs(db, claimId),
    sameAccident(db, claimId),
    farPhoto(db, claimId, happened),
  ])
  return [
    ...(hours !== null && isYoungPolicy(hours) ? [{ kind: 'young_policy' as const, hours }] : []),
    ...same,
    ...alike.map((one) => ({ kind: 'like_photo' as const, ...one })),
    ...far,
    ...otherNotice(notice, policy.plates, happened),
    ...accident.map((one) => ({ kind: 'same_accident' as const, ...one })),
  ]
}
