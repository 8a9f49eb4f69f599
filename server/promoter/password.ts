import { newPasswordResendMinutes } from '#domain/constants.ts'
import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { changeOwnPassword } from '../accounts/change-password.ts'
import { hashPassword, newTemporaryPassword } from '../accounts/passwords.ts'
import { handle } from '../http/route.ts'
import { promoterAccountOf } from './session.ts'

/**
 * Sends a temporary password to the promoter's phone. An unknown login, a blocked account and one
 * that was sent a password two minutes ago answer the same after the same work, and nobody waits
 * for the SMS; asked too often, 429 with `passwordResetRateLimit` for any login.
 */
export const forgotPassword = handle('promoterForgotPassword', async ({ login }, context) => {
  const { db, clock, limits, address, systems, locale, log, device } = context
  await limits.count('forgotPerAddress', address)
  await limits.count('forgotHere', `${login}:${address}`)
  await limits.count('forgotPerLogin', login)
  await limits.count('forgotPerLoginADay', login)
  const account = await promoterAccountOf(db, login)
  // Known and unknown logins answer the same: a phone that had enough is not told apart.
  const mayRing = account?.phone ? await limits.take('smsPerPhoneADay', account.phone) : false
  const now = clock.now()
  const password = newTemporaryPassword()
  const hash = await hashPassword(password)
  const resendFrom = new Date(now.getTime() - newPasswordResendMinutes * 60_000)
  // One writer wins: a second request at the same moment sends nothing.
  const written = !mayRing
    ? undefined
    : await db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('accounts')
          .selectAll()
          .where('realm', '=', 'promoter')
          .where('iin', '=', login)
          .where('blocked_at', 'is', null)
          .where('phone', 'is not', null)
          .where((expression) =>
            expression.or([
              expression('temporary_sent_at', 'is', null),
              expression('temporary_sent_at', '<=', resendFrom),
            ]),
          )
          .forUpdate()
          .executeTakeFirst()
        if (before)
          await changeEntry(tx, context, 'password_sent', {
            before,
            set: {
              temporary_hash: hash,
              temporary_sent_at: now,
              temporary_until: addMs(now, temporaryPasswordMs),
            },
            actor: 'promoter:phone',
            device,
          })
        return before
      })
  if (mayRing && !written && account?.phone) await limits.restore('smsPerPhoneADay', account.phone)
  if (written && account?.phone)
    void systems.sms
      .send({
        to: account.phone,
        text: cabinetMessages.temporaryPassword(password)[locale],
        key: `${written.id}:${now.toISOString()}`,
      })
      .catch(async (cause: unknown) => {
        log.warn({ err: cause }, 'a temporary password was not sent')
        // It may be asked for again at once.
        await db
          .updateTable('accounts')
          .set({ temporary_sent_at: null })
          .where('id', '=', written.id)
          .where('temporary_hash', '=', hash)
          .execute()
      })
      .catch((cause: unknown) =>
        log.error({ err: cause }, 'a temporary password may be asked for in two minutes only'),
      )
  return { success: true as const }
})

export const changePassword = handle('promoterChangePassword', changeOwnPassword)
