import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { addMs, freshSignInMs } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import { isGuessable, passwordProblem } from '#domain/password.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { inSession, newCode, sendCode, wrongCode } from '../codes/codes.ts'
import type { Context } from '../http/context.ts'
import { endSessions } from '../http/identity.ts'
import { invalid, ok, type Refused } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { changeEntry } from './account-changes.ts'
import { type Account, myAccount } from './accounts.ts'
import { actorOf } from './owner.ts'

/** argon2id with the parameters OWASP names first: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/** A hash to compare with if there is none, so that an unknown person takes the same time. */
let nothing: Promise<string> | null = null
const ofNobody = () => (nothing ??= hashPassword('nobody has this password'))

/** Checks the password against the hash; without a hash returns false after the same time. */
export async function passwordIs(password: string, stored: string | null): Promise<boolean> {
  const same = await verify(stored ?? (await ofNobody()), password)
  return stored !== null && same
}

/** Without letters and digits that look alike in an SMS. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** A password to send by SMS: 10 characters, 49 bits. */
export const newTemporaryPassword = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

let known: Promise<ReadonlySet<string>> | null = null

/**
 * The fifty thousand or so passwords most frequent in leaks, in lower case; loaded when a client
 * first chooses a password.
 */
const knownPasswords = (): Promise<ReadonlySet<string>> =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ))

type Ask = {
  current_password?: string | undefined
  code?: string | undefined
  password: string
  password_repeat: string
}

/**
 * Changes the signed-in caller's password and ends their other sessions; this one continues as if
 * begun with the new password. The caller proves their identity again: by the current password, a
 * fresh sign-in, or a code (docs/security/rules.md). A temporary password is a proof that permits
 * nothing else.
 */
export async function changeOwnPassword(
  ask: Ask,
  context: Context,
): Promise<{ success: true } | Refused> {
  const { db, clock, me, locale } = context
  const account = await myAccount(db, me())
  await refusePassword(ask, account, locale)
  const refused = await unproved(ask, context, account)
  if (refused) return refused
  // The proof cannot be the new password: a person who saw it would keep access.
  const isSame =
    me().beganBy === 'temporary'
      ? await passwordIs(ask.password, account.temporary_hash)
      : ask.current_password === ask.password
  if (isSame) throw invalid([{ path: 'password', message: fieldText('password_same', locale) }])
  const hash = await hashPassword(ask.password)
  await db.transaction().execute(async (tx) => {
    await changeEntry(tx, context, 'password_changed', {
      before: account,
      set: { password_hash: hash, temporary_hash: null, temporary_until: null },
      actor: actorOf(me()),
      device: context.device,
    })
    await endSessions(tx, account.id, clock.now(), { but: me().sessionId })
    await tx
      .updateTable('tokens')
      .set({ began_by: 'password' })
      .where('id', '=', me().sessionId)
      .execute()
  })
  return { success: true }
}

/** Throws 422 at a password that may not be this account's. */
export async function refusePassword(
  ask: Pick<Ask, 'password' | 'password_repeat'>,
  account: Account,
  locale: Locale,
): Promise<void> {
  const problem = passwordProblem(ask.password, ask.password_repeat)
  if (problem)
    throw invalid([
      {
        path: problem === 'passwords_differ' ? 'password_repeat' : 'password',
        message: fieldText(problem, locale),
      },
    ])
  const own = [account.iin, account.phone?.slice(1)].filter((number) => number !== undefined)
  if (isGuessable(ask.password, await knownPasswords(), own))
    throw invalid([{ path: 'password', message: fieldText('password_guessable', locale) }])
}

/**
 * Returns null if the caller has proved their identity again; uses the code up. Throws 422 for a
 * missing or wrong proof.
 */
async function unproved(ask: Ask, context: Context, account: Account): Promise<Refused | null> {
  const { me, locale } = context
  const { beganBy } = me()
  if (beganBy === 'temporary') return null
  const byPassword = beganBy === 'password' || (ask.current_password && !ask.code)
  if (byPassword) {
    await refuseWrongPassword(ask, context, account)
    return null
  }
  if (ask.code) return wrongCode(context, locale, aboutPassword(account), ask.code)
  if (isFresh(context)) return null
  throw invalid([
    { path: 'code', message: fieldText(account.phone ? 'required' : 'sign_in_again', locale) },
  ])
}

type Own = Pick<Ask, 'current_password'>

/** Throws 422 without the account's own password. A right one counts as no guess. */
async function refuseWrongPassword(
  { current_password: given }: Own,
  { limits, locale }: Context,
  { id, password_hash: hash }: Account,
): Promise<void> {
  const fault = (message: string) => invalid([{ path: 'current_password', message }])
  if (!given) throw fault(fieldText('required', locale))
  const right = await limits.attempt(
    ['passwordPerAccount', id],
    () => passwordIs(given, hash),
    (is) => is,
  )
  if (!right) throw fault(fieldText('password_wrong', locale))
}

/**
 * Guards an irreversible act: a session open for a while is not enough, because a stranger may hold
 * it. Throws 422 unless the caller has just signed in or gives the password.
 */
export async function proveAnew(ask: Own, context: Context, account: Account): Promise<void> {
  if (isFresh(context)) return
  if (ask.current_password || account.password_hash)
    return refuseWrongPassword(ask, context, account)
  throw invalid([{ path: 'current_password', message: fieldText('sign_in_again', context.locale) }])
}

/** True if the caller proved their identity just now. */
export const isFresh = ({ clock, me }: Context): boolean =>
  clock.now() < addMs(me().provedAt, freshSignInMs)

const aboutPassword = (account: Account) => ({
  purpose: 'password' as const,
  subject: account.id,
  accountId: account.id,
  guesser: inSession(account.id),
  browser: null,
})

/** The code goes to the account's own phone, never to one that the asker names. */
export const passwordCode = handle('cabinetPasswordCode', async (_body, context) => {
  const { db, limits, me, systems, locale } = context
  const account = await myAccount(db, me())
  const { phone } = account
  if (!phone) throw invalid([{ path: 'code', message: fieldText('sign_in_again', locale) }])
  const { id, code, sent } = await newCode(context, aboutPassword(account), () =>
    limits.count('codesPerAccount', account.id),
  )
  await sendCode(context, id, () =>
    systems.sms.send({
      to: phone,
      text: cabinetMessages.passwordCode(code)[locale],
      key: id,
    }),
  )
  return ok(sent)
})
