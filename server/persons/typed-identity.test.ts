import { expect, test } from 'vitest'
import { maskIin } from '#domain/iin.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer, paysBill, purchaseToken, quoted, ready, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

const clerk = { iin: '880808399905', phone: '77010000580' }
/** A list names this person without an IIN. */
const listed = ready('830304399916')
const bill = { system: 'mobile_bank', method: 'bill' } as const
const down = (at: TestApp) => at.fault('gkb', 'unavailable', { times: 5_000 })
const up = (at: TestApp) => at.control('DELETE', '/control/faults')
const own = {
  iin: buyer.iin,
  document_type: 'ID_CARD',
  number: '049900777',
  issue_date: '2021-09-15',
  issuer: 'ҚР ІІМ',
  valid_to: '2031-09-14',
  surname: 'Әбдіқадыров',
  name: 'Нұрлан',
  patronymic: 'Серікұлы',
  birth_date: '1985-03-15',
} as const
const another = {
  ...own,
  iin: listed.iin,
  surname: 'Басқа',
  name: 'Адам',
  patronymic: '',
  birth_date: '1983-03-04',
} as const

async function types(at: TestApp, token: string, document: typeof own | typeof another) {
  const { body } = await at.api('setClientByDocument', document, token)
  if (!body.success) throw new Error(JSON.stringify(body))
}
async function staff(at: TestApp) {
  await account(at, clerk, { role: 'staff' })
  return signedIn(at, clerk)
}
const setPolicies = async (at: TestApp) =>
  (await at.journal('esbd')).filter(({ operation }) => operation === 'SetPolicy').length

test('whoever a list names buys nothing under a typed name: staff see it first, and the register is asked again before the policy is set', async () => {
  spec('7.3.ours-identity-typed-hand')

  const at = await testApp()
  const desk = await staff(at)
  const token = await purchaseToken(at, listed)
  await down(at)
  await types(at, token, another)
  const quote = await quoted(at, token, sale({ insurant: { ...listed } }))
  const order = async () =>
    (await at.api('ogpoOrder', { calculationId: quote.calculationId, pay: bill }, token, 'ru')).body
  expect(await order()).toMatchObject({
    success: false,
    code: 14093,
    message: expect.stringContaining('Их проверяют наши сотрудники'),
    data: { driver_iin: listed.iin },
  })
  expect(await at.db.selectFrom('orders').select('id').execute()).toEqual([])

  // The desk has the case with the typed data; viewing does not remove it.
  const status = async () => (await at.api('kycStatus', { iin: listed.iin }, desk)).body
  const waiting = await at.api('kycCases', {}, desk)
  expect(waiting.body).toMatchObject({
    data: { cases: [{ iin: maskIin(listed.iin), name: 'Басқа Адам', origin: 'typed', lists: [] }] },
  })
  expect(await status()).toMatchObject({
    data: {
      status: 'blocked',
      to_decide: true,
      typed: { surname: 'Басқа', name: 'Адам', document: { type: 'ID_CARD', number: '049900777' } },
    },
  })
  expect(await status()).toMatchObject({ data: { status: 'blocked', to_decide: true } })
  expect(await order()).toMatchObject({ code: 14093 })

  // A forged card deceived staff; the register answers again before the policy is set.
  expect(
    (await at.api('kycUnblock', { iin: listed.iin, reason: 'Сверено удостоверение' }, desk)).body,
  ).toEqual({ success: true })
  const placed = await order()
  if (!placed.success) throw new Error(JSON.stringify(placed))
  await up(at)
  await paysBill(at, listed.phone)
  await settled(at, token, placed.data.orderId, ['retrying', 'issued', 'failed'])
  expect(
    (await at.api('ogpoCheckOrderSet', { orderId: placed.data.orderId }, token)).body,
  ).toMatchObject({ data: { status: 'retrying' } })
  expect(await setPolicies(at)).toBe(0)
  expect(await status()).toMatchObject({
    data: { status: 'blocked', to_decide: true, matches: [{ list: 'TERROR' }] },
  })
})

test('a typed identity staff have cleared is issued while the register is silent, and only then written into the unified database', async () => {
  const at = await testApp()
  const desk = await staff(at)
  const token = await purchaseToken(at)
  await down(at)
  await types(at, token, own)
  const quote = await quoted(at, token)
  const order = async () =>
    (await at.api('ogpoOrder', { calculationId: quote.calculationId, pay: bill }, token)).body
  expect(await order()).toMatchObject({ code: 14093 })
  expect(
    (await at.api('kycUnblock', { iin: buyer.iin, reason: 'Сверено удостоверение' }, desk)).body,
  ).toEqual({ success: true })
  const placed = await order()
  if (!placed.success) throw new Error(JSON.stringify(placed))
  const writes = async () =>
    (await at.journal('esbd')).filter(({ operation }) => operation.startsWith('SetClient')).length
  expect(await writes()).toBe(0)
  await paysBill(at)
  expect(await settled(at, token, placed.data.orderId)).toMatchObject({
    data: { status: 'issued' },
  })
  expect(await writes()).toBeGreaterThan(0)
  // Another typed name is another question.
  await types(at, token, { ...own, name: 'Нұрбек' } as unknown as typeof own)
  const second = await quoted(at, token, sale({ order: { dateStart: '2026-11-22' } }))
  expect(
    (await at.api('ogpoOrder', { calculationId: second.calculationId, pay: bill }, token)).body,
  ).toMatchObject({ code: 14093 })
})

test('the register back at the order decides: the same paper is sold, another one is calculated anew', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const ordered = async (document: typeof own) => {
    await down(at)
    await types(at, token, document)
    const wanted = sale()
    const { calculationId } = await quoted(at, token, wanted)
    const waits = await at.api('ogpoOrder', { calculationId, pay: bill }, token)
    expect(waits.body).toMatchObject({ code: 14093 })
    await up(at)
    const { body } = await at.api('ogpoOrder', { calculationId, pay: bill }, token)
    return { body, wanted }
  }
  const forged = await ordered(own)
  expect(forged.body).toMatchObject({ success: false, code: 14006 })
  // Its application gets no second quote; a new one uses the register's facts.
  expect((await at.api('ogpoCalculate', forged.wanted, token)).status).toBe(422)
  expect((await at.api('ogpoCalculate', sale(), token)).body).toMatchObject({ success: true })
  const facts = await at.db
    .selectFrom('quotes')
    .select('facts')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { policyholder } = facts.facts as { policyholder: { document: { number: string } } }
  const same = await ordered({
    ...own,
    number: policyholder.document.number,
  } as unknown as typeof own)
  expect(same.body).toMatchObject({ success: true, data: { state: 'awaiting_payment' } })
  // Proof by the register leaves staff nothing to decide.
  const found = await at.db.selectFrom('kyc_cases').select(['iin', 'status']).execute()
  expect(found).toEqual([{ iin: buyer.iin, status: 'unblocked' }])
})

test('a name typed over one that a list knows gives no price and leaves the case on the desk', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at, listed)
  const calculate = async () =>
    (await at.api('ogpoCalculate', sale({ insurant: { ...listed } }), token)).body
  expect(await calculate()).toMatchObject({ code: 12004 })
  await down(at)
  await types(at, token, another)
  expect(await calculate()).toMatchObject({ code: 12004 })
  const found = await until(
    () =>
      at.db
        .selectFrom('kyc_cases')
        .select(['status', 'origin'])
        .where('iin', '=', listed.iin)
        .executeTakeFirst(),
    (row) => row !== undefined,
  )
  expect(found).toEqual({ status: 'blocked', origin: 'sale' })
})
