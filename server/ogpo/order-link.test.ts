import { expect, test } from 'vitest'
import { checkDigitOf } from '#domain/iin.ts'
import { orderTokenMs } from '#domain/lifetimes.ts'
import { caller } from '#tests/caller.ts'
import { codeOn } from '#tests/client.ts'
import { clockOn, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { sharedTestApp, testAppOn, until } from '#tests/test-app.ts'

/**
 * The link of an order's SMS on a strange device: the key shows how it goes, the phone's code opens
 * it.
 */
const at = sharedTestApp({ TRUST_PROXY: '1' })
let made = 0

/** A person no other test sells to, with their own car. */
async function somebody() {
  made += 1
  const digits = `8203${String(made).padStart(2, '0')}3999`
  const iin = [0, 1, 2].map((n) => `${digits}${n}`).find((one) => checkDigitOf(one) !== null) ?? ''
  const { iin: whole, phone } = await at().control(
    'PUT',
    `/control/people/${iin}${checkDigitOf(iin)}`,
    {},
  )
  const { plate, techPassport } = await at().control(
    'PUT',
    `/control/vehicles/${500 + made}BCD02`,
    {},
  )
  return {
    who: { iin: String(whole), phone: String(phone) },
    car: { registrationNumber: String(plate), techPassport: String(techPassport) },
  }
}

/** An order of theirs. */
async function anOrder({ paid = false } = {}) {
  const { who, car } = await somebody()
  const token = await purchaseToken(at(), who)
  const order = await ordered(at(), token, sale({ insurant: { ...who }, vehicles: [car] }))
  if (paid) {
    await paysBill(at(), who.phone)
    await settled(at(), token, order.orderId)
  }
  return { who, car, token, ...order }
}
let address = 0
/** A browser that was never here, at an address of its own. */
const strange = () => {
  address += 1
  return caller(at(), `198.51.100.${address}`)
}

/** Requests and returns the code of the order's phone in this browser. */
async function codeFor(by: ReturnType<typeof caller>, key: string, phone: string) {
  const before = (await at().messages(phone)).length
  expect((await by('ogpoOrderSendCode', { key })).body).toMatchObject({
    success: true,
    data: { phone: `•• ${phone.slice(-2)}` },
  })
  await until(
    () => at().messages(phone),
    (all) => all.length > before,
  )
  return codeOn(at(), phone)
}
async function opened({ key, who }: { key: string; who: { phone: string } }) {
  const by = strange()
  const { body } = await by('ogpoOrderOpen', { key, code: await codeFor(by, key, who.phone) })
  return String(body.data?.['token'])
}
const wrongFor = (code: string) => (code === '0000' ? '1111' : '0000')
const refused = { success: false, code: 14014 }

test('whoever holds the link sees how the order goes and two digits of its phone; a key that is none opens nothing', async () => {
  const order = await anOrder({ paid: true })
  const by = strange()
  const seen = [
    await by('ogpoOrderLink', { key: order.key }),
    await by('ogpoOrderProgress', { key: order.key }),
  ]
  expect(seen[0]?.body).toEqual({
    success: true,
    data: { phone: `•• ${order.who.phone.slice(-2)}` },
  })
  const { registrationNumber } = order.car
  expect(JSON.stringify(seen)).not.toMatch(
    new RegExp([order.who.iin, order.who.phone, registrationNumber].join('|')),
  )
  const key = 'A'.repeat(27)
  expect((await by('ogpoOrderLink', { key })).status).toBe(404)
  expect((await by('ogpoOrderSendCode', { key })).status).toBe(404)
  expect((await by('ogpoOrderOpen', { key, code: '0000' })).status).toBe(404)
  expect((await by('ogpoOrderSendCode', { key: 'short' })).status).toBe(422)
  expect((await at().api('ogpoOwnOrder', { key: order.key })).status).toBe(401)
})

test('the code comes bound to the site, and opens this order with its papers: no other, and nothing else', async () => {
  const order = await anOrder({ paid: true })
  const other = await anOrder()
  const by = strange()
  const code = await codeFor(by, order.key, order.who.phone)
  const [sms] = await at().messages(order.who.phone)
  expect(sms?.text.split('\n').at(-1)).toBe(`@127.0.0.1 #${code}`)

  expect((await by('ogpoOrderOpen', { key: order.key, code: wrongFor(code) })).body).toMatchObject(
    refused,
  )
  expect((await by('ogpoOrderOpen', { key: other.key, code })).body).toMatchObject(refused)
  const { body } = await by('ogpoOrderOpen', { key: order.key, code })
  const token = String(body.data?.['token'])
  expect((await by('ogpoOrderOpen', { key: order.key, code })).body).toMatchObject(refused)

  expect((await at().api('ogpoOwnOrder', { key: order.key }, token)).body).toEqual({
    success: true,
    data: {
      orderId: order.orderId,
      calculationId: order.quote.calculationId,
      accepted: expect.objectContaining({ terms: expect.any(String) }),
      email: 'client@example.kz',
      phone: order.who.phone,
      reissue: null,
    },
  })
  expect(
    (await at().api('ogpoCheckOrderSet', { orderId: order.orderId }, token)).body,
  ).toMatchObject({ data: { status: 'issued', globalId: expect.any(String), cars: [{}] } })
  expect((await at().api('ogpoSendPapers', { orderId: order.orderId }, token)).body).toEqual({
    success: true,
  })
  // Its wallet pass downloads if keys are set; the token of another order finds no policy.
  const { global_id: globalId } = await at()
    .db.selectFrom('policies')
    .select('global_id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  expect((await at().api('ogpoWallets', { globalId }, token)).status).toBe(200)
  expect((await at().api('ogpoWallets', { globalId }, await opened(other))).status).toBe(404)
  const { orderId } = other
  expect((await at().api('ogpoOwnOrder', { key: other.key }, token)).status).toBe(404)
  expect((await at().api('ogpoCheckOrderSet', { orderId }, token)).status).toBe(404)
  expect((await at().api('ogpoCancelOrder', { orderId }, token)).status).toBe(404)
  expect((await at().api('ogpoCalculate', sale(), token)).status).toBe(403)
  expect((await at().api('checkOrderPaid', { orderId: order.orderId }, token)).status).toBe(403)
  expect((await at().api('cabinetUser', {}, token)).status).toBe(403)
  expect(
    await at()
      .db.selectFrom('audit')
      .select(['actor', 'action'])
      .where('object_id', '=', order.orderId)
      .orderBy('id')
      .execute(),
  ).toEqual([
    { actor: 'client:order', action: 'order.code_sent' },
    { actor: 'client:order', action: 'order.opened' },
  ])
})

test('another order of the same buyer stays shut', async () => {
  const first = await anOrder()
  const second = await ordered(
    at(),
    first.token,
    sale({
      insurant: { ...first.who },
      vehicles: [first.car],
      order: { dateStart: '2026-11-25', period: 12 },
    }),
  )
  const token = await opened(first)
  expect((await at().api('ogpoCheckOrderSet', { orderId: first.orderId }, token)).status).toBe(200)
  expect((await at().api('ogpoCheckOrderSet', { orderId: second.orderId }, token)).status).toBe(404)
  const pay = { system: 'card', method: 'redirect' } as const
  const { calculationId } = second.quote
  expect((await at().api('ogpoOrder', { calculationId, pay }, token)).status).toBe(404)
})

test('an unpaid order is paid from there, another way too', async () => {
  const order = await anOrder()
  const token = await opened(order)
  const { calculationId } = order.quote
  const { body } = await at().api(
    'ogpoOrder',
    { calculationId, pay: { system: 'card', method: 'redirect' } },
    token,
  )
  expect(body).toMatchObject({
    success: true,
    data: { orderId: order.orderId, redirect_url: expect.stringMatching(/^http/) },
  })
  expect((await at().api('ogpoCancelOrder', { orderId: order.orderId }, token)).body).toEqual({
    success: true,
  })
})

test('its buyer, signed in or with the token of the purchase, needs no code', async () => {
  const order = await anOrder()
  expect((await at().api('ogpoOwnOrder', { key: order.key }, order.token)).body).toMatchObject({
    data: { orderId: order.orderId },
  })
  const stranger = await anOrder()
  expect((await at().api('ogpoOwnOrder', { key: order.key }, stranger.token)).status).toBe(404)
})

test('a code has five tries, belongs to who asked for it, and comes again after half a minute', async () => {
  const order = await anOrder()
  const [own, other] = [strange(), strange()]
  const code = await codeFor(own, order.key, order.who.phone)
  expect((await own('ogpoOrderSendCode', { key: order.key })).status).toBe(429)
  // Nor does a stranger who holds the link use up the owner's tries, or open it with their code.
  await codeFor(other, order.key, order.who.phone)
  for (let n = 0; n < 5; n += 1)
    expect(
      (await other('ogpoOrderOpen', { key: order.key, code: wrongFor(code) })).body,
    ).toMatchObject(refused)
  expect((await own('ogpoOrderOpen', { key: order.key, code })).body.success).toBe(true)

  const third = strange()
  const next = await codeFor(third, order.key, order.who.phone)
  await clockOn(at(), 31)
  const last = await codeFor(third, order.key, order.who.phone)
  if (last !== next)
    expect((await third('ogpoOrderOpen', { key: order.key, code: next })).body).toMatchObject(
      refused,
    )
  await clockOn(at(), 301)
  expect((await third('ogpoOrderOpen', { key: order.key, code: last })).body).toMatchObject(refused)
})

test('the phone of one order is not rung all day, but goes on where it was proved before', async () => {
  const order = await anOrder()
  const own = strange()
  const code = await codeFor(own, order.key, order.who.phone)
  expect((await own('ogpoOrderOpen', { key: order.key, code })).body.success).toBe(true)
  await at()
    .db.insertInto('rate_limits')
    .values({
      key: `codesPerOrder:${order.orderId}`,
      points: 100_000,
      expire: String(Date.now() + 3_600_000),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points: 100_000 }))
    .execute()
  expect((await strange()('ogpoOrderSendCode', { key: order.key })).status).toBe(429)
  await codeFor(own, order.key, order.who.phone)
})

test('the same code through two doors at once opens one; two wishes for a code are one SMS', async () => {
  const order = await anOrder()
  const by = strange()
  await by('ogpoOrderSendCode', { key: order.key })
  await clockOn(at(), 31)
  const before = (await at().messages(order.who.phone)).length
  const asked = await Promise.all([1, 2].map(() => by('ogpoOrderSendCode', { key: order.key })))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await at().messages(order.who.phone)).toHaveLength(before + 1)
  const code = await codeOn(at(), order.who.phone)
  const tried = await Promise.all(
    [1, 2, 3].map(() => by('ogpoOrderOpen', { key: order.key, code })),
  )
  expect(tried.filter(({ body }) => body.success)).toHaveLength(1)
})

test('a code that the gateway did not take is asked for again at once', async () => {
  const order = await anOrder()
  const by = strange()
  await at().fault('sms', 'unavailable', { times: 20 })
  expect((await by('ogpoOrderSendCode', { key: order.key })).status).toBe(503)
  await at().control('DELETE', '/control/faults')
  await codeFor(by, order.key, order.who.phone)
})

test('code and token outlive the process, the token two hours', async () => {
  const order = await anOrder()
  const by = strange()
  const code = await codeFor(by, order.key, order.who.phone)
  const next = await testAppOn(at().databaseUrl, { WORKER: 'off', TRUST_PROXY: '1' })
  const token = await opened(order)
  const { orderId } = order
  expect((await next.api('ogpoCheckOrderSet', { orderId }, token)).status).toBe(200)
  expect((await by('ogpoOrderOpen', { key: order.key, code })).body.success).toBe(true)

  await clockOn(at(), orderTokenMs / 1_000 - 60)
  expect((await at().api('ogpoCheckOrderSet', { orderId }, token)).status).toBe(200)
  await clockOn(at(), 61)
  expect((await at().api('ogpoCheckOrderSet', { orderId }, token)).status).toBe(401)
})
