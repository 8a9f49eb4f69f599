import { cabinetMessages } from '#texts/cabinet.ts'
import {
  type Account,
  accountById,
  cabinetAccountByPhone,
  signIn,
  worksAtConsole,
} from '../accounts/accounts.ts'
import { attemptFrom, countCodeFrom, countCodeTo, restoreCode } from '../codes/code-limits.ts'
import { newCode, wrongCode } from '../codes/codes.ts'
import { atPhone, guessesSpent } from '../codes/guesses.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Config } from '../settings/config.ts'

/**
 * Sends a sign-in code. Answers the same, and as fast, whether a client has this phone or not:
 * nobody waits for the SMS, and what the gateway loses is asked for again after 30 s.
 */
export const sendCode = handle('cabinetSendCode', async ({ phone }, context) => {
  const { db, systems, locale, log, config } = context
  await countCodeFrom(phone, context)
  if (await guessesSpent(context, atPhone(phone, context.browser)))
    return refuse(locale, 14014, undefined, 'spent')
  const account = await clientByPhone(db, config, phone)
  const { id, code, sent } = await newCode(context, aboutPhone(context, phone, account), () =>
    countCodeTo(phone, context),
  )
  if (account)
    void systems.sms
      .send({ to: phone, text: cabinetMessages.signInCode(code)[locale], key: id })
      .catch((cause: unknown) => log.warn({ err: cause }, 'a sign-in code was not sent'))
  return ok(sent)
})

/** Sign-in by the code; the first one proves the phone. */
export const loginByCode = handle('cabinetLoginByCode', (given, context) =>
  attemptFrom(context, 'signInsPerAddress', given.phone, () => enter(given, context)),
)

async function enter({ phone, code }: { phone: string; code: string }, context: Context) {
  const { db, clock, device, locale, config } = context
  const account = await clientByPhone(db, config, phone)
  const wrong = await wrongCode(context, locale, aboutPhone(context, phone, account), code)
  if (wrong) return wrong
  await restoreCode(phone, context)
  const now = await (account ? accountById(db, account.id) : undefined)
  if (now) context.browser.remember(phone)
  return now
    ? signIn(db, now, { device, beganBy: 'code', now: clock.now(), deskIdleMs: config.deskIdleMs })
    : refuse(locale, 14014)
}

const aboutPhone = ({ browser }: Context, phone: string, account: Account | undefined) => ({
  purpose: 'sign_in' as const,
  subject: phone,
  accountId: account?.id ?? null,
  guesser: atPhone(phone, browser),
  browser,
})

/**
 * Whose phone it is. Where a desk's sign-in takes two steps, the phone alone is not enough for one.
 */
async function clientByPhone(sql: Sql, config: Config, phone: string) {
  const account = await cabinetAccountByPhone(sql, phone)
  return account && config.staffSignInCode && worksAtConsole(account) ? undefined : account
}
