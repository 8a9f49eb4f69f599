import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { kdp } from './client.ts'
import { kdpSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('kdp')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) =>
  kdp(
    {
      address: `${server.address}/shep/kdp`,
      senderId: 'qorgan',
      password: 'secret',
      company: { name: 'Qorgan', bin: '123456789012', responsible: 'Demo', employee: 'Demo' },
    },
    through,
  )

beforeAll(async () => {
  server = await serving(world, kdpSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'
const purpose = { kz: '2026 жылғы полис', ru: 'полис 2026 года' }
let asks = 0
const ask = (iin = fine, key = `ask-${++asks}`) => ({ iin, phone: world.people.get(iin)?.phone ?? '', purpose, key })
const smsTo = (phone: string) => world.messages.filter(({ to }) => to === phone)
const lastSms = (phone: string) => smsTo(phone).at(-1)?.text ?? ''
const codeOf = (phone: string) => /\d{4}/.exec(lastSms(phone))?.[0] ?? ''
const wrong = (code: string) => (code === '1111' ? '2222' : '1111')
/** Moves the sandbox's clock on; each test leaves it running from there. */
const later = (minutes: number) => world.setNow(new Date(world.now().getTime() + minutes * 60_000).toISOString())

test('the code comes from 1414, is the only long number of its SMS and confirms the request', async () => {
  const asked = ask()
  const { requestId } = await client().sendCode(asked)
  expect(smsTo(asked.phone).at(-1)).toMatchObject({ from: '1414' })
  expect(lastSms(asked.phone).match(/\d{4,}/g)).toEqual([codeOf(asked.phone)])
  expect(lastSms(asked.phone)).toMatch(/растау коды.*код подтверждения/)
  expect(await client().confirmCode(requestId, wrong(codeOf(asked.phone)))).toBe('wrong')
  expect(await client().confirmCode(requestId, codeOf(asked.phone))).toBe('ok')
  expect(await client().confirmCode(requestId, codeOf(asked.phone))).toBe('ok')
  expect(await client().status(requestId)).toBe('approved')
})

test('five wrong codes close the request even for the right one', async () => {
  const asked = ask()
  const { requestId } = await client().sendCode(asked)
  const code = codeOf(asked.phone)
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await client().confirmCode(requestId, wrong(code)))
  expect(answers).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'too_many'])
  expect(await client().confirmCode(requestId, code)).toBe('too_many')
})

test('a code is dead after five minutes, an unknown request always', async () => {
  const asked = ask()
  const { requestId } = await client().sendCode(asked)
  await later(6)
  expect(await client().confirmCode(requestId, codeOf(asked.phone))).toBe('expired')
  expect(await client().confirmCode('unknown', '1234')).toBe('expired')
  expect(await client().status('unknown')).toBe('expired')
})

test.each([
  ['1', 'approved'],
  ['Иә', 'approved'],
  ['ия', 'approved'],
  [' ДА. ', 'approved'],
  ['yes', 'approved'],
  ['0', 'rejected'],
  ['жоқ', 'rejected'],
  ['Нет!', 'rejected'],
  ['no', 'rejected'],
  ['кім бұл?', 'awaiting'],
] as const)('the answer «%s» makes a question %s', async (text, status) => {
  const asked = ask()
  const { requestId } = await client().request(asked)
  expect(lastSms(asked.phone)).toMatch(/1 – иә, 0 – жоқ.*1 – да или 0 – нет/)
  expect(await client().status(requestId)).toBe('awaiting')
  world.reply(asked.phone, text)
  expect(await client().status(requestId)).toBe(status)
  if (status === 'awaiting') world.reply(asked.phone, '0')
})

test('an answer goes to the newest open question of the phone and to no other phone', async () => {
  const [first, second, other] = [ask(), ask(), ask('580210499908')]
  const ids = await Promise.all([client().request(first)])
  ids.push(await client().request(second), await client().request(other))
  world.reply(first.phone, '1')
  expect(await Promise.all(ids.map(({ requestId }) => client().status(requestId)))).toEqual(['awaiting', 'approved', 'awaiting'])
  world.reply(first.phone, '0')
  expect(await client().status(ids[0]?.requestId ?? '')).toBe('rejected')
})

test('silence expires after ten minutes and a late yes does not revive it', async () => {
  const asked = ask('960120399902')
  const { requestId } = await client().request(asked)
  await later(9)
  expect(await client().status(requestId)).toBe('awaiting')
  await later(2)
  expect(await client().status(requestId)).toBe('expired')
  world.reply(asked.phone, '1')
  expect(await client().status(requestId)).toBe('expired')
})

test('a given yes stays after the time is over', async () => {
  const asked = ask()
  const { requestId } = await client().request(asked)
  world.reply(asked.phone, '1')
  await later(11)
  expect(await client().status(requestId)).toBe('approved')
})

test('a person who always refuses has answered at once', async () => {
  const { requestId } = await client().request(ask('891109499906'))
  expect(await client().status(requestId)).toBe('rejected')
})

test.each(['sendCode', 'request'] as const)('%s with one key is one request and one SMS, also after a lost answer', async (operation) => {
  const asked = ask()
  const before = smsTo(asked.phone).length
  world.faults.push({ system: 'kdp', operation: 'KDP_SERVICE', mode: 'reset', times: 1 })
  await expect(client()[operation](asked)).rejects.toBeInstanceOf(Unavailable)
  expect(smsTo(asked.phone)).toHaveLength(before + 1)
  const { requestId } = await client()[operation](asked)
  expect(await client()[operation](asked)).toEqual({ requestId })
  expect(smsTo(asked.phone)).toHaveLength(before + 1)
})

test('a purpose may be one text', async () => {
  const asked = { ...ask(), purpose: 'ОГПО' }
  await client().request(asked)
  expect(lastSms(asked.phone)).toContain('ОГПО')
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)('mode %s is Unavailable for every call', async (mode) => {
  const { requestId } = await client().request(ask())
  const calls = [
    () => client().sendCode(ask()),
    () => client().request(ask()),
    () => client().confirmCode(requestId, '1'),
    () => client().status(requestId),
  ]
  for (const call of calls) {
    world.faults.push({ system: 'kdp', mode, times: 3 })
    await expect(call()).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  }
})

test('a person whose registers hang is Unavailable', async () => {
  await expect(client().sendCode(ask('950303499901'))).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string]>([
  ['another message id', (text) => text.replace(/<messageId>[^<]+/, '<messageId>0d9c7d5e-0000-4000-8000-000000000000')],
  ['a status that is not SCSS001', (text) => text.replace('SCSS001', 'SCSE009')],
  ['another request', (text) => text.replace(/<consent_id>[^<]+/, '<consent_id>other')],
  ['an unknown status word', (text) => text.replace('PENDING', 'MAYBE')],
])('an answer with %s is Unavailable', async (_, change) => {
  const { requestId } = await client().request(ask())
  await expect(client(tampered(send, change)).status(requestId)).rejects.toBeInstanceOf(Unavailable)
})

test('the journals know requests and no person', () => {
  expect(world.journal.some(({ key }) => key.request_id === 'ask-1')).toBe(true)
  expect(JSON.stringify([journal, world.journal])).not.toContain(fine)
  expect(JSON.stringify([journal, world.journal])).not.toContain(world.people.get(fine)?.phone)
})
