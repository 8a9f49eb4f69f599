import { sql as raw } from 'kysely'
import { loginBlockMinutes } from '#domain/constants.ts'
import * as refusals from '#domain/refusals.ts'
import type { Sql } from '../db/connect.ts'
import { HttpError } from '../http/refuse.ts'

const WRONG_ALLOWED = 5
const blockMs = loginBlockMinutes * 60_000

/** The person who tries to sign in, and the address. */
type Try = { realm: 'cabinet' | 'promoter'; iin: string; address: string }

/**
 * Counts a sign-in try. Five wrong ones for one IIN within five minutes lock it for five minutes
 * for the addresses that tried (settled.md, "The wire"): throws 429 with `loginRateLimit` and
 * Retry-After. Other addresses continue, so nobody can lock a stranger out. Known and unknown IINs
 * count alike. Counts before comparing the password, so that parallel guesses count too.
 */
export async function countTry(db: Sql, of: Try, now: Date): Promise<void> {
  const locked = await lockOf(db, of, now)
  if (locked) throw tooMany(locked, now)
  const { id } = await db
    .insertInto('sign_in_failures')
    .values({ ...of, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const since = new Date(now.getTime() - blockMs)
  // Reads no more rows than the rule needs: a guess costs the same after three thousand others.
  const earlier = await db
    .selectFrom('sign_in_failures')
    .select('id')
    .where('realm', '=', of.realm)
    .where('iin', '=', of.iin)
    .where('at', '>', since)
    .where('id', '<', id)
    .orderBy('at', 'desc')
    .limit(WRONG_ALLOWED)
    .execute()
  if (earlier.length < WRONG_ALLOWED) return
  const mine = await db
    .selectFrom('sign_in_failures')
    .select('id')
    .where('realm', '=', of.realm)
    .where('iin', '=', of.iin)
    .where('address', '=', of.address)
    .where('at', '>', since)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst()
  if (!mine) return
  await db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
  throw tooMany(new Date(now.getTime() + blockMs), now)
}

/**
 * Records a wrong password: the fifth locks the addresses that tried. Later ones lock their own
 * address; addresses before the last five are locked already, so it reads only those five.
 */
export async function tryFailed(db: Sql, of: Try, now: Date): Promise<void> {
  const since = new Date(now.getTime() - blockMs)
  const until = new Date(now.getTime() + blockMs)
  await raw`
    with last as (
      select address from sign_in_failures
      where realm = ${of.realm} and iin = ${of.iin} and at > ${since}
      order by at desc limit ${raw.lit(WRONG_ALLOWED)}
    )
    insert into sign_in_locks (realm, iin, address, until)
    select ${of.realm}, ${of.iin}, address, ${until}::timestamptz
    from (select address from last union select ${of.address}) as tried
    where (select count(*) from last) >= ${raw.lit(WRONG_ALLOWED)}
    order by address
    on conflict (realm, iin, address) do update set until = excluded.until`.execute(db)
}

/** The password was right: this try and what this address got wrong before are forgotten. */
export async function trySucceeded(db: Sql, of: Try): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('realm', '=', of.realm)
    .where('iin', '=', of.iin)
    .where('address', '=', of.address)
    .execute()
}

async function lockOf(db: Sql, { realm, iin, address }: Try, now: Date): Promise<Date | null> {
  const lock = await db
    .selectFrom('sign_in_locks')
    .select('until')
    .where('realm', '=', realm)
    .where('iin', '=', iin)
    .where('address', '=', address)
    .where('until', '>', now)
    .executeTakeFirst()
  return lock?.until ?? null
}

const tooMany = (until: Date, now: Date) =>
  new HttpError(
    429,
    { code: refusals.loginRateLimit },
    { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))) },
  )
