import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { type Send, Unavailable } from '../http.ts'
import { epay } from './client.ts'
import { operations, results, scopes, type stateWords } from './protocol.ts'
import { epaySandbox, type Invoice, invoicesOf, shop, takenBack } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('epay')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send, more: Partial<typeof shop> = {}) =>
  epay(
    { address: `${server.address}/epay`, oauthAddress: `${server.address}/epay`, ...shop, ...more },
    through,
  )
beforeAll(async () => {
  server = await serving(world, epaySandbox(world, { repeat: [] }))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

let number = 100_000
const ask = (more: object = {}) => ({
  invoice: String(++number),
  account: `QG00000000${number}-1`,
  amount: 36_094,
  description: 'Полис ОГПО',
  locale: 'kz' as const,
  noticeUrl: 'http://127.0.0.1:9/notice',
  backUrl: 'http://127.0.0.1:9/back',
  ...more,
})
async function linked(order = ask()) {
  const link = await client().link(order)
  const invoice = invoicesOf(world).get(order.invoice)
  if ('refused' in link || !invoice) throw new Error('no link')
  return { link, invoice, order }
}
const pays = (url: string, how: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ how }), redirect: 'manual' })
async function paid(how = 'card') {
  const made = await linked()
  await pays(made.link.url, how)
  return made
}

test('a link opens the bank’s page in the buyer’s language; nobody has begun to pay, then it is paid', async () => {
  const { link, invoice, order } = await linked()
  expect(invoice).toMatchObject({ language: 'kaz', amount: 36_094, account_id: order.account })
  expect(await (await fetch(link.url)).text()).toContain('36')
  expect(await client().status(order.invoice)).toMatchObject({ status: 'unknown' })
  await pays(link.url, 'qr')
  expect(await client().status(order.invoice)).toMatchObject({
    status: 'paid',
    amount: 36_094,
    rest: 36_094,
  })
})

test('each operation has a token of its own', async () => {
  const { order } = await linked()
  await client().status(order.invoice)
  await client().status(order.invoice)
  const tokens = journal.filter(({ operation }) => operation === 'oauth2/token')
  const others = journal.filter(({ operation }) => operation !== 'oauth2/token')
  expect(tokens.length).toBe(others.length)
})

test('a link whose answer was lost is found by its number, one that is paid is not', async () => {
  const order = ask()
  world.faults.push({ system: 'epay', operation: 'invoice', mode: 'reset', times: 1 })
  await expect(client().link(order)).rejects.toMatchObject({ mayHaveHappened: true })
  const found = await client().findLink(order.invoice, order.amount)
  expect(found).toMatchObject({ url: invoicesOf(world).get(order.invoice)?.url })
  expect(await client().findLink(order.invoice, 1)).toBeNull()
  await pays(found?.url ?? '', 'card')
  expect(await client().findLink(order.invoice, order.amount)).toBeNull()
})

test.each([
  ['fewer than six digits', '12345'],
  ['sixteen digits', '1234567890123456'],
  ['letters', 'QG00000001-1'],
])('a number of %s is refused', async (_what, invoice) => {
  await expect(client().link(ask({ invoice }))).rejects.toMatchObject({ mayHaveHappened: false })
})

test('a number whose last six digits are known already is refused', async () => {
  const { order } = await linked()
  expect(await client().link(ask({ invoice: `9${order.invoice}` }))).toMatchObject({
    text: 'invoice_id is not unique',
  })
})

test('money goes back in parts, not more than there is and not less than ten tenge', async () => {
  const { order } = await paid()
  const { paymentId } = await client().status(order.invoice)
  const back = (amount: number, key = 'R-1') =>
    client().refund({ paymentId: paymentId ?? '', amount, key })
  expect(await back(10_000)).toEqual({ refundId: null })
  expect(await client().status(order.invoice)).toMatchObject({ amount: 36_094, rest: 26_094 })
  expect(await back(26_095)).toHaveProperty('refused')
  expect(await back(9)).toMatchObject({ refused: 'least' })
  expect(await back(26_094)).toEqual({ refundId: null })
  expect(await client().status(order.invoice)).toMatchObject({ status: 'paid', rest: 0 })
})

test('a refund that is asked twice is made twice: it has no key', async () => {
  const { order } = await paid()
  const { paymentId } = await client().status(order.invoice)
  for (const key of ['R-1', 'R-1'])
    await client().refund({ paymentId: paymentId ?? '', amount: 100, key })
  expect(await client().status(order.invoice)).toMatchObject({ rest: 35_894 })
})

test('what is held is taken or let go, and no money goes back of it', async () => {
  const { order } = await paid('hold')
  const held = await client().status(order.invoice)
  expect(held).toMatchObject({ status: 'held', amount: 36_094 })
  const id = held.paymentId ?? ''
  expect(await client().refund({ paymentId: id, amount: 100, key: 'R' })).toHaveProperty('refused')
  expect(await client().charge(id)).toBe('done')
  expect(await client().cancel(id)).toHaveProperty('refused')
  const other = await paid('hold')
  const { paymentId } = await client().status(other.order.invoice)
  expect(await client().cancel(paymentId ?? '')).toBe('done')
  expect(await client().status(other.order.invoice)).toMatchObject({ status: 'rejected' })
})

test('money that was taken back past us shows in what is left', async () => {
  const { order, invoice } = await paid()
  takenBack(world, invoice, 6_094)
  expect(await client().status(order.invoice)).toMatchObject({ rest: 30_000 })
})

const noticeOf = (invoice: Invoice, more: object = {}) =>
  JSON.stringify({
    code: 'ok',
    invoiceId: invoice.invoice_id,
    id: 'x',
    amount: invoice.amount,
    currency: 'KZT',
    secret_hash: invoice.secret,
    ...more,
  })

test('a notice counts by the secret of its own invoice', async () => {
  const [{ invoice }, other] = [await linked(), await linked()]
  expect(client().readNotice(noticeOf(invoice))).toMatchObject({
    ok: true,
    invoice: invoice.invoice_id,
  })
  for (const secret_hash of ['', 'another', other.invoice.secret])
    expect(client().readNotice(noticeOf(invoice, { secret_hash }))).toMatchObject({
      reason: 'bad_secret',
    })
  expect(client().readNotice('<html>')).toMatchObject({ reason: 'unreadable' })
})

test('a secret that is wrong gives no token, and nothing has happened', async () => {
  await expect(client(send, { clientSecret: 'other' }).link(ask())).rejects.toMatchObject({
    mayHaveHappened: false,
  })
})

test.each([
  ['another invoice', (text: string) => text.replace(/"invoiceID":"\d+"/, '"invoiceID":"999999"')],
  ['another currency', (text: string) => text.replace('KZT', 'USD')],
  ['a state nobody knows', (text: string) => text.replace('CHARGE', 'MAYBE')],
  ['an answer of half a page', (text: string) => text.slice(0, 80)],
])('a status of %s is no status', async (_what, change) => {
  const { order } = await paid()
  const through = tampered(send, (text) => (text.includes('access_token') ? text : change(text)))
  await expect(client(through).status(order.invoice)).rejects.toBeInstanceOf(Unavailable)
})

/** A line on which the token is asked for with other fields; one that is null is left out. */
const withToken =
  (fields: Record<string, string | null>): Send<string> =>
  (ask) => {
    if (ask.operation !== operations.oauth) return send(ask)
    const body = new URLSearchParams(ask.body?.toString())
    for (const [name, value] of Object.entries(fields))
      if (value === null) body.delete(name)
      else body.set(name, value)
    return send({ ...ask, body: body.toString() })
  }

test.each([
  ['scope', { scope: scopes.rest }],
  ['terminal', { terminal: 'another' }],
  ['invoiceID', { invoiceID: '999999' }],
  ['amount', { amount: '36093' }],
  ['currency', { currency: null }],
  ['secret_hash', { secret_hash: null }],
])('a token of another %s makes no link', async (field, fields) => {
  const order = ask()
  expect(await client(withToken(fields)).link(order)).toMatchObject({
    text: `the token is of another ${field}`,
  })
  expect(invoicesOf(world).get(order.invoice)).toBeUndefined()
})

test('a token for payments alone is not told how an order stands', async () => {
  const { order } = await paid()
  const narrow = client(withToken({ scope: scopes.invoice }))
  await expect(narrow.status(order.invoice)).rejects.toMatchObject({ mayHaveHappened: false })
  expect(await client().status(order.invoice)).toMatchObject({ status: 'paid' })
})

test('a token that was not used in its time is over', async () => {
  const later = createWorld({})
  const aged = await serving(later, epaySandbox(later, { repeat: [] }))
  const slow: Send<string> = async (asked) => {
    const reply = await send(asked)
    const over = new Date(later.now().getTime() + 2 * 3_600_000)
    if (asked.operation === operations.oauth) await later.setNow(over.toISOString())
    return reply
  }
  const addresses = { address: `${aged.address}/epay`, oauthAddress: `${aged.address}/epay` }
  const order = ask()
  await expect(epay({ ...addresses, ...shop }, slow).link(order)).rejects.toMatchObject({
    message: expect.stringContaining('401'),
    mayHaveHappened: false,
  })
  expect(invoicesOf(later).get(order.invoice)).toBeUndefined()
  await aged.close()
})

const standings = {
  NEW: 'awaiting',
  '3D': 'awaiting',
  AUTH: 'held',
  CHARGE: 'paid',
  REFUND: 'paid',
  CANCEL: 'rejected',
  CANCEL_OLD: 'rejected',
  REJECT: 'rejected',
  FAILED: 'rejected',
} as const satisfies { [State in keyof typeof stateWords]: string }

test.each(Object.entries(standings))('the state %s is %s to us', async (state, status) => {
  const { order, invoice } = await paid()
  if (!invoice.transaction) throw new Error('nobody has paid')
  invoice.transaction.state = state as keyof typeof stateWords // a key of the table
  expect(await client().status(order.invoice)).toMatchObject({
    status,
    paymentId: invoice.transaction.id,
    amount: 36_094,
    // Of money that has come alone something is left; a refund without its sum is one of all.
    rest: state === 'CHARGE' ? 36_094 : state === 'REFUND' ? 0 : null,
  })
})

test.each([
  ['try again later', results.later],
  ['an error of theirs', results.error],
  ['a terminal that is not ours', results.otherTerminal],
  ['a token without a terminal', results.noTerminal],
])('%s (%s) says nothing of the money: it is asked again', async (_what, code) => {
  const { order } = await paid()
  const through = tampered(send, (text) =>
    text.replace('"resultCode":"100"', `"resultCode":"${code}"`),
  )
  await expect(client(through).status(order.invoice)).rejects.toThrow(code)
})
