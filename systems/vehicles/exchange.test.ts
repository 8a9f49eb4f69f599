import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBin } from '#domain/iin.ts'
import { createWorld } from '#sandbox/world.ts'
import { giveToken } from '../consent-sandbox.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { vehicles, vehicleWith } from './client.ts'
import { vehiclesSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('vehicles')
let server: Awaited<ReturnType<typeof serving>>
const at = () => `${server.address}/gkb/gbdServices/AutoDetailsVinImplService`
const ownedBy = (owner: string, through = send, more: { gone?: string[] } = {}) => {
  const register = vehicles(
    { address: at(), login: 'qorgan', password: 'secret', userId: 'U1', asks: 'owner', ...more },
    through,
  )
  if (register.asks !== 'owner') throw new Error('asked by owner')
  return register.ownedBy(
    isBin(owner)
      ? { bin: owner }
      : { iin: owner, consent: giveToken(world, { iin: owner, access: [], ms: 60_000 }) },
  )
}

const owner = '791231399908'
const bin = '180440099996'
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
  ownerIin: owner,
  registered: true,
}

beforeAll(async () => {
  world.vehicles.set(car.plate, car)
  world.vehicles.set('998ZZZ02', {
    ...car,
    plate: '998ZZZ02',
    techPassport: 'AA99999998',
    vin: 'XTA00000000000998',
    registered: false,
  })
  world.vehicles.set('997ZZZ02', { ...car, plate: '997ZZZ02', ownerIin: '950303499901' })
  world.vehicles.set('996ZZ02', { ...car, plate: '996ZZ02', ownerIin: bin })
  server = await serving(world, vehiclesSandbox(world))
})
afterAll(() => server.close())

const theirs = { plate: car.plate, techPassport: car.techPassport, vin: car.vin, registered: true }

test('every vehicle of an owner is told, those taken off the register too, of a person and of an organisation', async () => {
  expect(await ownedBy(owner)).toEqual([
    theirs,
    { plate: '998ZZZ02', techPassport: 'AA99999998', vin: 'XTA00000000000998', registered: false },
  ])
  expect(await ownedBy(bin)).toMatchObject([{ plate: '996ZZ02' }])
})

test('the typed plate and passport are matched however they are written, and only together', async () => {
  const owned = await ownedBy(owner)
  expect(vehicleWith(owned, '999 zzz 02', 'аа 99999999')).toEqual(theirs)
  expect(vehicleWith(owned, car.plate)).toEqual(theirs)
  expect(vehicleWith(owned, car.plate, 'BB00000000')).toBeNull()
  expect(vehicleWith(owned, '111AAA11', car.techPassport)).toBeNull()
})

test('an owner without vehicles has none', async () => {
  expect(await ownedBy('990101399990')).toEqual([])
})

test('where the service of the day is not asked by owner, the port says so', () => {
  expect(
    vehicles({ address: at(), login: '', password: '', userId: '', asks: 'plate' }, send),
  ).toEqual({ asks: 'plate' })
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'vehicles', operation: 'getAuto', mode, times: 3 })
    await expect(ownedBy(owner)).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('the vehicles of a person whose registers hang are Unavailable', async () => {
  await expect(ownedBy('950303499901')).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string, string]>([
  ['a status that is not success', (text) => text.replace('SCSS001', 'SCSE009'), 'status SCSE009'],
  [
    '"found" and no vehicle',
    (text) => text.replace(/<autos>.*<\/autos>/, '<autos></autos>'),
    'item is missing',
  ],
  [
    'a vehicle without its plate',
    (text) => text.replace(/<autoRegNum>[^<]+/, '<autoRegNum>'),
    'autoRegNum is missing',
  ],
  [
    'a plate that is none',
    (text) => text.replace(/<autoRegNum>[^<]+/, '<autoRegNum>-1'),
    'autoRegNum is no plate',
  ],
  [
    'another owner',
    (text) => text.replace(`<IIN>${owner}`, '<IIN>850315399904'),
    'another owner answered',
  ],
  ['half of it', (text) => text.slice(0, text.length / 2), 'unreadable reply'],
])('an answer with %s is Unavailable, never "no vehicles"', async (_, change, words) => {
  await expect(ownedBy(owner, tampered(send, change))).rejects.toThrow(words)
})

test.each<[string, (text: string) => string, object]>([
  [
    'no VIN has its body number',
    (text) => text.replaceAll(/<autoVIN>[^<]+/g, '<autoVIN>'),
    { vin: car.vin },
  ],
  [
    'neither has none',
    (text) => text.replaceAll(/<(autoVIN|BodyNum)>[^<]+/g, '<$1>'),
    { vin: null },
  ],
  [
    'no status stands in the register',
    (text) => text.replaceAll(/<status>(Состоит|Снят)[^<]+<\/status>/g, ''),
    { registered: true },
  ],
  [
    'no certificate has an empty one',
    (text) => text.replaceAll(/<SrtsSerNum>[^<]+/g, '<SrtsSerNum>'),
    { techPassport: '' },
  ],
])('a vehicle with %s', async (_, change, expected) => {
  expect((await ownedBy(owner, tampered(send, change)))[0]).toMatchObject(expected)
})

test('one vehicle is a list of one, and which words mean "off the register" is a setting', async () => {
  const one = tampered(send, (text) =>
    text.replace(/<item>.*<\/item>/, (items) => items.slice(0, items.indexOf('</item>') + 7)),
  )
  expect(await ownedBy(owner, one)).toEqual([theirs])
  const archived = tampered(send, (text) => text.replaceAll('Состоит на учете', 'АРХИВ'))
  expect((await ownedBy(owner, archived))[0]).toMatchObject({ registered: true })
  expect((await ownedBy(owner, archived, { gone: ['архив'] }))[0]).toMatchObject({
    registered: false,
  })
})

/** Faults that the reviews found in our invented request; each test restores one. */
test.each<[string, (body: string) => string, string]>([
  [
    'a service of the state gateway instead of the credit bureau’s',
    (body) => body.replaceAll('getAuto', 'SendMessage'),
    'HTTP 500',
  ],
  [
    'another namespace',
    (body) =>
      body.replace('http://data.gbd.chdb.scb.kz/', 'http://mvd.gov.kz/ns/vehicle-registration'),
    'HTTP 500',
  ],
  [
    'a question by plate and certificate',
    (body) => body.replace(/<iinBin>.*<\/iinBin>/, '<regNumber>999ZZZ02</regNumber>'),
    'status VAL-002',
  ],
  [
    'the parameter in the namespace',
    (body) => body.replace(/(<\/?)iinBin>/g, '$1data:iinBin>'),
    'status VAL-002',
  ],
  [
    'no token of the person’s consent',
    (body) => body.replace(/<kdpToken>[^<]*<\/kdpToken>/, ''),
    'status SBF-AD-1',
  ],
  [
    'no user in the header',
    (body) => body.replace(/<userId>[^<]*<\/userId>/, ''),
    'status VAL-001',
  ],
])('with %s nothing is answered', async (_, change, words) => {
  const other: typeof send = (ask) => send({ ...ask, body: change(String(ask.body)) })
  await expect(ownedBy(owner, other)).rejects.toThrow(words)
})

test('the journal holds no IIN', () => {
  expect(JSON.stringify([journal, world.journal])).not.toContain(owner)
})
