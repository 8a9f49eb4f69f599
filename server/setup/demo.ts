import { calculate } from '#contract/ogpo-calculate.ts'
import { addDays } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { Server } from '../app.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/identity.ts'
import type { Start } from '../products/start.ts'
import { claim, client } from './demo-claim.ts'
import { pastPolicy } from './demo-policy.ts'
import { demoPromoter, prepareDemoPromoter } from './demo-promoter.ts'
import { starts } from './starts.ts'

/**
 * Demonstration accounts and what the client has (decisions, "Running"): only where the sandbox
 * runs. Safe to repeat and to break off.
 */
export const demoPassword = 'demo-2026'
type Demo = {
  iin: string
  role: string
  administrator?: boolean
  phone?: string
  names: [surname: string, name: string, patronymic: string]
  who: string
}
/** Staff have phones for the code of the second step, where it is switched on. */
const accounts: Demo[] = [
  { ...client, role: 'user', names: ['Әбдіқадыров', 'Нұрлан', 'Серікұлы'], who: 'client' },
  {
    iin: '850505499909',
    phone: '77010000901',
    role: 'accountant',
    names: ['Ермекова', 'Жанар', 'Сәбитқызы'],
    who: 'accountant',
  },
  {
    iin: '880808399905',
    phone: '77010000902',
    role: 'staff',
    names: ['Тұрсынов', 'Ерлан', 'Бақытұлы'],
    who: 'staff',
  },
  {
    iin: '880808399915',
    phone: '77010000903',
    role: 'staff',
    administrator: true,
    names: ['Сейітова', 'Мәдина', 'Арманқызы'],
    who: 'staff administrator',
  },
]
/** The logins to print. */
export const demoLogins = [...accounts.map(({ iin, who }) => ({ iin, who })), demoPromoter]

/**
 * One car may be terminated (it is off the register), the other may not; its policy ends soon and
 * offers renewal.
 */
const cars = {
  free: { registrationNumber: '900ZHK02', techPassport: 'AF50010001' },
  registered: { registrationNumber: '901ZHK02', techPassport: 'AF50010002' },
}

/** Call it when the server listens: the cards and the claim go through its own door. */
export async function prepareDemo(server: Server): Promise<void> {
  const { deps } = server
  if (!deps.config.sandbox) return
  await demoAccounts(deps)
  await prepareDemoPromoter(server, demoPassword)
  const account = await deps.db
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('iin', '=', client.iin)
    .executeTakeFirstOrThrow()
  const known = await deps.db
    .selectFrom('orders')
    .select('number')
    .where('number', 'like', 'QGDEMO%')
    .execute()
  const today = deps.clock.today()
  const wanted = [
    { number: 'QGDEMO001', car: cars.free, start: addDays(today, -120) },
    { number: 'QGDEMO002', car: cars.registered, start: addDays(today, -344) },
    { number: 'QGDEMO003', car: cars.registered, start: addDays(today, -709) },
  ].filter(({ number }) => !known.some((order) => order.number === number))
  const cardsKnown = await deps.db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst()
  const claimKnown = await deps.db
    .selectFrom('claims')
    .select('id')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst()
  const missing: Start[] = []
  for (const start of starts) if (!(await start.demoKnown(deps.db, account.id))) missing.push(start)
  if (wanted.length === 0 && cardsKnown && claimKnown && missing.length === 0) return
  const now = deps.clock.now()
  const token = await createToken(
    deps.db,
    { ...client, kind: 'user', session: { accountId: account.id, device: '', beganBy: 'code' } },
    now,
    new Date(now.getTime() + 600_000),
  )
  try {
    for (const { number, car, start } of wanted)
      await pastPolicy(deps, await quoted(server, token, car), {
        number,
        start,
        phone: client.phone,
      })
    if (!cardsKnown)
      for (const pan of ['4400000000000001', '5100000000000002'])
        await bindCard(deps, account.id, pan)
    if (!claimKnown) await claim(server, token)
    for (const start of missing) await start.demo(server, token)
  } finally {
    await deps.db
      .deleteFrom('tokens')
      .where('account_id', '=', account.id)
      .where('device', '=', '')
      .where('created_at', '=', now)
      .execute()
  }
}

async function demoAccounts({ db, clock }: Deps) {
  const known = await db
    .selectFrom('accounts')
    .select('iin')
    .where('realm', '=', 'cabinet')
    .where('password_hash', 'is not', null)
    .execute()
  const now = clock.now()
  for (const { iin, role, administrator, phone, names } of accounts) {
    if (known.some((account) => account.iin === iin)) continue
    const [surname, name, patronymic] = names
    const row = {
      role,
      administrator: administrator ?? false,
      surname,
      name,
      patronymic,
      password_hash: await hashPassword(demoPassword),
    }
    if (phone)
      await db
        .updateTable('accounts')
        .set({ phone: null })
        .where('phone', '=', phone)
        .where('iin', '<>', iin)
        .execute()
    await db
      .insertInto('accounts')
      .values({ iin, ...row, phone: phone ?? null, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['realm', 'iin']).doUpdateSet({ ...row, phone: phone ?? null }),
      )
      .execute()
  }
  const agreed = await db
    .selectFrom('consents')
    .select('id')
    .where('iin', '=', client.iin)
    .limit(1)
    .executeTakeFirst()
  if (agreed) return
  await db
    .insertInto('consents')
    .values({
      ...client,
      kind: 'policyholder',
      state: 'approved',
      channel: 'sms_code',
      text_version: legalVersions.personalData,
      asked_by: client.iin,
      requested_at: now,
      answer_until: now,
      answered_at: now,
      valid_until: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute()
}

/** A real quote of today; the policy of an earlier day is made from it. */
async function quoted(
  { app, deps }: Server,
  token: string,
  car: { registrationNumber: string; techPassport: string },
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: calculate.path,
    headers: { authorization: `Bearer ${token}` },
    payload: {
      drivers: [],
      vehicles: [car],
      insurant: { ...client, willDrive: true },
      operation: { applicationId: crypto.randomUUID() },
      order: { dateStart: earliestStart(deps.clock.today()), period: 12 },
    },
  })
  const read = calculate.reply.parse(answer.json())
  if (!read.success) throw new Error(`the demonstration quote was refused: ${read.code}`)
  return read.data.calculations[0]?.calculationId ?? ''
}

/** The client gives a card on the sandbox's page; its notice comes to us as always. */
async function bindCard({ systems, config, db, clock }: Deps, accountId: string, pan: string) {
  await db
    .updateTable('accounts')
    .set({ cards_asked_at: clock.now() })
    .where('id', '=', accountId)
    .execute()
  const page = await systems.acquirer.startBinding({
    userId: accountId,
    locale: 'kz',
    noticeUrl: `http://127.0.0.1:${config.port}/api/hooks/acquirer/card`,
    backUrl: `${config.publicUrl}/account?tab=cards`,
  })
  if ('refused' in page) return
  await fetch(page.redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ pan, expiry: '12/29', cvc: '123' }),
    redirect: 'manual',
  })
}
