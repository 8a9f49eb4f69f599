import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { codeOn, signedIn } from '#tests/client.ts'
import { egovBrowser, start } from '#tests/egov-browser.ts'
import {
  billsStay,
  buyer,
  car,
  clockTo,
  ordered,
  ownCar,
  paysBill,
  purchaseToken,
  quoted,
  sale,
  settled,
} from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import money from './money.json' with { type: 'json' }

// What went wrong with money elsewhere (`money.json`, each with its source): a procedure is played
// here, under its id, or by a test that is named here and must be there.

const elsewhere: Record<string, readonly [file: string, name: string]> = {
  'BM-01': [
    'server/reports/statement-cases.test.ts',
    'a fee is kept with its tiyn and added up right',
  ],
  'BM-03': [
    'server/reports/statement-cases.test.ts',
    'a movement that an earlier statement has is known; another payment of the same order is the exception',
  ],
  'BM-04': [
    'server/reports/statement-cases.test.ts',
    'a statement imported under the wrong system is withdrawn, and the right one matches; both before and after',
  ],
  'BM-06': [
    'server/reports/statement-cases.test.ts',
    'a difference goes when the books have caught up, without another import',
  ],
  'BM-07': ['domain/statement.test.ts', "28'875,00"],
  'BM-13': ['tests/chaos/notices.test.ts', 'a payment after a notice of failure is a payment'],
  'BM-17': [
    'server/ogpo/calculate-once.test.ts',
    'the same application id with other facts is refused',
  ],
  'BM-22': [
    'server/policies/registration.test.ts',
    'on %s a contract of 2026 ends by the law of its day, for client and staff',
  ],
  'BM-23': [
    'domain/home/billing.test.ts',
    'periods follow each other without a gap or an overlap, and every try falls into paid time',
  ],
  'BM-24': [
    'server/home/renewal.test.ts',
    'whose card will have ended by the next charge hears it a month and a week before, once each',
  ],
  'BM-25': [
    'server/http/address.test.ts',
    'a port, a list and the other header of a proxy open no limit',
  ],
  'BM-27': [
    'server/http/shared-address.test.ts',
    'two hundred buyers behind one address come to their price in ten minutes',
  ],
  'BM-30': ['tests/journeys/cabinet.e2e.ts', 'nothing of them comes back with the page before'],
  'BM-32': [
    'server/messaging/unreachable.test.ts',
    'a mailbox that takes no mail is no outage: the letter is not tried again, staff and the client see it till the address is mended',
  ],
  'BM-33': [
    'tests/chaos/database.test.ts',
    'database connections cut during sales: answers are right or "try again", nothing is lost or doubled',
  ],
  'BM-38': [
    'server/ogpo/wallets.test.ts',
    'Apple’s pass is whole: each file stands in the manifest with its hash, which the certificate signs',
  ],
  'BM-39': ['domain/csv.test.ts', 'a text %j becomes %j: nothing a spreadsheet would run'],
}
/** Faults of libraries or of versions that are not here. */
const notHere = ['BM-35', 'BM-36', 'BM-37']

const root = join(import.meta.dirname, '../..')
test('every procedure is played: by a test of its name here, or by one that is there', () => {
  const own = readFileSync(import.meta.filename, 'utf8')
  const missing = money.filter(({ id }) => {
    const [file, name] = elsewhere[id] ?? []
    if (file && name) return !readFileSync(join(root, file), 'utf8').includes(name)
    return !notHere.includes(id) && !own.includes(`test('${id}: `)
  })
  expect(missing).toEqual([])
})

const bill = { system: 'mobile_bank', method: 'bill' } as const
const card = { system: 'card', method: 'redirect' } as const
const email = 'client@example.kz'
const stateOf = async (at: TestApp, id: string) =>
  (await at.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const attemptsOf = (at: TestApp, id: string) =>
  at.db
    .selectFrom('payment_attempts')
    .select(['id', 'state'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
const refundsOf = (at: TestApp) => at.db.selectFrom('refunds').select(['state', 'amount']).execute()
async function byCard(at: TestApp, token: string) {
  const { calculationId } = await quoted(at, token)
  const { body } = await at.api('ogpoOrder', { calculationId, pay: card, email }, token)
  if (!body.success) throw new Error(JSON.stringify(body))
  const [attempt] = await attemptsOf(at, body.data.orderId)
  const page = [...payments(at.sandbox.world).values()].find(
    ({ orderId }) => orderId === attempt?.id,
  )
  return { calculationId, orderId: body.data.orderId, page: page?.id ?? '' }
}
/** Sends the form of the acquirer's open page. */
const types = (at: TestApp, page: string, form: Record<string, string>) =>
  fetch(`${at.sandbox.url}/acquirer/pay/${page}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
const challenged = { pan: '4400000000000028', expiry: '12/29', cvc: '123' }

test('BM-09: an order is cancelled during 3-D Secure: the money that then comes goes back, and the client hears it', async () => {
  const at = await testApp()
  const token = await purchaseToken(at)
  const { orderId, page } = await byCard(at, token)
  await types(at, page, challenged)
  expect((await at.api('ogpoCancelOrder', { orderId }, token)).body).toMatchObject({
    success: true,
  })
  await types(at, page, { code: '1234' })
  await until(
    () => stateOf(at, orderId),
    (state) => state === 'refunded',
  )
  expect(await refundsOf(at)).toEqual([{ state: 'done', amount: 28_875 }])
  await until(
    () => at.messages(buyer.phone),
    (all) => all.some(({ text }) => text.includes('қайтарылды')),
  )
})

test('BM-11: the old card page is cancelled after the bill is paid: the order stays issued', async () => {
  const at = await testApp()
  const token = await purchaseToken(at)
  const { calculationId, orderId, page } = await byCard(at, token)
  await at.api('ogpoOrder', { calculationId, pay: bill, email }, token)
  await paysBill(at)
  await types(at, page, { cancel: '1' })
  expect(await settled(at, token, orderId)).toMatchObject({ data: { status: 'issued' } })
  expect((await attemptsOf(at, orderId)).map(({ state }) => state)).toEqual(['expired', 'paid'])
  expect(await refundsOf(at)).toEqual([])
})

test('BM-15: a policy cancelled by three calls at once is one refund', async () => {
  const at = await testApp()
  const buying = await purchaseToken(at)
  const { orderId } = await ordered(at, buying)
  await paysBill(at)
  const issued = await settled(at, buying, orderId)
  const globalId = issued.success ? (issued.data.globalId ?? '') : ''
  const token = await signedIn(at)
  const answers = await Promise.all(
    [1, 2, 3].map(() => at.api('cabinetCancelPolicy', { globalId }, token)),
  )
  expect(answers.map(({ body }) => body.success)).toEqual([true, true, true])
  await until(
    () => refundsOf(at),
    (all) => all.every(({ state }) => state === 'done'),
  )
  expect(await refundsOf(at)).toEqual([{ state: 'done', amount: 28_875 }])
})

test('BM-19: four orders of one quote at once, two by bill and two by card, are one attempt', async () => {
  const at = await testApp()
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const answers = await Promise.all(
    [bill, card, bill, card].map((pay) =>
      at.once('ogpoOrder', { calculationId, pay, email }, token),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(statuses).toContain(200)
  const attempts = await at.db.selectFrom('payment_attempts').select('state').execute()
  expect(attempts.filter(({ state }) => state !== 'expired')).toHaveLength(1)
})

test('BM-20: what is paid or ordered after midnight is never back-dated', async () => {
  const at = await testApp()
  await billsStay(at)
  await clockTo(at, '2026-11-20T18:57:30Z')
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  const late = await quoted(at, token, sale({ vehicles: [await ownCar(at)] }))
  await clockTo(at, '2026-11-20T19:03:00Z')
  await paysBill(at)
  await until(
    () => stateOf(at, orderId),
    (state) => state === 'refunded',
  )
  expect(await at.db.selectFrom('policies').select('id').execute()).toEqual([])
  const order = { calculationId: late.calculationId, pay: bill, email }
  expect((await at.api('ogpoOrder', order, token)).body).toMatchObject({ code: 14006 })
})

test('BM-28: e-ID begun in two tabs of one browser ends in both', async () => {
  const at = await testApp()
  const { open } = egovBrowser(() => at).browser()
  const begun = [(await open(start)).to, (await open(start)).to]
  for (const page of begun.toReversed()) {
    const back = (await open(page, { form: { iin: buyer.iin } })).to
    expect((await open(back)).to).toBe('/account')
  }
})

test('BM-40: another sum than the one confirmed is never given back, and twice at once is once', async () => {
  const at = await testApp()
  const buying = await purchaseToken(at)
  const { orderId } = await ordered(at, buying)
  await paysBill(at)
  const issued = await settled(at, buying, orderId)
  const globalId = issued.success ? (issued.data.globalId ?? '') : ''
  await at.control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  const of = { globalId, terminateReason: 'sold' } as const
  const priced = async () => {
    const token = await signedIn(at)
    const { body } = await at.api('cabinetCalcTerminate', of, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    await at.api('cabinetSendTerminateCode', { calcId: body.data.calcId }, token)
    return { token, ...body.data, code: await codeOn(at, buyer.phone) }
  }
  // The fourteenth day of the policy, two minutes before it ends.
  await clockTo(at, '2026-12-04T18:58:00Z')
  const shown = await priced()
  await clockTo(at, '2026-12-04T19:01:00Z')
  const { calcId, refundAmount, code, token } = shown
  expect(
    (await at.api('cabinetTerminate', { ...of, calcId, refundAmount, code }, token)).body,
  ).toMatchObject({ code: 14017 })
  const now = await priced()
  expect(now.refundAmount).toBeLessThan(refundAmount)
  const stale = { ...of, calcId: now.calcId, refundAmount, code: now.code }
  expect((await at.api('cabinetTerminate', stale, now.token)).body).toMatchObject({ code: 14017 })
  const right = { ...stale, refundAmount: now.refundAmount }
  const both = await Promise.all(
    [1, 2].map(async () => (await at.api('cabinetTerminate', right, now.token)).body),
  )
  expect(both.some(({ success }) => success)).toBe(true)
  await until(
    () => refundsOf(at),
    (all) => all.length > 0 && all.every(({ state }) => state === 'done'),
  )
  expect(await refundsOf(at)).toEqual([{ state: 'done', amount: now.refundAmount }])
})
