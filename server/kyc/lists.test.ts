import { expect, test } from 'vitest'
import { amlJob } from '#server/jobs/definitions.ts'
import { buyer, purchaseToken, quoted, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'
import { listsUntilFresh } from './import-lists.ts'

const bill = { system: 'mobile_bank', method: 'bill' } as const

test('while the lists are too old a quote is made but nothing is ordered: AML check failed', async () => {
  spec('8.3.kyc-aml-check-failed')

  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const old = new Date(Date.now() - 73 * 3_600_000)
  await at.db.updateTable('aml_versions').set({ confirmed_at: old }).execute()
  await until(
    async () => (await fetch(`${at.url}/health/ready`)).status,
    (status) => status === 503,
  )
  const quote = await quoted(at, token)
  const refused = await at.api(
    'ogpoOrder',
    { calculationId: quote.calculationId, pay: bill },
    token,
    'ru',
  )
  expect(refused.body).toEqual({
    success: false,
    code: 12004,
    message: 'Проверить сейчас не получилось. Повторите позже.',
    data: { reason: 'unavailable' },
  })
  expect(await at.db.selectFrom('orders').select('id').execute()).toEqual([])

  await at.db.updateTable('aml_versions').set({ confirmed_at: new Date() }).execute()
  const placed = await until(
    () => at.api('ogpoOrder', { calculationId: quote.calculationId, pay: bill }, token),
    ({ body }) => body.success,
  )
  expect(placed.body.success).toBe(true)
})

test('lists that a start could not take are taken when their publisher is back', async () => {
  const at = await testApp({ WORKER: 'off' })
  await at.db
    .updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  const { deps } = at.server
  deps.screening.renew()
  await at.fault('aml', 'unavailable', { times: 1_000 })
  const asked = async () => (await at.journal('aml')).length
  const before = await asked()
  const closing = new AbortController()
  const taken = listsUntilFresh(deps, closing.signal, 50)
  await until(asked, (now) => now > before)
  expect(await deps.screening.fresh()).toBe(false)
  await at.control('DELETE', '/control/faults')
  await taken
  expect(await deps.screening.fresh()).toBe(true)
  // A process that closes does not wait for them.
  await at.db
    .updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  deps.screening.renew()
  await at.fault('aml', 'unavailable', { times: 1_000 })
  const meanwhile = await asked()
  const waiting = listsUntilFresh(deps, closing.signal, 3_600_000)
  await until(asked, (now) => now > meanwhile)
  closing.abort()
  await waiting
  expect(await deps.screening.fresh()).toBe(false)
})

test('a person put on a list between quote and order is refused at the order', async () => {
  spec('8.3.kyc-client-found-list')

  const at = await testApp()
  const token = await purchaseToken(at)
  const quote = await quoted(at, token)
  await at.control('PUT', `/control/people/${buyer.iin}`, { lists: ['TERROR_FINANCING'] })
  await at.server.deps.queue.send(amlJob, {})
  await until(
    async () => (await at.api('ogpoCalculate', sale(), token)).body.success,
    (success) => !success,
  )
  const refused = await at.api(
    'ogpoOrder',
    { calculationId: quote.calculationId, pay: bill },
    token,
  )
  expect(refused.body).toMatchObject({
    success: false,
    code: 12004,
    data: { driver_iin: buyer.iin },
  })
})

test('a client staff have unblocked buys again until a new entry matches; the decision is stored with the versions of the lists', async () => {
  spec('3.3.kyc-status-blocked-unblocked')

  const at = await testApp({ WORKER: 'off' })
  const namesake = { iin: '830304399916', phone: '77010000021' }
  const token = await purchaseToken(at, namesake)
  const calculate = async () =>
    (await at.api('ogpoCalculate', sale({ insurant: { ...namesake } }), token)).body
  expect(await calculate()).toMatchObject({ code: 12004 })
  const kept = await at.db
    .selectFrom('screenings')
    .selectAll()
    .where('iin', '=', namesake.iin)
    .executeTakeFirstOrThrow()
  expect(kept.decision).toBe('review')
  expect(kept.list_versions).toMatchObject({ TERROR: expect.any(String), UN: expect.any(String) })
  await at.db
    .updateTable('kyc_cases')
    .set({ status: 'unblocked', reason: 'another person', decided_by: 'staff' })
    .where('iin', '=', namesake.iin)
    .execute()
  expect(await calculate()).toMatchObject({ success: true })
})
