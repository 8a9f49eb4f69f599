import { addMs, otpMs } from '#domain/lifetimes.ts'
import { maskPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { type Account, accountById, signIn } from '../accounts/accounts.ts'
import { atDeskOf, attemptFrom, deskMark, newCode, sendCode, wrongCode } from '../codes/codes.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { type BeganBy, tokenHash } from '../http/identity.ts'
import { HttpError, ok, type Refused, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * The code of a second step belongs to the account, not to its phone: a client's sign-in by phone
 * has codes of its own.
 */
const about = (accountId: string, { browser }: Context) => ({
  purpose: 'sign_in' as const,
  subject: deskMark(accountId),
  accountId,
  guesser: atDeskOf(accountId, browser),
  browser,
})

/**
 * Continues a sign-in with a right password by an SMS code (settled.md, "Identity": staff and
 * accountants if configured). Refuses with `signInCodeNeeded` and the key of the waiting sign-in.
 * Entering the password again within half a minute sends no second SMS.
 */
export async function askCode(
  context: Context,
  account: Account,
  beganBy: Extract<BeganBy, 'password' | 'temporary'>,
): Promise<Refused> {
  const { db, clock, locale } = context
  if (!account.phone) return refuse(locale, refusals.signInPhoneMissing)
  const now = clock.now()
  const pending = randomKey()
  const sent = await sendTo(context, account.id, account.phone).catch((cause: unknown) =>
    sentAlready(cause, now),
  )
  await db
    .insertInto('pending_sign_ins')
    .values({
      hash: tokenHash(pending),
      account_id: account.id,
      began_by: beganBy,
      created_at: now,
      expires_at: addMs(now, otpMs),
    })
    .execute()
  return refuse(locale, refusals.signInCodeNeeded, {
    pending,
    phone: maskPhone(account.phone),
    ...sent,
  })
}

/** Within the half minute the sent code still counts. Rethrows any other failure. */
function sentAlready(cause: unknown, now: Date) {
  const seconds =
    cause instanceof HttpError && cause.status === 429 && 'data' in cause.body
      ? Number(cause.headers['retry-after'])
      : null
  if (seconds === null) throw cause
  return {
    resendAfter: addMs(now, seconds * 1_000).toISOString(),
    expiresAt: addMs(now, otpMs).toISOString(),
    resendInSeconds: seconds,
  }
}

async function sendTo(context: Context, accountId: string, phone: string) {
  const { id, code, sent } = await newCode(context, about(accountId, context), () =>
    context.limits.count('codesPerDesk', accountId),
  )
  await sendCode(context, id, () =>
    context.systems.sms.send({
      to: phone,
      text: cabinetMessages.signInCode(code)[context.locale],
      key: id,
    }),
  )
  return sent
}

type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>

async function waiting({ db, clock }: Context, pending: string) {
  const row = await db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('hash', '=', tokenHash(pending))
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const account = row ? await accountById(db, row.account_id) : undefined
  return row && account && !account.blocked_at ? { row, account } : null
}

/** The code from the SMS ends the sign-in. A waiting sign-in ends in one session. */
export const confirmSignIn = handle('cabinetConfirmSignIn', async ({ pending, code }, context) => {
  const found = await waiting(context, pending)
  return attemptFrom(context, 'signInsPerAddress', found ? deskMark(found.account.id) : null, () =>
    enter(found, code, context),
  )
})

async function enter(found: Waiting | null, code: string, context: Context) {
  const { db, clock, limits, device, locale, config } = context
  if (!found) return refuse(locale, refusals.wrongCode, undefined, 'expired')
  const wrong = await wrongCode(context, locale, about(found.account.id, context), code)
  if (wrong) return wrong
  await limits.restore('codesPerDesk', found.account.id)
  const now = clock.now()
  const used = await db
    .updateTable('pending_sign_ins')
    .set({ used_at: now })
    .where('hash', '=', found.row.hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  if (!used) return refuse(locale, refusals.wrongCode, undefined, 'used')
  context.browser.remember(deskMark(found.account.id))
  const beganBy =
    found.row.began_by === 'temporary' ? ('temporary' as const) : ('password' as const)
  return signIn(db, found.account, { device, beganBy, now, deskIdleMs: config.deskIdleMs })
}

export const resendSignInCode = handle('cabinetResendSignInCode', async ({ pending }, context) => {
  return context.limits.counted([['codesPerAddress', context.address]], async () => {
    const found = await waiting(context, pending)
    if (!found?.account.phone) throw new HttpError(404)
    return ok(await sendTo(context, found.account.id, found.account.phone))
  })
})
