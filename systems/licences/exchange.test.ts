import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { licences } from './client.ts'
import { licencesSandbox } from './sandbox.ts'

const world = createWorld({})
const { send } = sending('licences')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) => licences({ address: `${server.address}/shep/licences`, senderId: 'qorgan', password: 'secret' }, through)

beforeAll(async () => {
  server = await serving(world, licencesSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'

test('a licence is found by IIN, and by IIN and number however it is typed', async () => {
  const known = world.people.get(fine)?.driverLicence
  const found = await client().find(fine)
  expect(found).toMatchObject({ ...known })
  expect(found?.categories).toContain('B')
  expect(await client().find(fine, ` ${known?.number.toLowerCase()} `)).toEqual(found)
})

test('a minor has categories too, more than one and as a list', async () => {
  expect((await client().find('100601599901'))?.categories).toEqual(['A1', 'B'])
})

test('a single category is a list of one', async () => {
  const one = tampered(send, (text) => text.replace(/<categories>.*<\/categories>/, '<categories><category>B</category></categories>'))
  expect((await client(one).find(fine))?.categories).toEqual(['B'])
})

test('no licence, an unknown person and another number are null', async () => {
  expect(await client().find('930930499907')).toBeNull()
  expect(await client().find('990101399990')).toBeNull()
  expect(await client().find(fine, 'ZZ999999')).toBeNull()
})

test('an ended licence is found: its end is for the rules to judge', async () => {
  const found = await client().find('870417399908')
  expect(found && found.validTo < '2026-01-01').toBe(true)
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)('mode %s is Unavailable', async (mode) => {
  world.faults.push({ system: 'licences', mode, times: 3 })
  await expect(client().find(fine)).rejects.toBeInstanceOf(Unavailable)
  world.faults.length = 0
})

test('a person whose registers hang is Unavailable', async () => {
  await expect(client().find('950303499901')).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string]>([
  ['another message id', (text) => text.replace(/<messageId>[^<]+/, '<messageId>0d9c7d5e-0000-4000-8000-000000000000')],
  ['a status that is not SCSS001', (text) => text.replace('SCSS001', 'SCSE009')],
  ['another person', (text) => text.replace(fine, '580210499908')],
  ['a found licence without its data', (text) => text.replace(/<licence>.*<\/licence>/, '')],
  ['a date that is none', (text) => text.replace(/<validTo>[^<]+/, '<validTo>soon')],
])('an answer with %s is Unavailable', async (_, change) => {
  await expect(client(tampered(send, change)).find(fine)).rejects.toBeInstanceOf(Unavailable)
})
