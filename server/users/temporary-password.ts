import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { hashPassword, newTemporaryPassword } from '../accounts/passwords.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'

/** The columns of a temporary password; only its hash is kept. */
export type TemporaryPassword = {
  temporary_hash: string
  temporary_sent_at: Date
  temporary_until: Date
}

/**
 * Makes a new temporary password: `change` stores it with whatever belongs to it and answers the
 * account; `send` then tells it by SMS. An SMS that got lost is mended by a new password.
 */
export async function giveTemporaryPassword(
  context: Context,
  change: (tx: Tx, password: TemporaryPassword, now: Date) => Promise<string>,
): Promise<{ accountId: string; send(phone: string): Promise<void> }> {
  const { db, clock, systems, locale } = context
  const password = newTemporaryPassword()
  const temporary_hash = await hashPassword(password)
  const now = clock.now()
  const stored = {
    temporary_hash,
    temporary_sent_at: now,
    temporary_until: addMs(now, temporaryPasswordMs),
  }
  const id = await db.transaction().execute((tx) => change(tx, stored, now))
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
