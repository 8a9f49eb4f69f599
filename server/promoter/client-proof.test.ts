import { beforeAll, expect, test } from 'vitest'
import { clientProofMs } from '#domain/lifetimes.ts'
import { account, codeOn } from '#tests/client.ts'
import {
  bill,
  otherPromoter,
  portalQuote,
  portalSale,
  portalSettled,
  promoterToken,
  sold,
} from '#tests/promoter.ts'
import { rungAllDay } from '#tests/rung-all-day.ts'
import {
  buyer,
  car,
  clockOn,
  clockTo,
  ordered,
  paysBill,
  purchaseToken,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

/**
 * A promoter may do nothing with a policy another one sold unless its policyholder allowed it by
 * their own code.
 */
const at = sharedTestApp()
/** A third promoter: neither the seller nor the one with the code. */
const thirdPromoter = { iin: '880214399916', phone: '77010000019' }
const licence = 'AB100001'
/**
 * Six seasonal months instead of a year: nothing is due, so no bill asks for the client's
 * agreement.
 */
const six = { period: 6, seasonal: true }
let seller = ''
let stranger = ''
let third = ''
let first = ''

beforeAll(async () => {
  await clockTo(at(), '2026-11-20T06:00:00Z')
  seller = await promoterToken(at())
  stranger = await promoterToken(at(), otherPromoter)
  third = await promoterToken(at(), thirdPromoter)
  first = (await sold(at(), seller)).globalId
})

const reissueOf = (number: string) => portalSale({ order: { ...six, reorderGlobalId: number } })
const calculate = async (number: string, who: string) =>
  (await at().api('promoterCalculate', reissueOf(number), who)).body
const read = async (globalId: string, who: string) => {
  const { body } = await at().api('promoterGetPolicy', { globalId }, who)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const reorder = async (calculationId: string, globalId: string, who: string) =>
  (await at().api('promoterReorder', { calculationId, pay: bill, globalId }, who)).body
/** The client reads the code out to the promoter. */
async function told(globalId: string, who: string, phone = buyer.phone): Promise<string> {
  const { body } = await at().api('promoterSendClientCode', { globalId }, who)
  expect(body).toMatchObject({ success: true, data: { phone: `•• ${phone.slice(-2)}` } })
  return codeOn(at(), phone)
}
const prove = async (globalId: string, code: string, who: string) =>
  (await at().api('promoterProveClient', { globalId, code }, who)).body
const wrongFor = (code: string) => (code === '0000' ? '0001' : '0000')
const needed = (globalId: string) => ({
  success: false,
  code: 14014,
  data: { globalId, phone: `•• ${buyer.phone.slice(-2)}` },
})

/** The first policy reissued by the stranger with its client's code; its number. */
let reissued = ''

test('a promoter who did not sell the policy reads it masked, and neither prices nor reissues it without its client’s code', async () => {
  spec('7.3.ours-anothers-sale-read')

  const seen = await read(first, stranger)
  expect(seen).toMatchObject({
    own: false,
    clientCode: { phone: '•• 01', until: null },
    insurant: { iin: '•• 04', phone: '•• 01', name: 'Нұрлан Ә.' },
    insureds: [{ iin: '•• 04', driverLicenseNumber: '•• 01' }],
    cars: [car],
  })
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${buyer.iin}|${buyer.phone}|${licence}`))
  expect(await calculate(first, stranger)).toMatchObject(needed(first))
  // Nor does the answer reveal if a person is the policyholder.
  const other = portalSale({ insurant: thirdPromoter, order: { ...six, reorderGlobalId: first } })
  expect((await at().api('promoterCalculate', other, stranger)).body).toMatchObject(needed(first))
})

test('its seller reads, prices and reissues it as before, and is sent no code', async () => {
  expect(await read(first, seller)).toMatchObject({
    own: true,
    clientCode: null,
    insurant: buyer,
    insureds: [{ driverLicenseNumber: licence }],
  })
  expect(await calculate(first, seller)).toMatchObject({ success: true })
  expect(
    (await at().api('promoterSendClientCode', { globalId: first }, seller)).body,
  ).toMatchObject({ code: 14007 })
})

test('a phone that strangers rang all day is not rung by a promoter either', async () => {
  const forget = await rungAllDay(at(), buyer.phone)
  const before = (await at().journal('sms')).length
  expect(await at().api('promoterSendClientCode', { globalId: first }, stranger)).toMatchObject({
    status: 429,
    body: { code: 14113 },
  })
  expect(await at().journal('sms')).toHaveLength(before)
  await forget()
})

test('the code goes to the phone the policy holds, and opens this policy to this promoter alone, for half an hour', async () => {
  const second = (await sold(at(), seller, portalSale({ order: { dateStart: '2026-11-25' } })))
    .globalId
  expect(
    (await at().api('promoterSendClientCode', { globalId: '00000000000A' }, stranger)).status,
  ).toBe(404)
  const code = await told(first, stranger)
  expect(await prove(first, wrongFor(code), stranger)).toMatchObject({
    success: false,
    code: 14014,
  })
  expect(await prove(first, code, third)).toMatchObject({ success: false, code: 14014 })
  expect(await prove(second, code, stranger)).toMatchObject({ success: false, code: 14014 })
  expect(await calculate(first, stranger)).toMatchObject(needed(first))
  expect(await prove(first, code, stranger)).toMatchObject({
    success: true,
    data: { until: expect.any(String) },
  })
  expect(await prove(first, code, stranger)).toMatchObject({ success: false, code: 14014 })

  expect(await read(first, stranger)).toMatchObject({
    own: false,
    clientCode: { until: expect.any(String) },
    insurant: buyer,
    insureds: [{ iin: buyer.iin, driverLicenseNumber: licence }],
  })
  expect((await read(second, stranger)).insurant.iin).toBe('•• 04')
  expect((await read(first, third)).insurant.iin).toBe('•• 04')
  expect(await calculate(first, third)).toMatchObject(needed(first))

  const quote = await portalQuote(at(), stranger, reissueOf(first))
  expect(quote).toMatchObject({ surcharge_sum: 0 })
  await clockOn(at(), clientProofMs / 1_000 - 60)
  expect((await read(first, stranger)).insurant.iin).toBe(buyer.iin)
  await clockOn(at(), 61)
  expect((await read(first, stranger)).insurant.iin).toBe('•• 04')
  expect(await calculate(first, stranger)).toMatchObject(needed(first))
  // Another quote in time for its position, ordered when the proof is over.
  expect(await prove(first, await told(first, stranger), stranger)).toMatchObject({ success: true })
  const late = await portalQuote(at(), stranger, reissueOf(first))
  await at().db.deleteFrom('client_proofs').execute()
  expect(await reorder(late.calculationId, first, stranger)).toMatchObject(needed(first))
  expect(await prove(first, await told(first, stranger), stranger)).toMatchObject({ success: true })
  const placed = await reorder(late.calculationId, first, stranger)
  if (!placed.success) throw new Error(JSON.stringify(placed))
  const issued = await portalSettled(at(), stranger, placed.data.orderId)
  if (!issued.success || !issued.data.globalId) throw new Error(JSON.stringify(issued))
  reissued = issued.data.globalId
  expect(await reorder(late.calculationId, first, stranger)).toMatchObject({
    success: true,
    data: { orderId: placed.data.orderId },
  })
  const lines = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('action', 'like', 'policy.client_%')
    .execute()
  expect(lines.filter(({ action }) => action === 'policy.client_proved')).toHaveLength(3)
})

test('a reissue of another’s sale is not the promoter’s own: it is read, reissued and ended with the client’s code only', async () => {
  const seen = await read(reissued, stranger)
  expect(seen).toMatchObject({ own: false, insurant: { iin: '•• 04' }, may: { cancel: false } })
  const { body: found } = await at().api(
    'promoterSearch',
    { by: 'globalId', value: reissued },
    stranger,
  )
  expect(found).toMatchObject({ data: { policies: [{ own: false, orderId: expect.any(String) }] } })
  expect(await calculate(reissued, stranger)).toMatchObject(needed(reissued))
  expect(
    (await at().api('promoterCancelPolicy', { globalId: reissued }, stranger)).body,
  ).toMatchObject(needed(reissued))
  expect((await at().api('promoterCancelPolicy', { globalId: reissued }, seller)).status).toBe(404)

  await at().control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  const { body } = await at().api(
    'promoterCalcTerminate',
    { globalId: reissued, terminateReason: 'own_will' },
    stranger,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  const { calcId, refundAmount, codeRequired } = body.data
  expect(codeRequired).toBe(true)
  const ask = { globalId: reissued, terminateReason: 'own_will', calcId, refundAmount } as const
  expect((await at().api('promoterTerminate', ask, stranger)).body).toMatchObject({
    success: false,
    code: 14014,
  })

  expect(await prove(reissued, await told(reissued, stranger), stranger)).toMatchObject({
    success: true,
  })
  const ended = await at().api('promoterCancelPolicy', { globalId: reissued }, stranger)
  expect(ended.body).toMatchObject({ success: true, data: { kind: 'cancel' } })
})

test('a policy bought on the site is nobody’s sale, and the cabinet’s phone counts before the one of the policy', async () => {
  const token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await paysBill(at())
  const issued = await settled(at(), token, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error(JSON.stringify(issued))
  const globalId = issued.data.globalId
  const cabinet = { iin: buyer.iin, phone: '77010000888' }
  await account(at(), cabinet)
  for (const who of [seller, stranger]) {
    expect(await read(globalId, who)).toMatchObject({
      own: false,
      clientCode: { phone: '•• 88' },
      insurant: { iin: '•• 04' },
    })
    expect(await calculate(globalId, who)).toMatchObject({ code: 14014, data: { phone: '•• 88' } })
  }
  expect(
    await prove(globalId, await told(globalId, stranger, cabinet.phone), stranger),
  ).toMatchObject({ success: true })
  // The client who takes the quote over agrees on that phone too, whatever phone the promoter
  // typed.
  const quote = await portalQuote(at(), stranger, reissueOf(globalId))
  const handed = await at().api(
    'promoterHandOffCreate',
    { calculationId: quote.calculationId },
    stranger,
  )
  if (!handed.body.success) throw new Error('not handed over')
  const { key } = handed.body.data
  expect((await at().api('promoterHandOffRead', { key })).body).toMatchObject({
    data: { phone: '•• 88', toPay: 0 },
  })
  // The register of phones does not know that phone as theirs: no code is sent.
  expect((await at().api('promoterHandOffSendCode', { key })).body).toMatchObject({
    success: false,
    code: 14002,
  })

  await account(at(), buyer)
  expect((await at().api('promoterHandOffSendCode', { key })).body).toMatchObject({ success: true })
  const message = (await at().messages(buyer.phone)).find(({ text }) =>
    /растау коды|код подтверждения/.test(text),
  )
  const otp_code = /\b\d{4}\b/.exec(message?.text ?? '')?.[0] ?? ''
  const confirmed = await at().api('promoterHandOffConfirm', { key, otp_code })
  if (!confirmed.body.success) throw new Error(JSON.stringify(confirmed.body))
  // Accepted by the client, it needs no proof of the promoter's any more.
  await at().db.deleteFrom('client_proofs').execute()
  const placed = await at().api(
    'promoterHandOffOrder',
    { key, pay: bill },
    confirmed.body.data.token,
  )
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  expect(await portalSettled(at(), stranger, placed.body.data.orderId)).toMatchObject({
    data: { status: 'issued' },
  })
})

test('a renewal tells what changed since the contract before only to whom that contract is open', async () => {
  const elder = await sold(at(), seller, portalSale({ order: { dateStart: '2026-11-30' } }))
  await at()
    .db.updateTable('policies')
    .set({ state: 'active', start_date: '2025-12-01', end_date: '2026-11-30' })
    .where('global_id', '=', elder.globalId)
    .execute()
  const renewal = (who: string) =>
    portalQuote(
      at(),
      who,
      portalSale({ order: { dateStart: '2026-12-01', prolongGlobalId: elder.globalId } }),
    )
  expect(await renewal(seller)).toHaveProperty('since_last')
  expect(await renewal(stranger)).not.toHaveProperty('since_last')
  expect(await prove(elder.globalId, await told(elder.globalId, stranger), stranger)).toMatchObject(
    { success: true },
  )
  expect(await renewal(stranger)).toHaveProperty('since_last')
})

test('a promoter’s wrong codes are counted as the promoter’s, over all phones and at one', async () => {
  const { globalId } = await sold(at(), seller, portalSale({ order: { dateStart: '2026-11-26' } }))
  const points = async () =>
    (
      await at()
        .db.selectFrom('rate_limits')
        .select(['key', 'points'])
        .where('key', 'like', 'wrongCodes%')
        .where('points', '>', 0)
        .execute()
    ).map((row) => [row.key.replace(/:.*/, ''), row.points])
  await at().db.deleteFrom('rate_limits').where('key', 'like', 'wrongCodes%').execute()
  await clockOn(at(), 60)
  const code = await told(globalId, third)
  await prove(globalId, wrongFor(code), third)
  expect((await points()).sort()).toEqual([
    ['wrongCodesHere', 1],
    ['wrongCodesPerPhone', 1],
    ['wrongCodesPerPromoter', 1],
  ])
  const spend = (name: string) =>
    at()
      .db.updateTable('rate_limits')
      .set({ points: 30 })
      .where('key', 'like', `${name}:%`)
      .execute()
  await spend('wrongCodesPerPromoter')
  // Not the right one either, and nothing more of the client's phone is used up.
  expect(await prove(globalId, code, third)).toMatchObject({ success: false, code: 14014 })
  expect(await points()).toContainEqual(['wrongCodesPerPhone', 1])
  // Another promoter, and the client's own sign-in, are unaffected.
  await clockOn(at(), 60)
  expect(await prove(globalId, await told(globalId, stranger), stranger)).toMatchObject({
    success: true,
  })
})
