import { sql } from 'kysely'
import { alikeWithin, printsOf } from '#domain/claims/likeness.ts'
import type { Db } from '../db/connect.ts'
import { signed } from './prints.ts'

/** So many of each sign are said. */
const AT_MOST = 20
/**
 * Of one photograph so many others are compared at most, which share a part with it: parts that every
 * sky has would else make the question as long as the table.
 */
const COMPARED = 5_000

export type LikePhoto = { file_id: string; claim_id: string; photo: string }
type Alike = LikePhoto & { differ: number }

/**
 * Photographs of this claim that look like one of another claim, the most alike first: of another
 * size, pressed or saved anew, turned or mirrored. The very same file is said by its bytes instead.
 */
export async function likePhotographs(db: Db, claimId: string): Promise<LikePhoto[]> {
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
