import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '../exchange-kit.ts'
import { type EsbdConfig, esbd, type InsuranceDatabase } from './client.ts'
import { esbdSandbox } from './sandbox.ts'

const nurlan = '850315399904'
const pensioner = '580210499908'
const nonResident = '880505399908'
const refusedBySetClient = '940226499901'
const plate = '123ABC02'
const techPassport = 'AB12345678'

const world = createWorld()
const { send, journal: calls } = sending('esbd')
let server: Awaited<ReturnType<typeof serving>>
const addressOf = (of: { address: string }) => `${of.address}/esbd/IICWebService.asmx`

function client(more: Partial<EsbdConfig> = {}, through = send): InsuranceDatabase {
  const users = [{ name: 'qorgan-1', password: 'secret' }]
  return esbd({ addresses: [addressOf(server)], users, limitMs: 8_000, ...more }, through)
}
const operationsOf = (name: string) => world.journal.filter((line) => line.operation === name)

beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())
beforeEach(() => {
  calls.length = 0
  world.faults.length = 0
  world.journal.length = 0
})

describe('people', () => {
  test('a resident is found with the names, birth date and paper of the database', async () => {
    const person = world.people.get(nurlan)
    expect(await client().findPerson(nurlan)).toEqual({
      clientId: expect.any(Number),
      iin: nurlan,
      resident: true,
      surname: person?.surname,
      name: person?.name,
      patronymic: person?.patronymic,
      birthDate: '1985-03-15',
      document: {
        type: 'ID_CARD',
        number: person?.documents[0]?.number,
        issueDate: person?.documents[0]?.issueDate,
      },
      verified: true,
    })
    expect(operationsOf('GetClientsByKeyFields')).toHaveLength(1)
  })

  test('a non-resident is found by the second search, and nobody by neither', async () => {
    expect(await client().findPerson(nonResident)).toMatchObject({ resident: false })
    expect(operationsOf('GetClientsByKeyFields')).toHaveLength(2)
    expect(await client().findPerson('010101500000')).toBeNull()
  })

  test('the id of a person stays the same and leads back to the person', async () => {
    const database = client()
    const found = await database.findPerson(nurlan)
    expect(await database.clientById(found?.clientId ?? 0)).toEqual(found)
    expect(await client().findPerson(nurlan)).toEqual(found)
    expect(await database.clientById(77)).toBeNull()
  })

  test('a person unknown to the database is saved with a document and found afterwards', async () => {
    const person = {
      iin: '950101399918',
      surname: 'Сәрсенов',
      name: 'Ержан',
      patronymic: '',
      birthDate: '1995-01-01',
      sex: 'M' as const,
      resident: true,
      phone: '77015556677',
      email: 'a&b@example.kz',
    }
    const document = {
      type: 'PASSPORT' as const,
      number: 'N123',
      issueDate: '2020-02-29',
      issuer: 'ІІМ <1>',
      validTo: '2030-02-28',
    }
    const database = client()
    const { clientId } = await database.savePerson({ ...person, document })
    expect(await database.findPerson(person.iin)).toMatchObject({
      clientId,
      surname: 'Сәрсенов',
      patronymic: '',
      document: { type: 'PASSPORT', number: 'N123', issueDate: '2020-02-29' },
      verified: false,
    })
    // Saved again without the document: the record retains it.
    expect(await database.savePerson({ ...person, name: 'Ерасыл' })).toEqual({ clientId })
    expect(await database.findPerson(person.iin)).toMatchObject({
      name: 'Ерасыл',
      document: { number: 'N123' },
    })
  })

  test('a Fault of SetClient is a refusal with its text, for 12003', async () => {
    const save = client().savePerson({
      iin: refusedBySetClient,
      surname: 'А',
      name: 'Б',
      patronymic: '',
      birthDate: '1994-02-26',
      sex: 'F',
      resident: true,
    })
    await expect(save).rejects.toMatchObject({
      name: 'EsbdRefused',
      operation: 'SetClient',
      faultText: expect.stringContaining('проверку'),
    })
  })

  test.each([
    [nurlan, { kind: 'CLASS', class: '7' }],
    [pensioner, { kind: 'CLASS', class: '13' }],
    ['100601599901', { kind: 'FIRST', class: '3' }],
  ])('the class of %s is %j, told by its text and not by its id', async (iin, expected) => {
    const database = client()
    const person = await database.findPerson(iin)
    expect(await database.bonusMalus(person?.clientId ?? 0, '2026-11-20')).toEqual(expected)
  })
})

describe('vehicles', () => {
  test('a car is found by plate and certificate together, in the codes of the tariff', async () => {
    const database = client()
    expect(
      await database.findVehicle({ plate: '123 авс 02', techPassport: 'ab 12345678' }),
    ).toEqual({
      vehicleId: expect.any(Number),
      plate,
      techPassport,
      vin: world.vehicles.get(plate)?.vin,
      type: 'PASSENGER',
      make: 'Toyota',
      model: 'Camry',
      year: 2020,
      region: 'ALMATY_CITY',
      settlement: 'CITY',
    })
    expect(await database.findVehicle({ plate, techPassport: 'ZZ00000000' })).toBeNull()
    expect(operationsOf('SearchVehicles')[0]?.key).toEqual({ plate })
  })

  test('every ready vehicle comes back with its own type and region', async () => {
    const database = client()
    for (const vehicle of world.vehicles.values())
      expect(await database.findVehicle(vehicle)).toMatchObject({
        type: vehicle.type,
        region: vehicle.region,
        settlement: vehicle.settlement,
      })
    expect(operationsOf('GetItems')).toHaveLength(2)
  })
})
