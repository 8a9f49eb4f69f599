import { afterAll, beforeAll, expect, test } from 'vitest'
import { almatyDay } from '#domain/calendar.ts'
import { documentVerdict } from '#domain/documents-verdict.ts'
import { createWorld } from '#sandbox/world.ts'
import { ConsentRefused, consentFields } from '../consent.ts'
import { giveToken, takeBack } from '../consent-sandbox.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { gkb } from './client.ts'
import { gkbSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('gkb')
let server: Awaited<ReturnType<typeof serving>>
const port = (through = send) =>
  gkb(
    {
      person: {
        address: `${server.address}/gkb/gbdServices/PersonDetailsImplService`,
        login: 'qorgan',
        password: 'secret',
        userId: 'U1',
      },
      social: { address: `${server.address}/shep/social`, senderId: 'qorgan', password: 'secret' },
    },
    through,
  )
/** Each person has agreed. */
const agreed = (iin: string) =>
  giveToken(world, { iin, access: ['GBDFLUniversal_token'], ms: 86_400_000 })
const client = (through = send) => ({
  person: (iin: string) => port(through).person(iin, agreed(iin)),
  socialStatus: (iin: string) => port(through).socialStatus(iin, agreed(iin)),
})

beforeAll(async () => {
  server = await serving(world, gkbSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'

test('the register gives a person as it spells them', async () => {
  const known = world.people.get(fine)
  expect(await client().person(fine)).toMatchObject({
    iin: fine,
    surname: known?.surname,
    name: known?.name,
    patronymic: known?.patronymic,
    birthDate: '1985-03-15',
    sex: 'male',
    citizenship: '398',
    alive: true,
    addressCode: expect.stringMatching(/^\d{16}$/),
  })
  expect(await client().person('580210499908')).toMatchObject({ sex: 'female' })
})

test('an unknown IIN is null', async () => {
  expect(await client().person('990101399990')).toBeNull()
})

test.each([
  [fine, 'ok'],
  ['900712399909', 'none_valid'],
  ['910823499901', 'unsuitable'],
  ['880505399908', 'ok'],
] as const)('the documents of %s are %s', async (iin, verdict) => {
  const person = await client().person(iin)
  expect(documentVerdict(person?.documents ?? [], almatyDay(world.now()))).toBe(verdict)
})

test('a dead person, one document and no patronymic are read', async () => {
  const person = await client(
    tampered(send, (text) =>
      text
        .replace('<lifeStatus><code>0', '<lifeStatus><code>1')
        .replace(/<patronymic>[^<]*<\/patronymic>/, '<patronymic></patronymic>')
        .replace(
          /<documents>.*<\/documents>/,
          '<documents><document><type><code>777</code></type><number>7</number><beginDate>2020-01-01+06:00</beginDate><status><code>18</code></status></document></documents>',
        ),
    ),
  ).person(fine)
  expect(person).toMatchObject({ alive: false, patronymic: '' })
  expect(person?.documents).toEqual([
    {
      type: 'OTHER',
      number: '7',
      issueDate: '2020-01-01',
      validTo: null,
      issuer: '',
      valid: false,
    },
  ])
})

test('a pensioner has the benefit and the group that gives it, another person has none', async () => {
  expect(await client().socialStatus('580210499908')).toEqual({
    privilege: true,
    groups: ['PENSIONER'],
  })
  expect(await client().socialStatus(fine)).toEqual({ privilege: false, groups: [] })
})

test('a group outside the table gives no benefit', async () => {
  const other = tampered(send, (text) => text.replace('PENSIONER', 'LARGE_FAMILY'))
  expect(await client(other).socialStatus('580210499908')).toEqual({
    privilege: false,
    groups: ['LARGE_FAMILY'],
  })
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)(
  'mode %s is Unavailable for both calls',
  async (mode) => {
    world.faults.push({ system: 'gkb', mode, times: 3 })
    await expect(client().person(fine)).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
    world.faults.push({ system: 'gkb', operation: 'RDBService_STATUS', mode, times: 3 })
    await expect(client().socialStatus(fine)).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('a person whose registers hang is Unavailable for both calls', async () => {
  await expect(client().person('950303499901')).rejects.toThrow('time limit')
  await expect(client().socialStatus('950303499901')).rejects.toThrow('time limit')
})

test('nobody is told about a person whose consent is missing, another’s, over or taken back', async () => {
  const consent = agreed(fine)
  expect(await port().person(fine, consent)).toMatchObject({ iin: fine })
  const refusal = 'no access, or no valid consent of the person: SBF-AD-1'
  const refused = async (iin: string, of: typeof consent) => {
    const asked = port().person(iin, of)
    await expect(asked).rejects.toBeInstanceOf(ConsentRefused)
    await expect(asked).rejects.toThrow(refusal)
  }
  await refused('580210499908', consent)
  await refused(fine, { ...consent, publicKey: 'other' })
  await refused(fine, { token: '', publicKey: '' })
  await refused(
    fine,
    giveToken(world, { iin: fine, access: ['GBDFL_FamilyInfoToken'], ms: 86_400_000 }),
  )
  await refused(fine, giveToken(world, { iin: fine, access: ['GBDFLUniversal_token'], ms: 0 }))
  await expect(port().socialStatus(fine, { ...consent, token: 'x' })).rejects.toBeInstanceOf(
    Unavailable,
  )
  takeBack(world, fine)
  await refused(fine, consent)
  // Reported as a refusal, not as an unknown person.
  await refused('990101399990', { token: '', publicKey: '' })
  expect(consentFields(consent)).toEqual({ kdpToken: consent.token, publicKey: consent.publicKey })
})

test.each<[string, string]>([
  ['FAULT-015', 'their service failed: FAULT-015'],
  ['VAL-JSR-001', 'our request is wrong: VAL-JSR-001'],
  ['VAL-R-004', 'our request is wrong: VAL-R-004'],
  ['SBF-VE-8', "the person's data were not accepted: SBF-VE-8"],
  ['SBF-AD-1', 'no access, or no valid consent of the person: SBF-AD-1'],
  ['XYZ-1', 'a status we do not know: XYZ-1'],
  ['850315399904 НУРЛАН', 'a status we do not know: unreadable code'],
])('the status %s is told apart for staff: %s', async (code, words) => {
  const asked = client(tampered(send, (text) => text.replace('SCSS001', code))).person(fine)
  await expect(asked).rejects.toThrow(words)
})

test('SCSE001 and 404 are nobody, wherever they stand; a found nobody and two people are unclear', async () => {
  for (const code of ['SCSE001', '404']) {
    expect(
      await client(tampered(send, (text) => text.replace('SCSS001', code))).person(fine),
    ).toBeNull()
    expect(
      await client(tampered(send, (text) => text.replace('>00000<', `>${code}<`))).person(fine),
    ).toBeNull()
  }
  const without = (text: string) => text.replace(/<persons>.*<\/persons>/s, '<persons></persons>')
  await expect(client(tampered(send, without)).person(fine)).rejects.toThrow(
    'persons.person is missing',
  )
  const twice = (text: string) => text.replace(/(<person>.*<\/person>)/s, '$1$1')
  await expect(client(tampered(send, twice)).person(fine)).rejects.toThrow('more than one person')
  const wrong = (text: string) => text.replace('<gender><code>1', '<gender><code>9')
  await expect(client(tampered(send, wrong)).person(fine)).rejects.toThrow(
    'persons.person.gender.code does not fit',
  )
})

test.each<[string, (text: string) => string]>([
  ['another person', (text) => text.replaceAll(fine, '580210499908')],
  ['a result that is neither found nor not found', (text) => text.replace('>00000<', '>00500<')],
  ['an impossible date', (text) => text.replace('1985-03-15', '1985-02-30')],
  [
    'a SOAP Fault with 200',
    () => '<soap:Envelope xmlns:soap="s"><soap:Body><soap:Fault/></soap:Body></soap:Envelope>',
  ],
])('an answer with %s is Unavailable', async (_, change) => {
  await expect(client(tampered(send, change)).person(fine)).rejects.toBeInstanceOf(Unavailable)
})

test('a wrong message id of the social register is Unavailable', async () => {
  const other = tampered(send, (text) =>
    text.replace(/<messageId>[^<]+/, '<messageId>0d9c7d5e-0000-4000-8000-000000000000'),
  )
  await expect(client(other).socialStatus(fine)).rejects.toThrow('another message')
})

test('neither journal holds an IIN', () => {
  expect(journal.length).toBeGreaterThan(5)
  expect(JSON.stringify([journal, world.journal])).not.toMatch(/850315399904|580210499908/)
})
