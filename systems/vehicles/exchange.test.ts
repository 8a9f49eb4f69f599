import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { vehicles } from './client.ts'
import { vehiclesSandbox } from './sandbox.ts'

const world = createWorld({})
const { send } = sending('vehicles')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) => vehicles({ address: `${server.address}/shep/vehicles`, senderId: 'qorgan', password: 'secret' }, through)

const car = {
  plate: '999ZZZ02',
  techPassport: 'AA99999999',
  vin: 'XTA00000000000999',
  type: 'CAR',
  make: 'Lada',
  model: 'Vesta',
  year: 2020,
  region: 'ALMATY',
  settlement: 'CITY' as const,
  ownerIin: '850315399904',
  registered: true,
}

beforeAll(async () => {
  world.vehicles.set(car.plate, car)
  world.vehicles.set('998ZZZ02', { ...car, plate: '998ZZZ02', registered: false })
  world.vehicles.set('997ZZZ02', { ...car, plate: '997ZZZ02', ownerIin: '950303499901' })
  server = await serving(world, vehiclesSandbox(world))
})
afterAll(() => server.close())

test('a registered car has its owner, however plate and tech passport are typed', async () => {
  const registered = { registered: true, ownerIin: car.ownerIin }
  expect(await client().registration(car.plate, car.techPassport)).toEqual(registered)
  expect(await client().registration('999 zzz 02', 'аа 99999999')).toEqual(registered)
})

test('a car taken off the register has no owner', async () => {
  expect(await client().registration('998ZZZ02', car.techPassport)).toEqual({ registered: false, ownerIin: null })
})

test('an unknown plate and a tech passport of another car are null', async () => {
  expect(await client().registration('111AAA11', car.techPassport)).toBeNull()
  expect(await client().registration(car.plate, 'BB00000000')).toBeNull()
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)('mode %s is Unavailable', async (mode) => {
  world.faults.push({ system: 'vehicles', operation: 'MVD_VEHICLE_REGISTRATION', mode, times: 3 })
  await expect(client().registration(car.plate, car.techPassport)).rejects.toBeInstanceOf(Unavailable)
  world.faults.length = 0
})

test('the car of a person whose registers hang is Unavailable', async () => {
  await expect(client().registration('997ZZZ02', car.techPassport)).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string]>([
  ['another message id', (text) => text.replace(/<messageId>[^<]+/, '<messageId>0d9c7d5e-0000-4000-8000-000000000000')],
  ['a status that is not SCSS001', (text) => text.replace('SCSS001', 'SCSE009')],
  ['another plate', (text) => text.replace(car.plate, '111AAA11')],
  ['no word about registration', (text) => text.replace('<registered>true</registered>', '')],
])('an answer with %s is Unavailable', async (_, change) => {
  await expect(client(tampered(send, change)).registration(car.plate, car.techPassport)).rejects.toBeInstanceOf(Unavailable)
})
