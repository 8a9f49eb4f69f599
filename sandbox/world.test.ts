import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTechPassport, isVin } from '#domain/document-numbers.ts'
import { birthDateOf, isIin } from '#domain/iin.ts'
import { isPlate } from '#domain/plate.ts'
import { createWorld } from './world.ts'

/** A world that takes long to write gathers what changes meanwhile. */
const slow = { timeout: 60_000 }

/** Named by documents and demonstrations. */
const personas = [
  '850315399904',
  '580210499908',
  '100601599901',
  '040808599903',
  '900712399909',
  '910823499901',
  '790101399902',
  '880505399908',
  '930930499907',
  '870417399908',
  '940226499901',
  '920611399904',
  '891109499906',
  '960120399902',
  '861214399905',
  '950303499901',
  '900101399908',
  '850505499909',
]

test('the eighteen ready people come first, with the traits their roles need', () => {
  const { people } = createWorld()
  expect([...people.keys()].slice(0, 18)).toEqual(personas)
  const of = (iin: string) => people.get(iin)
  expect(of('850315399904')).toMatchObject({
    bonusMalus: { kind: 'CLASS', class: '7' },
    phone: '77010000001',
    scoring: 'ok',
  })
  expect(of('580210499908')).toMatchObject({ benefit: true })
  expect(of('900712399909')?.documents.some((document) => document.valid)).toBe(false)
  expect(of('910823499901')?.documents.map(({ type }) => type)).toEqual(['FOREIGN_PASSPORT'])
  expect(of('790101399902')).toMatchObject({ lists: ['TERROR'] })
  expect(of('880505399908')).toMatchObject({ resident: false })
  expect(of('930930499907')).toMatchObject({ driverLicence: null })
  expect(of('870417399908')?.driverLicence?.validTo).toBe('2024-06-01')
  expect(of('940226499901')).toMatchObject({ setClient: 'fault' })
  expect(of('920611399904')).toMatchObject({ phoneLinked: false })
  expect(of('891109499906')).toMatchObject({ consent: 'no' })
  expect(of('861214399905')).toMatchObject({ scoring: 'unavailable' })
  expect(of('950303499901')).toMatchObject({ registers: 'timeout' })
})

test('every ready person has a valid number of the reserved series, a phone of their own and says what they are for', () => {
  const people = [...createWorld().people.values()]
  for (const person of people) {
    expect(isIin(person.iin), person.iin).toBe(true)
    expect(person.iin.slice(7, 10)).toBe('999')
    expect(person.birthDate).toBe(birthDateOf(person.iin))
    expect(person.phone).toMatch(/^7701000\d{4}$/)
    expect([person.about?.kz, person.about?.ru, person.about?.en].every(Boolean)).toBe(true)
  }
  expect(new Set(people.map(({ phone }) => phone)).size).toBe(people.length)
})

test('the ready vehicles cover every kind, both settlements, a deregistered car and the plate of 1993', () => {
  const vehicles = [...createWorld().vehicles.values()]
  expect(vehicles.length).toBeGreaterThanOrEqual(12)
  for (const vehicle of vehicles)
    expect(
      [isPlate(vehicle.plate), isTechPassport(vehicle.techPassport), isVin(vehicle.vin)],
      vehicle.plate,
    ).toEqual([true, true, true])
  expect(new Set(vehicles.map(({ type }) => type))).toEqual(
    new Set(['PASSENGER', 'TRUCK', 'BUS_UP_TO_16', 'BUS_OVER_16', 'MOTORCYCLE', 'TRAILER']),
  )
  expect(new Set(vehicles.map(({ settlement }) => settlement))).toEqual(new Set(['CITY', 'OTHER']))
  expect(vehicles.some(({ registered }) => !registered)).toBe(true)
  expect(vehicles.find(({ plate }) => plate === '123ABC02')).toMatchObject({
    techPassport: 'AB12345678',
    year: 2020,
    type: 'PASSENGER',
  })
})

test('what happened in a world with a file is there after a restart: people, messages, stores, sequences, clock, journal', async () => {
  const dataFile = join(mkdtempSync(join(tmpdir(), 'world-')), 'world.json')
  const before = createWorld({ dataFile })
  const person = before.people.get('850315399904')
  if (person) before.people.set(person.iin, { ...person, scoring: 'bad' })
  before.phones.set('77010000001', { wallet: false })
  before.store<{ amount: number }>('bank.invoices').set('1', { amount: 5 })
  before.next('bill')
  before.deliver({ to: '77010000001', from: '1414', text: 'Сәлем' })
  before.note({ system: 'esbd', operation: 'SetPolicy', key: { order: '7' }, fault: null })
  await before.setNow('2026-12-24T10:00:00+05:00')
  await expect.poll(() => createWorld({ dataFile }).now().toISOString(), slow).toMatch(/^2026-12-/)

  const after = createWorld({ dataFile })
  expect(after.people.get('850315399904')?.scoring).toBe('bad')
  expect(after.people.size).toBe(before.people.size)
  expect(after.phones.get('77010000001')).toEqual({ wallet: false })
  expect(after.store('bank.invoices').get('1')).toEqual({ amount: 5 })
  expect(after.next('bill')).toBe(2)
  expect(after.messages).toMatchObject([{ to: '77010000001', from: '1414', text: 'Сәлем' }])
  expect(after.journal).toMatchObject([
    { system: 'esbd', operation: 'SetPolicy', key: { order: '7' } },
  ])
  expect(after.now().toISOString()).toMatch(/^2026-12-24T05:0/)
})

test('a vehicle changed in place stays changed after a restart', async () => {
  const dataFile = join(mkdtempSync(join(tmpdir(), 'world-')), 'world.json')
  const before = createWorld({ dataFile })
  const vehicle = before.vehicles.get('901ZHK02')
  if (vehicle) vehicle.registered = false
  before.saved()
  await expect
    .poll(() => createWorld({ dataFile }).vehicles.get('901ZHK02')?.registered, slow)
    .toBe(false)
})

test('the clock starts at the given time and runs on', async () => {
  const world = createWorld({ baseTime: new Date('2026-06-01T00:00:00Z') })
  expect(world.now().toISOString()).toMatch(/^2026-06-01T00:00:0/)
  const heard: string[] = []
  const stop = world.onClock((now) => void heard.push(now.toISOString().slice(0, 10)))
  await world.setNow('2026-07-02T00:00:00Z')
  stop()
  await world.setNow('2026-08-02T00:00:00Z')
  expect(heard).toEqual(['2026-07-02'])
  await world.setNow(null)
  expect(world.now().toISOString()).toMatch(/^2026-06-01/)
})

test('a fault is taken as often as it was set, only by its system and operation', () => {
  const world = createWorld()
  world.faults.push(
    { system: 'esbd', operation: 'SetPolicy', mode: 'error', times: 2 },
    { system: 'bank', mode: 'timeout', times: 1 },
  )
  expect(world.takeFault('esbd', 'SetClient', ['error'])).toBeNull()
  expect(world.takeFault('esbd', 'SetPolicy', ['twice'])).toBeNull()
  expect(world.takeFault('esbd', 'SetPolicy', ['error'])?.mode).toBe('error')
  expect(world.takeFault('esbd', 'SetPolicy', ['error'])?.mode).toBe('error')
  expect(world.takeFault('esbd', 'SetPolicy', ['error'])).toBeNull()
  expect(world.takeFault('bank', 'anything', ['timeout'])?.mode).toBe('timeout')
  expect(world.faults).toEqual([])
})
