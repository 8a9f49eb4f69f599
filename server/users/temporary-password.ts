import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { hashPassword, newTemporaryPassword } from '../accounts/passwords.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'

/**
 * Stores a new temporary password with whatever belongs to it (`change` answers the account, in the
 * same transaction); `send` then tells it by SMS. Only its hash is kept, so an SMS that got lost is
 * mended by a new password.
 */
export async function giveTemporaryPassword(
  context: Context,
  change: (tx: Tx, now: Date) => Promise<string>,
): Promise<{ accountId: string; send(phone: string): Promise<void> }> {
  const { db, clock, systems, locale } = context
  const password = newTemporaryPassword()
  const temporary_hash = await hashPassword(password)
  const now = clock.now()
  const id = await db.transaction().execute(async (tx) => {
    const made = await change(tx, now)
    await tx
      .updateTable('accounts')
      .set({
        temporary_hash,
        temporary_sent_at: now,
        temporary_until: addMs(now, temporaryPasswordMs),
      })
      .where('id', '=', made)
      .execute()
    return made
  })
  return {
    accountId: id,
    send: (phone) =>
      systems.sms
        .send({
          to: phone,
          text: cabinetMessages.temporaryPassword(password)[locale],
          key: `${id}:${now.toISOString()}`,
        })
        .then(() => {}),
  }
}
