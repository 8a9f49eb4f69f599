import { sql } from 'kysely'
import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import type { Names } from '#domain/person.ts'
import { hashPassword, newTemporaryPassword } from '../accounts/change-password.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db/connect.ts'

/** The open administrators, held until the transaction ends and always in one order. */
export async function heldAdministrators(tx: Tx): Promise<string[]> {
  const administrators = await tx
    .selectFrom('accounts')
    .select('id')
    .where('administrator', '=', true)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.map(({ id }) => id)
}

export type Administrator = Names & { iin: string; phone: string }

/**
 * Two, because two-person acts need two people nobody else made; all later ones are made at
 * `/staff/users`.
 */
const MADE_BY_OPERATOR = 2

/**
 * Makes one of an installation's first administrators, whom no user there could make. Returns their
 * temporary password, of which only the hash is stored; throws a sentence if there are enough of
 * them already, or if the IIN or the phone is taken.
 */
export async function makeFirstAdministrator(
  db: Db,
  who: Administrator,
  now: Date,
): Promise<string> {
  const password = newTemporaryPassword()
  const temporary_hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    // Rows that another operator is about to add have no lock: this one serialises operators.
    await sql`select pg_advisory_xact_lock(hashtextextended('first-administrators', 0))`.execute(tx)
    const administrators = await heldAdministrators(tx)
    if (administrators.length >= MADE_BY_OPERATOR)
      throw new Error('There are administrators already: they make others at /staff/users')
    const made = await tx
      .insertInto('accounts')
      .values({
        realm: 'cabinet',
        ...who,
        role: 'staff',
        administrator: true,
        created_at: now,
        temporary_hash,
        temporary_sent_at: now,
        temporary_until: addMs(now, temporaryPasswordMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Error('This IIN or phone has an account already')
    await audit(tx, now, {
      actor: 'job:operator',
      action: 'user.made_by_operator',
      object: { kind: 'account', id: made.id },
      details: { role: 'staff', administrator: true },
    })
  })
  return password
}
