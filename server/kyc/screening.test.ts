import { expect, test } from 'vitest'
import { maskIin } from '#domain/iin.ts'
import { amlJob } from '#server/jobs/definitions.ts'
import { stranger } from '#tests/client.ts'
import { kycDesk, namesake } from '#tests/kyc-desk.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { statusOf, imports, staff } = kycDesk(at)

test('a client with a policy in force is found when a list changes, waits on the list of new cases, and is released when the entry goes', async () => {
  spec('4.1.kyc-clients-screened-again')

  const buys = await purchaseToken(at())
  const { orderId } = await ordered(at(), buys)
  await paysBill(at())
  await settled(at(), buys, orderId)
  expect(await statusOf(buyer.iin)).toMatchObject({
    status: 'unblocked',
    matches: [],
    policies_in_force: 1,
  })

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: ['WMD'] })
  await imports()
  const found = await until(
    async () =>
      at().db.selectFrom('kyc_cases').selectAll().where('iin', '=', buyer.iin).executeTakeFirst(),
    (row) => row !== undefined,
  )
  expect(found).toMatchObject({ status: 'blocked', origin: 'rescreen', decided_at: null })
  const { body } = await at().api('kycCases', {}, await staff())
  expect(body).toMatchObject({ data: { waiting: expect.any(Number) } })
  if (body.success)
    expect(body.data.cases.find(({ iin }) => iin === maskIin(buyer.iin))).toMatchObject({
      origin: 'rescreen',
      lists: [{ code: 'WMD', title: expect.stringContaining('қару') }],
      policies_in_force: 1,
    })
  const walk = await until(
    async () => (await at().api('kycLists', {}, await staff())).body,
    (lists) => lists.success && lists.data.rescreen?.state === 'done',
  )
  expect(walk).toMatchObject({ data: { fresh: true, rescreen: { list: 'WMD', blocked: 1 } } })

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: [] })
  await imports()
  await until(
    async () =>
      (
        await at()
          .db.selectFrom('kyc_cases')
          .select('status')
          .where('iin', '=', buyer.iin)
          .executeTakeFirst()
      )?.status,
    (status) => status === 'unblocked',
  )
  expect((await statusOf(buyer.iin)).history[0]).toMatchObject({ event: 'released', by: null })
})

test('a list that begins to block, wants a look or only marks has the clients screened again, as an import does', async () => {
  spec('4.1.kyc-clients-screened-again-when')

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: ['PEP'] })
  await imports()
  await until(
    async () => (await statusOf(buyer.iin)).matches.map(({ list }) => list),
    (lists) => lists.includes('PEP'),
  )
  expect(await statusOf(buyer.iin)).toMatchObject({ status: 'unblocked' })
  const changes = async (effect: 'block' | 'flag', status: 'blocked' | 'unblocked') => {
    await at().db.updateTable('aml_lists').set({ effect }).where('code', '=', 'PEP').execute()
    const found = await until(
      () =>
        at()
          .db.selectFrom('kyc_cases')
          .select(['status', 'origin'])
          .where('iin', '=', buyer.iin)
          .executeTakeFirst(),
      (row) => row?.status === status,
    )
    const walk = await until(
      () =>
        at()
          .db.selectFrom('kyc_rescreens')
          .selectAll()
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      (row) => row?.state === 'done',
    )
    expect(walk?.list_code).toBe('PEP')
    return found
  }
  expect(await changes('block', 'blocked')).toMatchObject({ origin: 'rescreen' })
  await changes('flag', 'unblocked')
  expect((await statusOf(buyer.iin)).history[0]).toMatchObject({ event: 'released', by: null })
  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: [] })
})

test('who has never tried to buy is screened by name and IIN as a sale would screen them, and can be unblocked', async () => {
  const fresh = await testApp()
  const desk = kycDesk(() => fresh)
  const token = await desk.staff()
  const look = async (iin: string) => (await fresh.api('kycStatus', { iin }, token)).body
  // The entry has no IIN: only the name that the unified database gives finds it.
  expect(await look(namesake.iin)).toMatchObject({
    data: { status: 'blocked', compared: 'person', matches: [{ list: 'TERROR', iin: null }] },
  })
  await fresh.control('PUT', `/control/people/${stranger.iin}`, { lists: ['TERROR'] })
  await fresh.server.deps.queue.send(amlJob, {})
  const blocked = await until(
    () => look(stranger.iin),
    (body) => body.success && body.data.status === 'blocked',
  )
  expect(blocked).toMatchObject({ data: { matches: [{ by: 'iin', score: 1 }], to_decide: true } })
  // With the unified database silent the IIN alone still blocks.
  await fresh.server.deps.db.deleteFrom('kyc_history').execute()
  await fresh.server.deps.db.deleteFrom('kyc_cases').execute()
  await fresh.server.deps.db.deleteFrom('screenings').execute()
  await fresh.fault('esbd', 'unavailable', { times: 50 })
  expect(await look(stranger.iin)).toMatchObject({
    data: { status: 'blocked', compared: 'iin_only', person: null },
  })
  const alone = { iin: stranger.iin, reason: 'Исключён, есть письмо' }
  expect((await fresh.api('kycUnblock', alone, token)).body).toMatchObject({ code: 14135 })
  await desk.unblocksByTwo(stranger.iin)
  expect(await look(stranger.iin)).toMatchObject({ data: { status: 'unblocked' } })
})

test('another surname lets nobody go whose entry still stands', async () => {
  const fresh = await testApp()
  const desk = kycDesk(() => fresh)
  const { person } = await desk.statusOf(namesake.iin)
  const renamed = {
    iin: namesake.iin,
    surname: 'Жаңабаев',
    name: person?.name ?? '',
    patronymic: '',
    birthDate: '1983-03-04',
  }
  const { screening } = fresh.server.deps
  expect(await screening.check(renamed)).toBe('review')
  const { status, history } = await desk.statusOf(namesake.iin)
  expect(status).toBe('blocked')
  expect(history.map(({ event }) => event)).toEqual(['blocked'])
  // The list itself lifts the block.
  await fresh.db.updateTable('aml_lists').set({ effect: 'flag' }).execute()
  screening.renew()
  expect(await screening.check(renamed)).toBe('clear')
})

test('whom neither we nor the unified database know is looked for by the IIN alone', async () => {
  expect(await statusOf('930412399924')).toMatchObject({
    status: 'unblocked',
    compared: 'iin_only',
    person: null,
    matches: [],
    history: [],
  })
  expect(await at().api('kycStatus', { iin: '900101399907' }, await staff())).toMatchObject({
    status: 422,
  })
  const none = await at().api(
    'kycUnblock',
    { iin: '930412399924', reason: 'нет такого дела' },
    await staff(),
  )
  expect(none.status).toBe(404)
})
