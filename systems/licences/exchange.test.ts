import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { ConsentRefused } from '../consent.ts'
import { giveToken } from '../consent-sandbox.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { licences } from './client.ts'
import { licencesSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('licences')
let server: Awaited<ReturnType<typeof serving>>
const at = () => `${server.address}/gkb/gbdServices/ZipDriverPortTypeImplService`
const client = (through = send, more: { notFound?: string[]; consentConfirmed?: string } = {}) =>
  licences({ address: at(), login: 'qorgan', password: 'secret', userId: 'U1', ...more }, through)

const agreed = (iin: string) => giveToken(world, { iin, access: [], ms: 60_000 })

beforeAll(async () => {
  server = await serving(world, licencesSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'

test('a licence is found by IIN: series and number, its own days, whole categories and no first day of driving', async () => {
  const known = world.people.get(fine)?.driverLicence
  expect(await client().find(fine, agreed(fine))).toEqual({
    number: known?.number,
    issueDate: known?.issueDate,
    validTo: known?.validTo,
    categories: ['A', 'B', 'C', 'D'],
  })
  expect((await client().find('100601599901', agreed('100601599901')))?.categories).toEqual(['A'])
})

test('no licence and an unknown person are null', async () => {
  expect(await client().find('930930499907', agreed('930930499907'))).toBeNull()
  expect(await client().find('990101399990', agreed('990101399990'))).toBeNull()
})

test('an ended licence is found: its end is for the rules to judge', async () => {
  const found = await client().find('870417399908', agreed('870417399908'))
  expect(found?.validTo && found.validTo < '2026-01-01').toBe(true)
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'licences', operation: 'getZipDriverPortType', mode, times: 3 })
    await expect(client().find(fine, agreed(fine))).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('a person whose registers hang is Unavailable', async () => {
  await expect(client().find('950303499901', agreed('950303499901'))).rejects.toThrow('time limit')
})

test.each<[string, (text: string) => string, string]>([
  ['a status that is not success', (text) => text.replace('SCSS001', 'SCSE009'), 'status SCSE009'],
  [
    'no status at all in its place',
    (text) => text.replace(/<code>SCSS001<\/code>/, ''),
    'responseInfo.status.code is missing',
  ],
  [
    'a result of the register that is neither',
    (text) => text.replace('00000', '00500'),
    'result 00500',
  ],
  ['another person', (text) => text.replace(fine, '580210499908'), 'another person answered'],
  ['nobody', (text) => text.replace(/<iin>[^<]+<\/iin>/, ''), 'iin is missing'],
  ['"found" and no licence', (text) => text.replace(/<driver>.*<\/driver>/, ''), 'num is missing'],
  ['two licences', (text) => text.replace(/<driver>.*<\/driver>/, '$&$&'), 'more than one licence'],
  ['no number', (text) => text.replace(/<num>[^<]+/, '<num>'), 'num is empty'],
  [
    'no day of the licence',
    (text) => text.replace(/<dateOperate>[^<]+<\/dateOperate>/, ''),
    'dateOperate is missing',
  ],
  [
    'a day that is none',
    (text) => text.replace(/<dateOperate>[^<]+/, '<dateOperate>2019-02-30T00:00:00+05:00'),
    'dateOperate is no day',
  ],
  [
    'a day before the driver was 16',
    (text) => text.replace('2019-04-02', '1999-04-02'),
    'dateOperate is before the age of a licence',
  ],
  [
    'a number that is none',
    (text) => text.replace(/<num>[^<]+/, '<num>-1'),
    'num is no number of a licence',
  ],
  [
    'an end before its beginning',
    (text) => text.replace('2029-04-02', '2018-04-02'),
    'drivingDocDateEnd is not after dateOperate',
  ],
  [
    'an end that is none',
    (text) => text.replace(/<drivingDocDateEnd>[^<]+/, '<drivingDocDateEnd>soon'),
    'drivingDocDateEnd is no day',
  ],
  [
    'a category that is no yes or no',
    (text) => text.replace('<categoryB>true', '<categoryB>Y'),
    'categoryB is no boolean',
  ],
  [
    'the reply of another method',
    (text) => text.replaceAll('getZipDriverPortTypeResponse', 'getAutoResponse'),
    'unreadable reply',
  ],
  ['half of it', (text) => text.slice(0, text.length / 2), 'unreadable reply'],
])('an answer with %s is Unavailable and names the field', async (_, change, words) => {
  await expect(client(tampered(send, change)).find(fine, agreed(fine))).rejects.toThrow(words)
})

test.each<[string, (text: string) => string, object]>([
  [
    'no term',
    (text) => text.replace(/<drivingDocDateEnd>[^<]+<\/drivingDocDateEnd>/, ''),
    { validTo: null },
  ],
  [
    'an end that is nil',
    (text) => text.replace(/<drivingDocDateEnd>[^<]+/, '<drivingDocDateEnd xsi:nil="true">'),
    { validTo: null },
  ],
  ['no series', (text) => text.replace(/<serial>[^<]+<\/serial>/, ''), { number: '100001' }],
  [
    'the series in the number too',
    (text) => text.replace('<num>', '<num>AB'),
    { number: 'AB100001' },
  ],
  [
    'a plain day',
    (text) => text.replace('2019-04-02T00:00:00+05:00', '2019-04-02'),
    { issueDate: '2019-04-02' },
  ],
  [
    'the offset of before 2024',
    (text) => text.replace('2019-04-02T00:00:00+05:00', '2019-04-02T00:00:00.000+06:00'),
    { issueDate: '2019-04-02' },
  ],
  [
    'an instant of UTC',
    (text) => text.replace('2019-04-02T00:00:00+05:00', '2019-04-01T19:00:00Z'),
    { issueDate: '2019-04-02' },
  ],
  [
    'booleans as numbers',
    (text) => text.replaceAll('>true<', '>1<').replaceAll('>false<', '>0<'),
    { categories: ['A', 'B', 'C', 'D'] },
  ],
  [
    'another envelope around the same fields',
    (text) => text.replace(/<responseInfo>.*<\/responseInfo>/, ''),
    { number: 'AB100001' },
  ],
])('an answer with %s is read', async (_, change, expected) => {
  expect(await client(tampered(send, change)).find(fine, agreed(fine))).toMatchObject(expected)
})

test('which codes mean "no such record" is a setting', async () => {
  const other = tampered(send, (text) => text.replace('SCSS001', 'SCSE001'))
  await expect(client(other).find(fine, agreed(fine))).rejects.toThrow('status SCSE001')
  expect(await client(other, { notFound: ['SCSE001'] }).find(fine, agreed(fine))).toBeNull()
})

/**
 * Faults that the reviews found in our invented request; each test restores one: the register, as
 * strict as the real one, refuses it.
 */
test.each<[string, (body: string) => string, string]>([
  [
    'a service of the state gateway instead of the credit bureau’s',
    (body) => body.replaceAll('getZipDriverPortType', 'SendMessage'),
    'HTTP 500',
  ],
  [
    'another namespace',
    (body) => body.replace('http://data.gbd.chdb.scb.kz/', 'http://mvd.gov.kz/ns/driver-licence'),
    'HTTP 500',
  ],
  [
    'parameters in the namespace',
    (body) => body.replace(/(<\/?)(iin|requestNumber|consentConfirmed)>/g, '$1data:$2>'),
    'status VAL-002',
  ],
  [
    'no number of the request',
    (body) => body.replace(/<requestNumber>[^<]*<\/requestNumber>/, ''),
    'status VAL-002',
  ],
  [
    'no consent',
    (body) => body.replace(/<consentConfirmed>[^<]*<\/consentConfirmed>/, ''),
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
  await expect(client(other).find(fine, agreed(fine))).rejects.toThrow(words)
})

test('without the organisation’s login nothing is answered', async () => {
  const other: typeof send = ({ headers: _, ...ask }) => send(ask)
  await expect(client(other).find(fine, agreed(fine))).rejects.toThrow('HTTP 401')
})

test('a consent goes with the request; one of another person or an unknown one is not answered', async () => {
  const own = agreed(fine)
  expect(await client().find(fine, own)).not.toBeNull()
  const foreign = agreed('580210499908')
  await expect(client().find(fine, foreign)).rejects.toThrow('status SBF-AD-1')
  await expect(client().find(fine, foreign)).rejects.toBeInstanceOf(ConsentRefused)
  await expect(client().find(fine, { ...own, token: 'made up' })).rejects.toThrow('status SBF-AD-1')
})

test('both spellings of the consent are answered, and the journal holds no IIN', async () => {
  expect(await client(send, { consentConfirmed: '1' }).find(fine, agreed(fine))).not.toBeNull()
  expect(JSON.stringify([journal, world.journal])).not.toContain(fine)
})
