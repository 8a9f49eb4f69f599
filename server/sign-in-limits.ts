import { sql as raw } from 'kysely'
import { loginBlockMinutes } from '#domain/constants.ts'
import type { Db } from './db/connect.ts'
import { Answer } from './refuse.ts'

const WRONG_ALLOWED = 5
const blockMs = loginBlockMinutes * 60_000

/** Who tries to sign in, and where. */
type Try = { realm: 'cabinet' | 'promoter'; iin: string; address: string }

/**
 * Five wrong sign-ins for one IIN within five minutes lock it for five minutes for the addresses that tried (decisions, "The wire"): 429
 * with 13001 and Retry-After. Other addresses go on, so nobody can lock a stranger out. Known and unknown IINs are counted alike.
 * Counted before the password is looked at, so that parallel guesses count too. Answers the id to take back when it was right.
 */
export async function countTry(db: Db, of: Try, now: Date): Promise<string> {
  const locked = await lockOf(db, of, now)
  if (locked) throw tooMany(locked, now)
  const { id } = await db
    .insertInto('sign_in_failures')
    .values({ ...of, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const since = new Date(now.getTime() - blockMs)
  const earlier = await db
    .selectFrom('sign_in_failures')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('realm', '=', of.realm)
    .where('iin', '=', of.iin)
    .where('at', '>', since)
    .where('id', '<', id)
    .executeTakeFirstOrThrow()
  const others = Number(earlier.count)
  if (others + 1 < WRONG_ALLOWED) return id
  const until = new Date(now.getTime() + blockMs)
  if (others >= WRONG_ALLOWED) {
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
    if (!mine) return id
    await db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
    throw tooMany(until, now)
  }
  return id
}

/** The password was wrong: at the fifth the addresses that tried are locked. */
export async function tryFailed(db: Db, of: Try, now: Date): Promise<void> {
  const since = new Date(now.getTime() - blockMs)
  const until = new Date(now.getTime() + blockMs)
  await raw`
    insert into sign_in_locks (realm, iin, address, until)
    select realm, iin, address, ${until} from sign_in_failures f
    where realm = ${of.realm} and iin = ${of.iin} and at > ${since}
      and (select count(*) from sign_in_failures where realm = f.realm and iin = f.iin and at > ${since}) >= ${WRONG_ALLOWED}
    group by realm, iin, address
    on conflict (realm, iin, address) do update set until = excluded.until`.execute(db)
}

/** The password was right: what this address got wrong before is forgotten. */
export async function trySucceeded(db: Db, of: Try, id: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('realm', '=', of.realm)
    .where('iin', '=', of.iin)
    .where((expression) => expression.or([expression('id', '=', id), expression('address', '=', of.address)]))
    .execute()
}

async function lockOf(db: Db, { realm, iin, address }: Try, now: Date): Promise<Date | null> {
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
  new Answer(429, { code: 13001 }, { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))) })
