import { type AccountChange, changeOfAction, isAccountChange } from '#domain/account-changes.ts'
import * as refusals from '#domain/refusals.ts'
import { accountChangeTexts, notMeCode } from '#texts/account-changes.ts'
import { cabinetLetters, cabinetMessages } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, accountById, myAccount } from '../accounts/accounts.ts'
import { hashPassword, isFresh, refusePassword } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { givePhone, takePhone } from '../accounts/phones.ts'
import { masked } from '../codes/client-proof.ts'
import {
  atForeignPhone,
  countsOfLetter,
  inSession,
  newCode,
  sendCode,
  wrongCode,
} from '../codes/codes.ts'
import type { Context } from '../http/context.ts'
import { endSessions, tokenHash } from '../http/identity.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** A code belongs to the account that requested it and to the address it was sent to. */
const about = (purpose: 'phone' | 'email' | 'email_phone', account: Account, to: string) => ({
  purpose,
  subject: `${account.id}:${to.toLowerCase()}`,
  accountId: account.id,
  guesser: inSession(account.id),
  browser: null,
})

/**
 * Checks if a change of the e-mail needs a code from the account's phone too: a fresh session begun
 * by a code or e-ID is proof enough. Throws 422 if there is no phone.
 */
async function needsPhoneCode(context: Context, { phone }: Account): Promise<boolean> {
  const { beganBy } = context.me()
  if ((beganBy === 'code' || beganBy === 'egov') && isFresh(context)) return false
  if (phone) return true
  throw invalid([{ path: 'email', message: fieldText('sign_in_again', context.locale) }])
}

const doneBy = ({ me, device }: Context) => ({ actor: actorOf(me()), device })

export const changeEmail = handle('cabinetChangeEmail', async ({ email }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  const byPhone = await needsPhoneCode(context, account)
  const letters = await countsOfLetter(db, account.iin, email)
  const { id, code, sent } = await newCode(context, about('email', account, email), () =>
    limits.countAll([['codesPerAccount', account.id], ...letters]),
  )
  await sendCode(context, id, () =>
    systems.mail.send({ ...cabinetLetters.emailCode(code)[locale], to: email, key: id }),
  )
  const { phone } = account
  if (!byPhone || !phone) return ok(sent)
  const second = await newCode(context, about('email_phone', account, email))
  await sendCode(context, [id, second.id], () =>
    systems.sms.send({
      to: phone,
      text: cabinetMessages.emailPhoneCode(second.code)[locale],
      key: second.id,
    }),
  )
  return ok({ ...sent, phone: masked(phone) })
})

export const confirmEmail = handle(
  'cabinetConfirmEmail',
  async ({ email, code, phone_code }, context) => {
    const { db, me, clock, locale } = context
    const account = await myAccount(db, me())
    const byPhone = await needsPhoneCode(context, account)
    const ofPhone = about('email_phone', account, email)
    const fault = (message: string) => invalid([{ path: 'phone_code', message }])
    if (byPhone) {
      if (!phone_code) throw fault(fieldText('required', locale))
      // Used up only with the other: a slip in one does not cost both.
      const refused = await wrongCode(context, locale, ofPhone, phone_code, { keep: true })
      if (refused) throw fault(refused.message)
    }
    const wrong = await wrongCode(context, locale, about('email', account, email), code)
    if (wrong) return wrong
    if (byPhone && phone_code) {
      const refused = await wrongCode(context, locale, ofPhone, phone_code)
      if (refused) throw fault(refused.message)
    }
    const email_confirmed_at = clock.now()
    if (account.email === email)
      await db
        .updateTable('accounts')
        .set({ email_confirmed_at })
        .where('id', '=', account.id)
        .execute()
    else
      await db.transaction().execute((tx) =>
        changeEntry(tx, context, account.email ? 'email_changed' : 'email_set', {
          before: account,
          set: { email, email_confirmed_at },
          ...doneBy(context),
        }),
      )
    return { success: true as const }
  },
)

/**
 * The new phone must be linked to the client's IIN in the register of phones, and answer with its
 * code.
 */
export const changePhone = handle('cabinetChangePhone', async ({ phone }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  return limits.counted([['codesPerAccount', account.id]], async () => {
    if ((await systems.bmg.owns(account.iin, phone)) === 'no')
      return refuse(locale, refusals.phoneNotLinked)
    const { id, code, sent } = await newCode(context, about('phone', account, phone), () =>
      limits.count('smsPerPhoneADay', phone),
    )
    await sendCode(context, id, () =>
      systems.sms.send({ to: phone, text: cabinetMessages.phoneCode(code)[locale], key: id }),
    )
    return ok(sent)
  })
})

export const confirmPhone = handle('cabinetConfirmPhone', async ({ phone, code }, context) => {
  const { db, me, locale } = context
  const account = await myAccount(db, me())
  const wrong = await wrongCode(context, locale, about('phone', account, phone), code)
  if (wrong) return wrong
  if (account.phone !== phone)
    await db.transaction().execute((tx) => givePhone(tx, context, account, phone, doneBy(context)))
  return { success: true as const }
})

const LINES = 50

function whoDid(actor: string, accountId: string): 'owner' | 'staff' | 'promoter' {
  const [kind, id] = actor.split(':')
  if (id === accountId) return 'owner'
  return kind === 'staff' || kind === 'promoter' ? kind : 'owner'
}

/** Lists changes of how the account is entered: its lines of the audit log. */
export const accountHistory = handle('cabinetHistory', async (_body, { db, me, locale }) => {
  const account = await myAccount(db, me())
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'details'])
    .where('object_kind', '=', 'account')
    .where('object_id', '=', account.id)
    .where('action', 'in', [...changeOfAction.keys()])
    .orderBy('id', 'desc')
    .limit(LINES)
    .execute()
  return ok(
    rows.flatMap(({ id, at, actor, action, details }) => {
      const change = changeOfAction.get(action)
      if (!change) return []
      const device =
        typeof details === 'object' && details !== null && 'device' in details
          ? String(details.device)
          : ''
      const what = accountChangeTexts[change][locale]
      return [{ id, at: at.toISOString(), what, device, by: whoDid(actor, account.id) }]
    }),
  )
})

/**
 * Returns the change behind a key with its account, and whether the key works; throws 404 for an
 * unknown key.
 */
async function changeAt({ db, clock, limits, address }: Context, key: string) {
  const row = await db
    .selectFrom('account_changes')
    .selectAll()
    .where('key_hash', '=', tokenHash(key))
    .executeTakeFirst()
  const account = row && (await accountById(db, row.account_id))
  const works = row && !row.used_at && row.expires_at > clock.now()
  if (!works) await limits.count('noticeLinksPerAddress', address)
  if (!row || !account || account.blocked_at || !isAccountChange(row.change)) throw notFound()
  const state = works ? ('works' as const) : row.used_at ? ('used' as const) : ('old' as const)
  return { row, account, state, change: row.change satisfies AccountChange }
}
type Found = Awaited<ReturnType<typeof changeAt>>

/** The change behind a key that still works; 404 otherwise. */
async function changeOf(context: Context, key: string): Promise<Found> {
  const found = await changeAt(context, key)
  if (found.state !== 'works') throw notFound()
  return found
}

export const notMeRead = handle('accountNotMeRead', async ({ key }, context) => {
  const { row, change, state } = await changeAt(context, key)
  return ok({
    what: accountChangeTexts[change][context.locale],
    at: row.at.toISOString(),
    phone: row.phone && masked(row.phone),
    state,
  })
})

const aboutCode = ({ row, account }: Found, phone: string) => ({
  purpose: 'not_me' as const,
  subject: row.id,
  accountId: account.id,
  guesser: atForeignPhone(phone),
  browser: null,
})

/**
 * Checks if the old phone may still restore the account: it is the account's own, or the register
 * links it to the person and no other client has it.
 */
async function isStillTheirs({ db, systems }: Context, { account }: Found, phone: string) {
  if (account.phone === phone) return true
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .where('id', '<>', account.id)
    .executeTakeFirst()
  return !other && (await systems.bmg.owns(account.iin, phone)) === 'yes'
}

/**
 * Ends every session and both passwords: the holder of the key can do nothing else. The new
 * password needs the code, which goes to the phone of before the change.
 */
export const notMe = handle('accountNotMe', async ({ key }, context) => {
  const { db, clock, limits, systems, locale, device } = context
  const found = await changeOf(context, key)
  const { row, account } = found
  const now = clock.now()
  if (!row.ended_at)
    await db.transaction().execute(async (tx) => {
      await endSessions(tx, account.id, now)
      await changeEntry(tx, context, 'not_me', {
        before: account,
        set: {
          password_hash: null,
          temporary_hash: null,
          temporary_until: null,
          // Cancels a deletion as well: somebody without the account's right requested it.
          deletion_asked_at: null,
          deletion_due_on: null,
        },
        actor: 'client:key',
        device,
      })
      await tx
        .updateTable('account_changes')
        .set({ ended_at: now })
        .where('id', '=', row.id)
        .execute()
    })
  const { phone } = row
  if (!phone || !(await isStillTheirs(context, found, phone))) return ok(null)
  const { id, code, sent } = await newCode(context, aboutCode(found, phone), () =>
    limits.count('codesPerAccount', account.id),
  )
  await sendCode(context, id, () =>
    systems.sms.send({ to: phone, text: notMeCode(code)[locale], key: id }),
  )
  return ok({ ...sent, phone: masked(phone) })
})

/** The code proves the owner: a new password, and phone and e-mail as they were. Used once. */
export const notMePassword = handle(
  'accountNotMePassword',
  async ({ key, code, ...ask }, context) => {
    const { db, clock, locale, device } = context
    const found = await changeOf(context, key)
    const { row, account } = found
    const { phone } = row
    if (!row.ended_at || !phone || !(await isStillTheirs(context, found, phone)))
      return refuse(locale, refusals.wrongCode)
    await refusePassword(ask, account, locale)
    const wrong = await wrongCode(context, locale, aboutCode(found, phone), code)
    if (wrong) return wrong
    const hash = await hashPassword(ask.password)
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      await endSessions(tx, account.id, now)
      const cabinet = account.realm === 'cabinet'
      if (cabinet) await takePhone(tx, context, { phone, iin: account.iin })
      await changeEntry(tx, context, 'restored', {
        before: account,
        set: {
          password_hash: hash,
          temporary_hash: null,
          temporary_until: null,
          email: row.email,
          email_confirmed_at: row.email_confirmed_at,
          ...(cabinet ? { phone } : {}),
        },
        actor: 'client:key',
        device,
        provedPhone: phone,
      })
      await tx
        .updateTable('account_changes')
        .set({ used_at: now })
        // Each key gives the account back: one that is left would take it from its owner again.
        .where('account_id', '=', account.id)
        .where('used_at', 'is', null)
        .execute()
    })
    return { success: true as const }
  },
)
