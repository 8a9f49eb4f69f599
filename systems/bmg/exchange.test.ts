import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { bmg } from './client.ts'
import { bmgSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('bmg')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send, sign?: (xml: string) => string) =>
  bmg(
    {
      address: `${server.address}/shep/bmg`,
      senderId: 'qorgan',
      password: 'secret',
      ...(sign ? { sign } : {}),
    },
    through,
  )

beforeAll(async () => {
  server = await serving(world, bmgSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'
const phoneOf = (iin: string) => world.people.get(iin)?.phone ?? ''

test('a person’s own phone belongs to them, another one does not', async () => {
  expect(await client().owns(fine, phoneOf(fine))).toBe('yes')
  expect(await client().owns(fine, phoneOf('580210499908'))).toBe('no')
})

test('a person who is not in the mobile citizens base owns no phone', async () => {
  expect(world.people.get('920611399904')?.phoneLinked).toBe(false)
  expect(await client().owns('920611399904', phoneOf('920611399904'))).toBe('no')
  expect(await client().owns('990101399990', '77010000000')).toBe('no')
})

test.each(['garbage', 'timeout', 'unavailable', 'error', 'reset'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'bmg', operation: 'MCDB_SERVICE', mode, times: 3 })
    await expect(client().owns(fine, phoneOf(fine))).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('a person whose registers hang is Unavailable', async () => {
  await expect(client().owns('950303499901', phoneOf('950303499901'))).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string, string]>([
  [
    'another message id',
    (text) => text.replace(/<messageId>[^<]+/, '<messageId>0d9c7d5e-0000-4000-8000-000000000000'),
    'another message',
  ],
  [
    'a status that is not SCSS001',
    (text) => text.replace('SCSS001', 'SCSE009'),
    'a status we do not know: SCSE009',
  ],
  ['no data', (text) => text.replace(/<responseData>.*<\/responseData>/, ''), 'unreadable reply'],
  ['an unknown word', (text) => text.replace('>true<', '>maybe<'), 'unreadable reply'],
  [
    'a SOAP Fault with 200',
    () =>
      '<e:Envelope xmlns:e="x"><e:Body><e:Fault><faultstring>850315399904</faultstring></e:Fault></e:Body></e:Envelope>',
    'unreadable reply',
  ],
])('an answer with %s is Unavailable', async (_, change, reason) => {
  const asked = client(tampered(send, change)).owns(fine, phoneOf(fine))
  await expect(asked).rejects.toBeInstanceOf(Unavailable)
  await expect(asked).rejects.toThrow(reason)
})

test('an answer root of the service’s own is read, with an empty status; a code there decides', async () => {
  const own = (status: string) => (text: string) =>
    text
      .replaceAll('ns2:SendMessageResponse', 'ns3:sendMessageResponse')
      .replace(
        'xmlns:ns2="http://bip.bee.kz/SyncChannel/v10/Types"',
        'xmlns:ns3="http://service.example/ns"',
      )
      .replace(/<status>.*<\/status>/, status)
  expect(await client(tampered(send, own('<status/>'))).owns(fine, phoneOf(fine))).toBe('yes')
  const refused = client(tampered(send, own('<status><code>FAULT-015</code></status>'))).owns(
    fine,
    phoneOf(fine),
  )
  await expect(refused).rejects.toThrow('their service failed: FAULT-015')
  // The gateway's own root says its status, or is unreadable.
  const empty = (text: string) => text.replace(/<status>.*<\/status>/, '<status/>')
  await expect(client(tampered(send, empty)).owns(fine, phoneOf(fine))).rejects.toThrow(
    'unreadable reply',
  )
})

test('the envelope is sent as the signer returned it', async () => {
  const seen: string[] = []
  const signed = client(
    (ask) => {
      seen.push(String(ask.body))
      return send(ask)
    },
    (xml) =>
      xml.replace(
        '<soap:Header></soap:Header>',
        '<soap:Header><Security>signature</Security></soap:Header>',
      ),
  )
  expect(await signed.owns(fine, phoneOf(fine))).toBe('yes')
  expect(seen[0]).toContain('<Security>signature</Security>')
  expect(seen[0]).toMatch(
    /<soap:Body [^>]*wsu:Id="id-[0-9a-f-]{36}"><typ:SendMessage xmlns:typ="http:\/\/bip\.bee\.kz\/SyncChannel\/v10\/Types"><request>/,
  )
})

test('neither journal holds an IIN or a phone', () => {
  const text = JSON.stringify([journal, world.journal])
  expect(world.journal.length).toBeGreaterThan(5)
  expect(text).not.toContain(fine)
  expect(text).not.toContain(phoneOf(fine))
})
