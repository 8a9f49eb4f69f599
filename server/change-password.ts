import { isGuessable } from '#domain/guessable.ts'
import { passwordProblem } from '#domain/password.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from './accounts.ts'
import { endSessions } from './auth.ts'
import { knownPasswords } from './known-passwords.ts'
import { hashPassword, passwordIs } from './passwords.ts'
import { invalid } from './refuse.ts'
import type { Context } from './route.ts'

type Ask = { current_password?: string | undefined; password: string; password_repeat: string }

/**
 * Changes the password of whoever is signed in and ends the other sessions; this one goes on as if it had begun with the new password.
 * The current one is asked unless the session began by a code or a temporary password (decisions, "Identity").
 */
export async function changeOwnPassword(ask: Ask, { db, clock, limits, me, locale }: Context): Promise<{ success: true }> {
  const account = await myAccount(db, me())
  const problem = passwordProblem(ask.password, ask.password_repeat)
  if (problem)
    throw invalid([{ path: problem === 'passwords_differ' ? 'password_repeat' : 'password', message: fieldText(problem, locale) }])
  const own = [account.iin, account.phone?.slice(1)].filter((number) => number !== undefined)
  if (isGuessable(ask.password, await knownPasswords(), own))
    throw invalid([{ path: 'password', message: fieldText('password_guessable', locale) }])
  if (me().beganBy === 'password') {
    await limits.count('passwordPerAccount', account.id)
    if (!ask.current_password) throw invalid([{ path: 'current_password', message: fieldText('required', locale) }])
    if (!(await passwordIs(ask.current_password, account.password_hash)))
      throw invalid([{ path: 'current_password', message: fieldText('password_wrong', locale) }])
  }
  const hash = await hashPassword(ask.password)
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ password_hash: hash, temporary_hash: null, temporary_until: null })
      .where('id', '=', account.id)
      .execute()
    await endSessions(tx, account.id, clock.now(), { but: me().sessionId })
    await tx.updateTable('tokens').set({ began_by: 'password' }).where('id', '=', me().sessionId).execute()
  })
  return { success: true }
}
