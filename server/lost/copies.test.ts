import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { salesCopiedDays } from '#domain/lifetimes.ts'
import { placed } from '#tests/chaos/at-house.ts'
import { beforeAndAfter, SIGNING_KEY, searched } from '#tests/lost-database.ts'
import { frontOf, objectStorage } from '#tests/object-storage.ts'
import { purchaseToken } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import { openAttempt } from '../payments/open.ts'
import { newSearch, watchLine } from './database-line.ts'
import { searchLost } from './search.ts'
import { dropOldCopies } from './work.ts'

test('a bill whose number is in no copy is not sent once more', { timeout: 120_000 }, async () => {
  const { before, after } = await beforeAndAfter()
  const token = await purchaseToken(before)
  const { orderId, calculationId } = await placed(before, token, 'card')
  const { files } = before.server.deps.systems
  const ofCard = await Array.fromAsync(files.keys('sales'))
  // Paid another way: that the bank is asked is written down after the copy.
  const pay = { system: 'mobile_bank' as const, method: 'bill' as const }
  const { body } = await before.api(
    'ogpoOrder',
    { calculationId, pay, email: 'client@example.kz' },
    token,
  )
  expect(body).toMatchObject({ success: true, data: { orderId } })
  const ofBill = (await Array.fromAsync(files.keys('sales'))).filter((key) => !ofCard.includes(key))
  expect(ofBill).toHaveLength(2)
  for (const key of [...ofCard, ...ofBill.filter((one) => one.endsWith('-b'))])
    await files.remove(key)
  await searched(after)
  expect(await openAttempt(after.server.deps, `${orderId}-2`)).not.toMatchObject({ opened: true })
  const payment = await after.db
    .selectFrom('payment_attempts')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ state: 'error', outside_id: null, asked_at: expect.any(Date) })
})

test('a bill that was asked for is not sent once more by a database that took over', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ WORKER: 'off' })
  const { attemptId } = await placed(at, await purchaseToken(at), 'bill')
  const bills = () => at.invoices('77010000001')
  expect(await bills()).toHaveLength(1)
  await watchLine(at.server.deps)
  // As the standby has it: that the bank was asked, and what it told, is lost.
  await sql`update database_line set line = 0`.execute(at.db)
  await at.db
    .updateTable('payment_attempts')
    .set({ state: 'created', asked_at: null, outside_id: null })
    .execute()
  await Promise.all([1, 2, 3].map(() => openAttempt(at.server.deps, attemptId)))
  expect(await bills()).toHaveLength(1)
  const search = await at.db.selectFrom('lost_searches').select('id').executeTakeFirstOrThrow()
  await searchLost(at.server.deps, search.id)
  // The copy has the number: what is paid finds its way.
  const [bill] = await bills()
  expect(
    await at.db
      .selectFrom('payment_attempts')
      .select(['outside_id', 'state'])
      .executeTakeFirstOrThrow(),
  ).toEqual({ outside_id: bill?.id, state: 'error' })
})

test('copies that a storage does not give are told, and come back when it does', {
  timeout: 120_000,
}, async () => {
  const storage = await objectStorage()
  onTestFinished(storage.close)
  const front = await frontOf(storage.bucket.address)
  onTestFinished(front.close)
  const settings = { ...storage.settings, FILES_ADDRESS: front.address, SIGNING_KEY }
  const before = await testApp(settings)
  const after = await testApp({
    ...settings,
    WORKER: 'off',
    SANDBOX_PORT: new URL(before.sandbox.url).port,
    SANDBOX_SMTP_PORT: String(before.sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(before.sandbox.antivirusPort),
  })
  const { orderId } = await placed(before, await purchaseToken(before), 'card')
  front.refuse(/\/sales\//)
  const { db, clock } = after.server.deps
  const id = await newSearch(db, new Date(0), 'a test', clock.now())
  const search = () => db.selectFrom('lost_searches').selectAll().executeTakeFirstOrThrow()
  const finds = () => db.selectFrom('lost_finds').selectAll().orderBy('what').execute()
  const looked = async () => {
    await db.updateTable('lost_searches').set({ next_look_at: clock.now() }).execute()
    await searchLost(after.server.deps, id)
  }
  for (let look = 0; look < 3; look += 1) await looked()
  expect(await search()).toMatchObject({ looks: 3, unread: 1, next_look_at: expect.any(Date) })
  expect(await finds()).toMatchObject([
    { what: 'left', settled_at: null, note: expect.stringContaining('not read: files read') },
  ])
  expect(JSON.stringify(await finds())).not.toMatch(/850315399904|77010000001/)
  front.refuse(null)
  await looked()
  expect(await search()).toMatchObject({ looks: 3, unread: 0, next_look_at: null })
  expect(await finds()).toMatchObject([
    { what: 'left', settled_at: expect.any(Date) },
    { what: 'sale', sale_id: orderId },
  ])
})

test('no copy can be read without our key, and old ones are taken away', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ SIGNING_KEY })
  const token = await purchaseToken(at)
  await placed(at, token, 'bill')
  const { files } = at.server.deps.systems
  const keys = await Array.fromAsync(files.keys('sales'))
  expect(keys).toHaveLength(2)
  for (const key of keys) {
    const bytes = Buffer.concat(await Array.fromAsync(await files.read(key)))
    expect(bytes.toString('latin1')).not.toMatch(/850315399904|77010000001|policyholder/)
  }
  const { deps } = at.server
  await dropOldCopies(deps, addDays(deps.clock.today(), salesCopiedDays))
  expect(await Array.fromAsync(files.keys('sales'))).toEqual(keys)
  await dropOldCopies(deps, addDays(deps.clock.today(), salesCopiedDays + 1))
  expect(await Array.fromAsync(files.keys('sales'))).toEqual([])
})
