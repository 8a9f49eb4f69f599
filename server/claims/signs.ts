import { sql } from 'kysely'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { alikeWithin, printsOf } from '#domain/claims/likeness.ts'
import { type NoticeDoubt, noticeDoubtsOf } from '#domain/claims/notice.ts'
import { hoursAfterStart, isYoungPolicy, kilometresAway } from '#domain/claims/signs.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { deskNotice } from './notice/desk.ts'
import { signed } from './photographs.ts'
import type { Happened } from './verdict.ts'

/** Maximum of each sign. */
const AT_MOST = 20
/**
 * Maximum of other photographs compared with one, of those that share a part with it: parts that
 * every sky has would otherwise compare the whole table.
 */
const COMPARED = 5_000

export type LikePhoto = { file_id: string; claim_id: string; photo: string }
type Alike = LikePhoto & { differ: number }

/**
 * Finds this claim's photographs that look like another claim's, the most alike first: resized,
 * recompressed, turned or mirrored. Exact copies are found by their bytes instead.
 */
async function likePhotographs(db: Db, claimId: string): Promise<LikePhoto[]> {
  const own = await db
    .selectFrom('files')
    .innerJoin('photograph_prints', 'photograph_prints.file_id', 'files.id')
    .select(['files.id', 'files.slot', 'files.sha256', 'points'])
    .where('files.claim_id', '=', claimId)
    .where('points', 'is not', null)
    .execute()
  const found: Alike[] = []
  for (const { id, slot, sha256, points } of own)
    if (points) found.push(...(await alikeTo(db, { id, slot, sha256, points }, claimId)))
  return found
    .sort((one, other) => one.differ - other.differ || (one.claim_id < other.claim_id ? -1 : 1))
    .slice(0, AT_MOST)
    .map(({ differ, ...one }) => one)
}

type Own = { id: string; slot: string; sha256: Buffer; points: Buffer }

async function alikeTo(db: Db, { id, slot, sha256, points }: Own, claimId: string) {
  const { rows } = await sql<Alike>`
    ${question(points, id)}
    select ${id} as file_id, ${slot} as photo, other.claim_id, min(differ)::int as differ
    from compared join files other on other.id = compared.file_id
    where other.claim_id is not null and other.claim_id <> ${claimId} and other.sha256 <> ${sha256}
      and differ <= ${alikeWithin}
    group by other.claim_id order by 4, 3 limit ${AT_MOST}`.execute(db)
  return rows
}

/** Every print that shares a part with one of these points as they are, turned or mirrored, by bits. */
export function question(points: Uint8Array, except: string) {
  const prints = printsOf(points)
  const bands = [...new Set(prints.flatMap(({ bands: parts }) => parts))]
  // Part by part, and the limit afterwards: a planner that sees either at once reads the whole table.
  return sql`with sharing as materialized (
      select distinct one.file_id, one.across, one.down
      from unnest(${bands}::int[]) as part
      cross join lateral (select file_id, across, down from photograph_prints
        where bands @> array[part] and file_id <> ${except}) as one
    ), shared as (
      select * from sharing limit ${COMPARED}
    ), compared as (
      select file_id, bit_count((mine.across # shared.across)::bit(64))
        + bit_count((mine.down # shared.down)::bit(64)) as differ
      from shared cross join unnest(
        ${prints.map(({ across }) => signed(across))}::bigint[],
        ${prints.map(({ down }) => signed(down))}::bigint[]
      ) as mine (across, down)
    )`
}

/** Cars a claim is about and names, by the row of a claim and of its policy. */
const told = sql`
  select array_remove(array[
      claims.details #>> '{answers,other_plate}', claims.details ->> 'named'
    ], '') as names,
    array_remove(array(select vehicle ->> 'plate' from jsonb_array_elements(
      case when claims.details ->> 'by' = 'third-party'
        then '[]' else coalesce(policies.facts -> 'vehicles', '[]') end) as vehicle
    ) || array[claims.details #>> '{answers,own_plate}'], '') as cars
  from policies where policies.id = claims.policy_id`

/** The question of `sameAccident`: the claim itself by its key, the others by their day (index). */
export const accidentQuestion = (claimId: string) => sql<{ claim_id: string }>`
  with one as materialized (
    select claims.id, account_id, policy_id, details #>> '{answers,on}' as day, told.names, told.cars
    from claims cross join lateral (${told}) as told
    where claims.id = ${claimId} and details is not null
  )
  select claims.id as claim_id
  from one join claims on claims.details is not null
    and claims.details #>> '{answers,on}' = one.day and claims.id <> one.id
  cross join lateral (${told}) as told
  where (claims.policy_id = one.policy_id and claims.account_id <> one.account_id)
    or told.names && one.cars or one.names && told.cars
  order by claims.created_at limit ${AT_MOST}`

/**
 * Finds claims about the same accident: of the same day, and by another client under the same
 * policy, or one names the other's car: both sides of an accident, or two claims of one side.
 * Informs the desk; decides nothing.
 */
const sameAccident = async (db: Sql, claimId: string): Promise<{ claim_id: string }[]> =>
  (await accidentQuestion(claimId).execute(db)).rows

export type Sign =
  | { kind: 'same_file'; slot: string; claim_id: string }
  | { kind: 'young_policy'; hours: number }
  | { kind: 'like_photo'; photo: string; file_id: string; claim_id: string }
  | { kind: 'same_accident'; claim_id: string }
  | { kind: 'far_photo'; photo: string; file_id: string; kilometres: number }
  | { kind: 'other_notice'; about: NoticeDoubt[] }

/** Finds files of this claim that another claim also has, byte for byte. */
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

/**
 * Finds the photograph taken farthest from the place, if both positions are known and far apart.
 */
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

/** Detects a signed notice with another day or other cars than its claim, or a late signature. */
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

/** Signs that deserve a second check; informs staff, decides nothing. */
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
