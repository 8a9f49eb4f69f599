import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsTo } from '#tests/sandbox-calls.ts'
import { type Sandbox, startSandbox } from './start.ts'

/** People and vehicles of the sandbox's world, as the control calls read and change them. */
let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterEach(() => sandbox.close())
const call = callsTo(() => sandbox)

test('GET /control/people tells of each ready person what they are for', async () => {
  const { body } = await call('GET', '/control/people')
  expect(body).toHaveLength(28)
  expect(body[0]).toMatchObject({
    iin: '850315399904',
    about: { en: expect.stringContaining('fine') },
  })
})

test('PUT person changes what is given and keeps the rest', async () => {
  const { status, body } = await call('PUT', '/control/people/850315399904', {
    scoring: 'bad',
    lists: ['UN'],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    surname: 'Әбдіқадыров',
    scoring: 'bad',
    lists: ['UN'],
    bonusMalus: { class: '7' },
  })
  expect(sandbox.world.people.get('850315399904')?.scoring).toBe('bad')
})

test('PUT of a new person fills in sensible values', async () => {
  const { status, body } = await call('PUT', '/control/people/931201399915', {})
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    birthDate: '1993-12-01',
    resident: true,
    benefit: false,
    lists: [],
    scoring: 'ok',
  })
  expect(body.documents).toMatchObject([{ type: 'ID_CARD', valid: true }])
  expect(body.driverLicence.validTo > sandbox.world.now().toISOString()).toBe(true)
  expect(body.phone).toMatch(/^7\d{10}$/)
})

test('a person read and put back is the same person', async () => {
  const { body: people } = await call('GET', '/control/people')
  for (const person of people)
    expect((await call('PUT', `/control/people/${person.iin}`, person)).body).toEqual(person)
})

test('null takes a misfortune away', async () => {
  await call('PUT', '/control/people/950303499901', { registers: null })
  expect(sandbox.world.people.get('950303499901')?.registers).toBeUndefined()
})

test.each([
  ['/control/people/850315399904', { scoring: 'maybe', colour: 'red' }, ['scoring', 'colour']],
  [
    '/control/people/850315399904',
    { bonusMalus: { kind: 'CLASS', class: '14' } },
    ['bonusMalus.class'],
  ],
  ['/control/people/850315399904', { iin: '580210499908' }, ['iin']],
  ['/control/people/850315399905', {}, ['iin']],
  ['/control/people/850315399904', '{', ['']],
  ['/control/vehicles/123ABC02', { type: 'TANK', year: '2020' }, ['type', 'year']],
  ['/control/vehicles/ЫЫЫ', {}, ['plate']],
])('PUT %s %j is refused with a list of what is wrong', async (path, body, paths) => {
  const reply = await call('PUT', path, body)
  expect(reply.status).toBe(422)
  expect(reply.body.errors.map((error: { path: string }) => error.path)).toEqual(paths)
})

test('PUT vehicle takes a plate as people type it and its region from the plate', async () => {
  const { body } = await call('PUT', `/control/vehicles/${encodeURIComponent('555 авс 04')}`, {
    year: 2012,
  })
  expect(body).toMatchObject({
    plate: '555ABC04',
    region: 'AKTOBE',
    year: 2012,
    type: 'PASSENGER',
    registered: true,
  })
  expect((await call('GET', '/control/vehicles')).body).toContainEqual(body)
})
