import { expect, test } from 'vitest'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp({ SMS_GATEWAYS: 'smsc,mobizon' })
const { people } = staffDesk(at)

let number = 77010005000
/** A message of its own to a phone of its own. */
function message() {
  const to = String(++number)
  return { to, text: 'Код 1234', key: `gateways-${to}` }
}
const send = (one: ReturnType<typeof message>, again = false) =>
  at().server.deps.systems.sms.send({ ...one, again })
const told = async (system: string) =>
  (await at().journal(system)).map(({ operation }) => operation)
/** Returns the requests that each gateway got during the work. */
async function asked(work: () => Promise<unknown>) {
  const before = { sms: (await told('sms')).length, mobizon: (await told('mobizon')).length }
  await work()
  return {
    sms: (await told('sms')).slice(before.sms),
    mobizon: (await told('mobizon')).slice(before.mobizon),
  }
}
const healed = () => at().control('DELETE', '/control/faults')

test('as long as the first takes messages the second is told nothing', async () => {
  const one = message()
  expect(await asked(() => send(one))).toEqual({ sms: ['send'], mobizon: [] })
  expect(await at().messages(one.to)).toHaveLength(1)
})

test.each(['error', 'unavailable'])(
  'what the first surely did not take (%s) the second sends, once',
  async (mode) => {
    const one = message()
    await at().fault('sms', mode, { operation: 'send', times: 3 })
    const { mobizon } = await asked(() => send(one))
    await healed()
    expect(mobizon).toEqual(['sendSmsMessage'])
    // A repeat queries only the gateway that has it.
    expect(await asked(() => send(one, true))).toEqual({ sms: [], mobizon: ['list'] })
    expect(await at().messages(one.to)).toMatchObject([{ text: one.text }])
  },
)

test('what the first may have taken is asked about there, and never told to the second', async () => {
  const one = message()
  await at().fault('sms', 'reset', { operation: 'send' })
  await at().fault('sms', 'unavailable', { operation: 'status', times: 20 })
  const first = await asked(() =>
    expect(send(one)).rejects.toMatchObject({ mayHaveHappened: true }),
  )
  expect(first.mobizon).toEqual([])
  // Still no gateway answers: the message waits.
  const second = await asked(() => expect(send(one, true)).rejects.toThrow())
  expect([second.mobizon, second.sms.includes('send')]).toEqual([[], false])
  await healed()
  expect(await asked(() => send(one, true))).toEqual({ sms: ['status'], mobizon: [] })
  expect(await at().messages(one.to)).toHaveLength(1)
})

test('what the second may have taken is asked about there, though the first is back', async () => {
  const one = message()
  await at().fault('sms', 'error', { operation: 'send' })
  await at().fault('mobizon', 'reset', { operation: 'sendSmsMessage' })
  await at().fault('mobizon', 'unavailable', { operation: 'list', times: 20 })
  await expect(send(one)).rejects.toMatchObject({ system: 'mobizon', mayHaveHappened: true })
  await healed()
  expect(await asked(() => send(one, true))).toEqual({ sms: [], mobizon: ['list'] })
  expect(await at().messages(one.to)).toHaveLength(1)
})

test('when neither takes it, it is later sent by the one that does, without asking anybody', async () => {
  const one = message()
  await at().fault('sms', 'error', { operation: 'send', times: 2 })
  await at().fault('mobizon', 'error', { operation: 'sendSmsMessage' })
  await expect(send(one)).rejects.toMatchObject({ system: 'sms', kind: 'ours' })
  expect(await asked(() => send(one, true))).toEqual({ sms: ['send'], mobizon: ['sendSmsMessage'] })
  await healed()
  expect(await at().messages(one.to)).toHaveLength(1)
})

test('a no about the number is no reason to try the other', async () => {
  const one = { ...message(), to: '77990000001' }
  const { mobizon } = await asked(() =>
    expect(send(one)).rejects.toMatchObject({ kind: 'final', system: 'sms' }),
  )
  expect(mobizon).toEqual([])
})

test('a message of a sale that neither took comes once the gateways are back', {
  timeout: 90_000,
}, async () => {
  const token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await at().fault('sms', 'error', { operation: 'send' })
  await at().fault('mobizon', 'error', { operation: 'sendSmsMessage' })
  const before = (await at().messages(buyer.phone)).length
  await paysBill(at())
  await settled(at(), token, orderId)
  await until(
    () =>
      at()
        .db.selectFrom('messages')
        .select('sent_at')
        .where('order_id', '=', orderId)
        .where('kind', '=', 'sms')
        .executeTakeFirst(),
    (found) => Boolean(found?.sent_at),
    60_000,
  )
  expect(await at().messages(buyer.phone)).toHaveLength(before + 1)
})

test('the status says by which of them messages go now, and a stand-in keeps the sale open', async () => {
  const { staff } = await people()
  const status = async () => {
    const { body } = await at().api('staffStatus', {}, staff)
    if (!body.success) throw new Error('no status')
    const carries = (name: string) =>
      body.data.systems.find(({ system }) => system === name)?.carries
    const step = body.data.steps.find((one) => one.step === 'sign_in')
    return { sms: carries('sms'), mobizon: carries('mobizon'), mail: carries('mail'), step }
  }
  await at().fault('sms', 'error', { operation: 'send', times: 3 })
  for (const _ of [1, 2, 3]) await send(message())
  const second = await until(
    status,
    ({ mobizon, step }) => mobizon === true && step?.state !== 'fails',
  )
  expect(second).toMatchObject({ sms: false, mail: null })
  await send(message())
  await until(status, ({ sms, mobizon }) => sms === true && mobizon === false)
})
