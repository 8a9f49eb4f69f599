import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { consentProblem } from '../consent-sandbox.ts'
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
      address: `${server.address}/gkb/gbdServices/PersonalDataAccessControlImplService`,
      login: 'qorgan',
      password: 'secret',
      userId: 'U1',
      company: { name: 'Qorgan', bin: '123456789012', responsible: 'Demo', employee: 'Demo' },
    },
    through,
  )

beforeAll(async () => {
  server = await serving(world, kdpSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'
const purpose = '2026 жылғы полис'
const DAY = 86_400_000
let asks = 0
const question = (iin = fine, key = `ask-${++asks}`) => ({
  iin,
  purpose,
  key,
  sms: true,
  holdsMs: DAY,
})
const phoneOf = (iin: string) => world.people.get(iin)?.phone ?? ''
const smsTo = (phone: string) => world.messages.filter(({ to }) => to === phone)
const later = (minutes: number) =>
  world.setNow(new Date(world.now().getTime() + minutes * 60_000).toISOString())

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
] as const)('the answer «%s» makes a question %s', async (text, state) => {
  const asked = question()
  expect(await client().ask(asked)).toEqual({ state: 'awaiting' })
  const sms = smsTo(phoneOf(fine)).at(-1)
  expect(sms).toMatchObject({ from: '1414' })
  expect(sms?.text).toMatch(/1 – иә, 0 – жоқ/)
  world.reply(phoneOf(fine), text)
  expect(await client().ask(asked)).toMatchObject({ state })
  if (state === 'awaiting') world.reply(phoneOf(fine), '0')
})

test('a yes gives token and public key, in one line, good for that person until they end', async () => {
  const asked = question()
  await client().ask(asked)
  world.reply(phoneOf(fine), '1')
  const answer = await client().ask(asked)
  if (answer.state !== 'approved') throw new Error('no consent')
  const { token, publicKey } = answer.consent
  expect(token).toMatch(/^\S{100,}$/)
  expect(publicKey).toMatch(/^\S{40,}$/)
  const problem = (iin: string, access: string | null = 'GBDFLUniversal_token') =>
    consentProblem(world, { iin, access, fields: { kdpToken: token, publicKey } })
  expect(problem(fine)).toBeNull()
  expect(problem('580210499908')).toBe('of another')
  expect(problem(fine, 'GBDFL_FamilyInfoToken')).toBe('not for this service')
  await later(24 * 60 + 1)
  expect(problem(fine)).toBe('over')
})

test('whoever vouches gets a token with no SMS at all', async () => {
  const before = world.messages.length
  expect(await client().ask({ ...question(), sms: false })).toMatchObject({ state: 'approved' })
  expect(world.messages).toHaveLength(before)
})

test('a number names one process: asked again, after a lost answer too, it sends no second SMS', async () => {
  const asked = question('580210499908')
  const before = smsTo(phoneOf(asked.iin)).length
  world.faults.push({ system: 'kdp', mode: 'reset', times: 1 })
  await expect(client().ask(asked)).rejects.toMatchObject({ mayHaveHappened: true })
  expect(await client().ask(asked)).toEqual({ state: 'awaiting' })
  expect(await client().ask(asked)).toEqual({ state: 'awaiting' })
  expect(smsTo(phoneOf(asked.iin))).toHaveLength(before + 1)
  // A number reveals nothing of another person's process.
  await expect(client().ask({ ...asked, iin: fine })).rejects.toThrow(
    'our request is wrong: VAL-R-004',
  )
})

test('an answer goes to the newest open question of the phone and to no other phone', async () => {
  const [first, second, other] = [question(), question(), question('580210499908')]
  for (const asked of [first, second, other]) await client().ask(asked)
  world.reply(phoneOf(fine), '1')
  const states = async () =>
    Promise.all([first, second, other].map(async (asked) => (await client().ask(asked)).state))
  expect(await states()).toEqual(['awaiting', 'approved', 'awaiting'])
  world.reply(phoneOf(fine), '0')
  expect(await states()).toEqual(['rejected', 'approved', 'awaiting'])
})

test('silence expires after ten minutes and a late yes does not revive it; a given yes stays', async () => {
  const silent = question('960120399902')
  await client().ask(silent)
  const given = question()
  await client().ask(given)
  world.reply(phoneOf(fine), '1')
  await later(9)
  expect(await client().ask(silent)).toEqual({ state: 'awaiting' })
  await later(2)
  expect(await client().ask(silent)).toEqual({ state: 'expired' })
  world.reply(phoneOf(silent.iin), '1')
  expect(await client().ask(silent)).toEqual({ state: 'expired' })
  expect(await client().ask(given)).toMatchObject({ state: 'approved' })
})

test('a person who always refuses has answered at once; one without a phone there cannot be asked', async () => {
  expect(await client().ask(question('891109499906'))).toEqual({ state: 'rejected' })
  expect(await client().ask(question('920611399904'))).toEqual({ state: 'unreachable' })
  expect(await client().ask(question('990101399990'))).toEqual({ state: 'unreachable' })
})

test.each(['garbage', 'timeout', 'unavailable', 'error', 'reset_before'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'kdp', mode, times: 3 })
    await expect(client().ask(question())).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('a person whose registers hang is Unavailable', async () => {
  await expect(client().ask(question('950303499901'))).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string, string]>([
  [
    'their failure',
    (text) =>
      text.replace(
        '<ns3:status></ns3:status>',
        '<ns3:status><ns3:code>FAULT-015</ns3:code></ns3:status>',
      ),
    'their service failed: FAULT-015',
  ],
  ['a state nobody knows', (text) => text.replace('valid<', 'maybe<'), 'unreadable reply'],
  ['their own error', (text) => text.replace('valid<', 'error<'), 'data.status says error'],
  ['no token', (text) => text.replace(/<ns3:code>[^<]*/, '<ns3:code>'), 'data.code is missing'],
  [
    'no public key',
    (text) => text.replace(/<ns3:public-key>.*<\/ns3:public-key>/s, ''),
    'data.public-key is missing',
  ],
  [
    'no data',
    (text) => text.replace(/<ns3:responseData>.*<\/ns3:responseData>/s, ''),
    'responseData.data is missing',
  ],
])(
  'an answer with %s is Unavailable, and says why without the token',
  async (_, change, reason) => {
    const asked = client(tampered(send, change)).ask({ ...question(), sms: false })
    await expect(asked).rejects.toBeInstanceOf(Unavailable)
    await expect(asked).rejects.toThrow(reason)
  },
)

test('the answer is read under the root of the state gateway too', async () => {
  const alone = (text: string) =>
    text
      .replace(/<ns2:getPersonDataAccessControlResponse[^>]*><return>/, '')
      .replace('</return></ns2:getPersonDataAccessControlResponse>', '')
  expect(await client(tampered(send, alone)).ask({ ...question(), sms: false })).toMatchObject({
    state: 'approved',
  })
})

test('the journals know processes and no person, phone or token', () => {
  const text = JSON.stringify([journal, world.journal])
  expect(world.journal.some(({ key }) => key.requestNumber === 'ask-1')).toBe(true)
  expect(text).not.toContain(fine)
  expect(text).not.toContain(phoneOf(fine))
})
