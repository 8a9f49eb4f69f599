import { expect, test } from 'vitest'
import { type AccountChange, accountChanges, actionOf } from '#domain/account-changes.ts'
import { checkDigitOf } from '#domain/iin.ts'
import { freshSignInMs } from '#domain/lifetimes.ts'
import { account, codeOn, signedIn } from '#tests/client.ts'
import { egovBrowser } from '#tests/egov-browser.ts'
import {
  bill,
  portalQuote,
  portalSale,
  promoterAccount,
  promoterPassword,
  promoterToken,
} from '#tests/promoter.ts'
import { clockOn, ordered, purchaseToken, sale } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { names, usersDesk } from '#tests/users-desk.ts'
import { accountChangeTexts } from '#texts/account-changes.ts'
import { tokenHash } from '../http/identity.ts'

/**
 * Every path by which phone, e-mail or passwords of an account that is there are written: the log,
 * the account's history, and the contacts as they were. `tests/account-entry.test.ts` finds a writer
 * that goes by itself.
 */
const at = sharedTestApp()
const { browser } = egovBrowser(at)
const desk = usersDesk(at)
let made = 0

/** A new person with a car, and an account with these contacts alone. */
async function somebody(has: readonly ('phone' | 'email')[], more: object = {}) {
  made += 1
  const two = (n: number) => String(n).padStart(2, '0')
  const digits = `85${two(1 + Math.floor(made / 28))}${two(1 + (made % 28))}3999`
  const iin = [0, 1, 2].map((n) => `${digits}${n}`).find((one) => checkDigitOf(one) !== null) ?? ''
  const person = await at().control('PUT', `/control/people/${iin}${checkDigitOf(iin)}`, more)
  const plate = `${String(600 + made)}KLM02`
  const car = await at().control('PUT', `/control/vehicles/${plate}`, {})
  const who = { iin: String(person.iin), phone: String(person.phone) }
  const email = `was-${made}@example.kz`
  const { id } = await account(at(), who)
  const contacts = {
    phone: has.includes('phone') ? who.phone : null,
    email: has.includes('email') ? email : null,
  }
  await at().db.updateTable('accounts').set(contacts).where('id', '=', id).execute()
  return {
    ...who,
    id,
    email,
    was: contacts,
    sale: { vehicles: [{ registrationNumber: plate, techPassport: String(car.techPassport) }] },
  }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const chosen = (word: string) => [word, String(made), 'kabinet'].join('-')
const codeAfter = async (phone: string, asking: () => Promise<unknown>) => {
  const codes = async () =>
    (await at().messages(phone)).filter(({ text }) => / код/.test(text)).length
  const earlier = await codes()
  await asking()
  await until(codes, (now) => now > earlier)
  return codeOn(at(), phone)
}
async function confirmsEmail(who: Somebody) {
  const token = await signedIn(at(), who)
  const email = `new-${made}@example.kz`
  await at().api('cabinetChangeEmail', { email }, token)
  const [letter] = await until(
    () => at().mails(email),
    (letters) => letters.length > 0,
  )
  const code = /\b\d{4}\b/.exec(letter?.text ?? '')?.[0] ?? ''
  const { body } = await at().api('cabinetConfirmEmail', { email, code }, token)
  expect(body).toEqual({ success: true })
  return who
}
async function confirmsPhone(who: Somebody, token: string) {
  const phone = `7702100${1000 + made}`
  await at().control('PUT', `/control/people/${who.iin}`, { phone })
  const code = await codeAfter(phone, () => at().api('cabinetChangePhone', { phone }, token))
  const { body } = await at().api('cabinetConfirmPhone', { phone, code }, token)
  expect(body).toEqual({ success: true })
  return who
}
const orders = async (who: Somebody, later = async () => {}) => {
  const { iin, phone } = who
  const token = await purchaseToken(at(), { iin, phone })
  await later()
  await ordered(at(), token, sale({ insurant: { iin, phone }, vehicles: who.sale.vehicles }))
  return who
}
async function soldByPromoter(who: Somebody) {
  const token = await promoterToken(at())
  const { calculationId } = await portalQuote(
    at(),
    token,
    portalSale({
      insurant: { iin: who.iin, phone: who.phone, willDrive: true },
      vehicles: who.sale.vehicles,
    }),
  )
  const ask = { calculationId, pay: bill, email: `sold-${made}@example.kz` }
  expect((await at().api('promoterOrder', ask, token)).body).toMatchObject({ success: true })
  return who
}
async function entersWithIin(who: Somebody) {
  const { iin, phone } = who
  const code = await codeAfter(phone, () => at().api('cabinetSendCode', { phone, iin }))
  const { body } = await at().api('cabinetLoginByCode', { phone, iin, code })
  expect(body).toMatchObject({ success: true })
  return who
}
async function forgets(who: Somebody) {
  const { status } = await at().api('cabinetForgotPassword', { phone: who.phone })
  expect(status).toBe(200)
  return who
}
async function promoterOfTests(): Promise<Somebody> {
  const who = await somebody([])
  const { id } = await promoterAccount(at(), who)
  return { ...who, id, was: { phone: who.phone, email: null } }
}
async function pressesNotMe(who: Somebody) {
  const token = await signedIn(at(), who)
  const ask = { password: chosen('thief'), password_repeat: chosen('thief') }
  await at().api('cabinetChangePassword', ask, token)
  const letters = await until(
    () => at().mails(who.email),
    (found) => found.some(({ text }) => text.includes('#key=')),
  )
  const key = /#key=([\w-]+)/.exec(letters.find(({ text }) => text.includes('#key='))?.text ?? '')
  const code = await codeAfter(who.phone, () => at().api('accountNotMe', { key: key?.[1] ?? '' }))
  return { who, key: key?.[1] ?? '', code }
}

/** A block keeps the client's data, so that nothing is erased at once. */
async function isKept({ iin }: Somebody) {
  const { db, clock } = at().server.deps
  const { id } = await db
    .insertInto('screenings')
    .values({ iin, decision: 'hit', matches: '[]', list_versions: '{}', at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kyc_cases')
    .values({ iin, status: 'blocked', screening_id: id, entries: '[]', changed_at: clock.now() })
    .execute()
}
async function keepsCard(accountId: string): Promise<string> {
  const { db, clock } = at().server.deps
  const { id } = await db
    .insertInto('cards')
    .values({
      account_id: accountId,
      outside_id: `card-${accountId}`,
      token: `token-${accountId}`,
      masked_pan: '440043******1234',
      valid_to: '12/29',
      active: true,
      added_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `quiet`: the phone that has it answered with a code just now, so that no SMS is owed. */
type Path = { goes: () => Promise<Somebody>; quiet?: true }
const paths: Record<AccountChange, Record<string, Path>> = {
  password_changed: {
    'a client': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        const ask = { password: chosen('own'), password_repeat: chosen('own') }
        const token = await signedIn(at(), who)
        expect((await at().api('cabinetChangePassword', ask, token)).body.success).toBe(true)
        return who
      },
    },
    'a promoter': {
      goes: async () => {
        const who = await promoterOfTests()
        const token = await promoterToken(at(), who)
        const ask = {
          current_password: promoterPassword,
          password: chosen('own'),
          password_repeat: chosen('own'),
        }
        expect((await at().api('promoterChangePassword', ask, token)).body.success).toBe(true)
        return who
      },
    },
  },
  email_changed: {
    'in the cabinet': { goes: async () => confirmsEmail(await somebody(['phone', 'email'])) },
  },
  email_set: {
    'in the cabinet': { goes: async () => confirmsEmail(await somebody(['phone'])) },
    'by an order, signed in': {
      goes: async () => {
        const who = await somebody(['phone'])
        const { iin, phone } = who
        const of = sale({ insurant: { iin, phone }, vehicles: who.sale.vehicles })
        await ordered(at(), await signedIn(at(), who), of)
        return who
      },
    },
    'by an order, with a code': {
      goes: async () => orders(await somebody(['phone'])),
      quiet: true,
    },
    'by an order, long after its code': {
      goes: async () => {
        const who = await somebody(['phone'])
        await orders(who, () => clockOn(at(), freshSignInMs / 1_000 + 1))
        return who
      },
    },
    'by a promoter’s sale': { goes: async () => soldByPromoter(await somebody(['phone'])) },
  },
  phone_changed: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        return confirmsPhone(who, await signedIn(at(), who))
      },
    },
  },
  phone_set: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['email'])
        const visitor = browser()
        await visitor.signsIn({ iin: who.iin, mode: 'no_phone' })
        return confirmsPhone(who, visitor.token())
      },
    },
    'by e-ID': {
      goes: async () => {
        const who = await somebody(['email'])
        await browser().signsIn({ iin: who.iin })
        return who
      },
    },
    'by a code with an IIN': { goes: async () => entersWithIin(await somebody(['email'])) },
    'by an order, with a code': { goes: async () => orders(await somebody(['email'])) },
    'by a promoter’s sale': { goes: async () => soldByPromoter(await somebody(['email'])) },
  },
  email_corrected: {
    'by staff': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        const ask = { account_id: who.id, email: `staff-${made}@example.kz` }
        expect((await desk.api('staffSetEmail', ask)).body).toEqual({ success: true })
        return who
      },
    },
  },
  password_sent: {
    'to a client': { goes: async () => forgets(await somebody(['phone', 'email'])) },
    'to a promoter': {
      goes: async () => {
        const who = await promoterOfTests()
        await at().api('promoterForgotPassword', { login: who.iin })
        return who
      },
    },
  },
  password_reset: {
    'of a user': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        await account(at(), who, { role: 'accountant' })
        await at()
          .db.updateTable('accounts')
          .set({ role: 'accountant' })
          .where('id', '=', who.id)
          .execute()
        expect((await desk.api('staffUsersResetPassword', { id: who.id })).body.success).toBe(true)
        return who
      },
    },
  },
  made_staff: {
    'of a client': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        const { iin, phone } = who
        expect(await desk.create({ ...names, iin, phone, role: 'accountant' })).toMatchObject({
          success: true,
        })
        return who
      },
    },
  },
  phone_left: Object.fromEntries(
    Object.entries({ 'by a code with an IIN': entersWithIin, 'by an order': orders }).map(
      ([name, takes]) => [
        name,
        {
          goes: async () => {
            const was = await somebody(['phone', 'email'])
            const next = await somebody([])
            await at().control('PUT', `/control/people/${next.iin}`, { phone: was.phone })
            await takes({ ...next, phone: was.phone })
            return was
          },
        },
      ],
    ),
  ),
  not_me: {
    'by the link': {
      goes: async () => (await pressesNotMe(await somebody(['phone', 'email']))).who,
    },
  },
  restored: {
    'by the code after it': {
      goes: async () => {
        const { who, key, code } = await pressesNotMe(await somebody(['phone', 'email']))
        const ask = { key, code, password: chosen('owner'), password_repeat: chosen('owner') }
        expect((await at().api('accountNotMePassword', ask)).body).toEqual({ success: true })
        return who
      },
      quiet: true,
    },
  },
  deletion_asked: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        await isKept(who)
        const token = await signedIn(at(), who)
        expect((await at().api('cabinetAskDeletion', {}, token)).body.success).toBe(true)
        return who
      },
    },
  },
  data_exported: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        expect((await at().api('cabinetExport', {}, await signedIn(at(), who))).status).toBe(200)
        return who
      },
    },
  },
  card_removed: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        const token = await signedIn(at(), who)
        const card = await keepsCard(who.id)
        expect((await at().api('cabinetDeleteCard', { id: card }, token)).body.success).toBe(true)
        return who
      },
    },
  },
  sessions_ended: {
    'in the cabinet': {
      goes: async () => {
        const who = await somebody(['phone', 'email'])
        const token = await signedIn(at(), who)
        expect((await at().api('cabinetLogoutEverywhere', {}, token)).body.success).toBe(true)
        return who
      },
    },
  },
}

const all = Object.entries(paths).flatMap(([change, of]) =>
  Object.entries(of).map(([name, path]) => ({ change: change as AccountChange, name, path })),
)

test.each(all)('$change $name: logged, in the history, told to the old contacts', async (of) => {
  const { change, path } = of
  const { told, undo } = accountChanges[change]
  const { id, was } = await path.goes()
  const logged = await at()
    .db.selectFrom('audit')
    .select(['action', 'details'])
    .where('object_id', '=', id)
    .execute()
  expect(logged.map(({ action }) => action)).toContain(actionOf(change))
  expect(JSON.stringify(logged)).not.toMatch(/7\d{10}|@/)

  // Each contact as it was: the change's transaction enqueues its messages.
  const messages = await at()
    .db.selectFrom('messages')
    .innerJoin('account_changes', 'account_changes.id', 'messages.account_change_id')
    .select(['messages.kind', 'account_changes.phone', 'account_changes.email', 'key_hash'])
    .where('account_id', '=', id)
    .where('change', '=', change)
    .orderBy('kind')
    .execute()
  const owed = [
    ...(was.email && told !== 'nobody' ? ['mail'] : []),
    ...(was.phone && told === 'both' && !path.quiet ? ['sms'] : []),
  ]
  expect(messages.map(({ kind }) => kind)).toEqual(owed)
  for (const row of messages) {
    expect({ phone: row.phone, email: row.email }).toEqual(was)
    expect(row.key_hash !== null).toBe(undo)
  }
  const says = accountChangeTexts[change].kz
  if (owed.includes('mail'))
    await until(
      () => at().mails(was.email ?? ''),
      (letters) =>
        letters.some(({ text }) => text.includes(says) && (!undo || text.includes('#key='))),
    )
  if (owed.includes('sms'))
    await until(
      () => at().messages(was.phone ?? ''),
      (texts) => texts.some(({ text }) => text.includes(undo ? '/not-me#' : 'кабинет')),
    )
})

test('who gave the account back ends its other links too, the older ones among them', async () => {
  const { who, key, code } = await pressesNotMe(await somebody(['phone', 'email']))
  // An earlier change of the same evening, notified before.
  const older = `older-${made}-${'k'.repeat(30)}`
  const { db } = at()
  const row = await db
    .selectFrom('account_changes')
    .selectAll()
    .where('key_hash', '=', tokenHash(key))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('account_changes')
    .values({
      ...row,
      id: crypto.randomUUID(),
      key_hash: tokenHash(older),
      at: new Date(row.at.getTime() - 60_000),
      ended_at: null,
    })
    .execute()
  expect((await at().api('accountNotMeRead', { key: older })).status).toBe(200)
  const own = { password: chosen('owner'), password_repeat: chosen('owner') }
  expect((await at().api('accountNotMePassword', { key, code, ...own })).body.success).toBe(true)
  expect((await at().api('accountNotMe', { key: older })).status).toBe(404)
  expect(await hasPassword(who)).toBe(true)
})
const hasPassword = async ({ id }: Somebody) =>
  (
    await at()
      .db.selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash !== null

test('whoever changed it stands in the history of the cabinet', async () => {
  const sold = await soldByPromoter(await somebody(['phone']))
  const token = await signedIn(at(), sold)
  expect((await at().api('cabinetHistory', {}, token)).body).toMatchObject({
    data: [{ what: accountChangeTexts.email_set.kz, by: 'promoter', device: '' }],
  })
})

test('what an account has, an order leaves as it is, without a word', async () => {
  const who = await orders(await somebody(['phone', 'email']))
  const logged = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('object_id', '=', who.id)
    .execute()
  expect(logged).toEqual([])
  const row = await at()
    .db.selectFrom('accounts')
    .select(['phone', 'email'])
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual(who.was)
})
