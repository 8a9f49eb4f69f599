import { newPasswordResendMinutes } from '#domain/constants.ts'
import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import type { Context } from '../http/context.ts'
import { changeEntry } from './account-changes.ts'
import { hashPassword, newTemporaryPassword } from './change-password.ts'

/** Returns the time a temporary password must have been sent before for another one now. */
export const resendFrom = (now: Date): Date =>
  new Date(now.getTime() - newPasswordResendMinutes * 60_000)

/** Returns the index of a moment's time slot, each as long as the wait for another SMS. */
export const resendSlot = (now: Date): number =>
  Math.floor(now.getTime() / (newPasswordResendMinutes * 60_000))

/** A temporary password with its hash, which takes its time. */
export async function makeTemporaryPassword() {
  const password = newTemporaryPassword()
  return { password, hash: await hashPassword(password) }
}
type Made = Awaited<ReturnType<typeof makeTemporaryPassword>>

/**
 * Stores a temporary password beside the own one, which continues to work. One writer wins: null if
 * one was sent just now, or a promoter is blocked.
 */
export function storeTemporaryPassword(
  context: Context,
  { id, actor }: { id: string; actor: 'client:phone' | 'promoter:phone' },
  { hash }: Made,
) {
  const now = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .where('phone', 'is not', null)
      .where((expression) =>
        expression.or([
          expression('realm', '!=', 'promoter'),
          expression('blocked_at', 'is', null),
        ]),
      )
      .where((expression) =>
        expression.or([
          expression('temporary_sent_at', 'is', null),
          expression('temporary_sent_at', '<=', resendFrom(now)),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!before) return null
    await changeEntry(tx, context, 'password_sent', {
      before,
      set: {
        temporary_hash: hash,
        temporary_sent_at: now,
        temporary_until: addMs(now, temporaryPasswordMs),
      },
      actor,
      device: context.device,
    })
    return { now }
  })
}

/**
 * A desk with two-proof sign-in gets no password by phone: the second step's code would go to the
 * same one. Sends the owner an SMS about who issues one, as often as others get a password; returns
 * false if one was sent just now.
 */
export async function tellDeskOwner(
  { db, clock, systems, locale }: Context,
  { id, phone }: { id: string; phone: string },
): Promise<boolean> {
  const now = clock.now()
  const taken = await db
    .updateTable('accounts')
    .set({ temporary_sent_at: now })
    .where('id', '=', id)
    .where((expression) =>
      expression.or([
        expression('temporary_sent_at', 'is', null),
        expression('temporary_sent_at', '<=', resendFrom(now)),
      ]),
    )
    .executeTakeFirst()
  if (Number(taken.numUpdatedRows) === 0) return false
  try {
    await systems.sms.send({
      to: phone,
      text: cabinetMessages.deskPassword[locale],
      key: `${id}:${now.toISOString()}`,
    })
  } catch (cause) {
    // No SMS was sent: the caller may retry at once.
    await db
      .updateTable('accounts')
      .set({ temporary_sent_at: null })
      .where('id', '=', id)
      .where('temporary_sent_at', '=', now)
      .execute()
    throw cause
  }
  return true
}

/**
 * Sends the password by SMS. Throws if it was not sent: the caller may retry at once, and if the
 * SMS arrives nevertheless, its password works.
 */
export async function smsTemporaryPassword(
  { db, systems, locale }: Pick<Context, 'db' | 'systems' | 'locale'>,
  { id, phone, now }: { id: string; phone: string; now: Date },
  { password, hash }: Made,
): Promise<void> {
  try {
    await systems.sms.send({
      to: phone,
      text: cabinetMessages.temporaryPassword(password)[locale],
      key: `${id}:${now.toISOString()}`,
    })
  } catch (cause) {
    await db
      .updateTable('accounts')
      .set({ temporary_sent_at: null })
      .where('id', '=', id)
      .where('temporary_hash', '=', hash)
      .execute()
    throw cause
  }
}
