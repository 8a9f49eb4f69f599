import { calculate } from '#contract/ogpo-calculate.ts'
import { addDays } from '#domain/calendar.ts'
import { insurerFactNames } from '#domain/insurer-facts.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import type { Server } from '../app.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/create-token.ts'
import type { Start } from '../products/products.ts'
import { claim, client, demoAccounts, demoPassword } from './demo-accounts.ts'
import { demoParties, pastPolicy } from './demo-policy.ts'
import { prepareDemoPromoter } from './demo-promoter.ts'
import { starts } from './starts.ts'

/**
 * Demonstration accounts and the client's rows (settled.md, "Running"): only beside the sandbox.
 * Safe to repeat and to interrupt.
 */

/**
 * One car may be terminated (it is off the register), the other may not; its policy ends soon and
 * offers renewal.
 */
const cars = {
  free: { registrationNumber: '900ZHK02', techPassport: 'AF50010001' },
  registered: { registrationNumber: '901ZHK02', techPassport: 'AF50010002' },
}

/** So long ago the demonstration's newest policy began; it was paid the day before. */
const NEWEST_DAYS = 120

/**
 * Facts of the sample insurers, invented and marked so. Production has none until staff enter what
 * a source says.
 */
const factsOfSamples = [
  ['dala', ['9', '14', '0.4']],
  ['tobyl', ['11', '19', '0.7']],
  ['alatau', ['12', '8', '0.3']],
] as const

async function demoInsurerFacts({ db }: Deps): Promise<void> {
  await db
    .insertInto('insurer_facts')
    .values(
      factsOfSamples.flatMap(([insurer_code, values]) =>
        insurerFactNames.map((fact, at) => ({
          insurer_code,
          fact,
          value: values[at] ?? '0',
          source_kz: 'үлгі',
          source_ru: 'образец',
          as_of: '2026-09-30',
          effective_from: '2026-10-15',
        })),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['insurer_code', 'fact', 'effective_from']).doNothing(),
    )
    .execute()
}

/** Call it when the server listens: the cards and the claim go through its own door. */
export async function prepareDemo(server: Server): Promise<void> {
  const { deps } = server
  if (!deps.config.sandbox) return
  await demoAccounts(deps)
  await demoParties(deps)
  await demoBooksStart(deps)
  await demoInsurerFacts(deps)
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
    { number: 'QGDEMO001', car: cars.free, start: addDays(today, -NEWEST_DAYS) },
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

/**
 * The demonstration's books begin with the month of its newest policy: anything older belongs to a
 * former program.
 */
async function demoBooksStart({ db, clock }: Deps): Promise<void> {
  const known = await db.selectFrom('books_starts').select('id').limit(1).executeTakeFirst()
  if (known) return
  const now = clock.now()
  const month = addDays(clock.today(), -NEWEST_DAYS - 1).slice(0, 7)
  await db
    .insertInto('books_starts')
    .values({ month, source: '', ours: 0, state: 'signed', asked_at: now, decided_at: now })
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

/** Enters a card on the sandbox's page; its notice arrives as always. */
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
