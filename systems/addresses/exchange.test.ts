import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { addresses } from './client.ts'
import { addressesSandbox } from './sandbox.ts'

const world = createWorld({})
const { send } = sending('addresses')
let server: Awaited<ReturnType<typeof serving>>
const client = (more: { apiKey?: string; pageSize?: number } = {}, through = send) =>
  addresses({ address: `${server.address}/addresses`, apiKey: 'sandbox', ...more }, through)

beforeAll(async () => {
  server = await serving(world, addressesSandbox())
})
afterAll(() => server.close())

test('territories, streets, buildings and flats come with their links and sixteen-digit codes', async () => {
  const register = client()
  expect(await register.territories(0)).toHaveLength(3)
  const streets = await register.streets(0)
  expect(streets).toHaveLength(30)
  expect(streets[0]).toMatchObject({
    name: { kz: 'Абай даңғылы', ru: 'проспект Абая' },
    territoryId: '1',
  })
  const { rows: buildings, more } = await register.buildings(0)
  expect([buildings.length, more]).toEqual([200, false])
  const { rows: flats } = await register.flats(0)
  expect(flats).toHaveLength(600)
  const codes = [...buildings, ...flats].map(({ code }) => code)
  expect(new Set(codes).size).toBe(800)
  expect(codes.every((code) => /^\d{16}$/.test(code))).toBe(true)
  expect(flats.every((flat) => buildings.some(({ id }) => id === flat.buildingId))).toBe(true)
})

test('pages are asked for one after the other', async () => {
  const register = client({ pageSize: 150 })
  expect((await register.buildings(0)).more).toBe(true)
  expect(await register.buildings(150)).toMatchObject({ more: false })
  expect((await register.buildings(150)).rows).toHaveLength(50)
})

test('rows without a code or no longer in force are left out', async () => {
  const change = (text: string) =>
    text
      .replace('"rca":"0200000000000000"', '"rca":""')
      .replace('"actual":"true"}]', '"actual":"false"}]')
  expect((await client({}, tampered(send, change)).buildings(0)).rows).toHaveLength(198)
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'addresses', operation: 's_ats', mode, times: 3 })
    await expect(client().territories(0)).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('a wrong key is Unavailable', async () => {
  await expect(client({ apiKey: '' }).streets(0)).rejects.toThrow('HTTP 403')
})
