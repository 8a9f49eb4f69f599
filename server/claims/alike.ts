import { sql } from 'kysely'
import { alikeWithin } from '#domain/claims/likeness.ts'
import type { Db } from '../db/connect.ts'

/** So many of each sign are said. */
const AT_MOST = 20

export type LikePhoto = { file_id: string; claim_id: string; photo: string }

/**
 * Photographs of this claim that look like one of another claim, the most alike first: of another
 * size, pressed or saved anew. The very same file is said by its bytes instead.
 */
export async function likePhotographs(db: Db, claimId: string): Promise<LikePhoto[]> {
  const { rows } = await sql<LikePhoto>`
    select own.id as file_id, own.slot as photo, other.claim_id
    from files own
    join photograph_prints mine on mine.file_id = own.id and mine.across is not null
    join photograph_prints theirs on theirs.bands && mine.bands and theirs.file_id <> mine.file_id
    join files other on other.id = theirs.file_id
    cross join lateral (select bit_count((mine.across # theirs.across)::bit(64))
      + bit_count((mine.down # theirs.down)::bit(64)) as differ) as compared
    where own.claim_id = ${claimId} and other.claim_id is not null and other.claim_id <> own.claim_id
      and other.sha256 <> own.sha256 and differ <= ${alikeWithin}
    order by differ, other.claim_id limit ${AT_MOST}`.execute(db)
  return rows
}
