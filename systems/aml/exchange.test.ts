import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexEntries, type ListEntry, screen } from '#domain/kyc/kyc.ts'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { type Send, Unavailable } from '../http.ts'
import type { Person } from '../sandbox-kit.ts'
import { aml, BadList, type ListSource } from './client.ts'
import { sandboxLists } from './protocol.ts'
import { amlSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('aml')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) => aml({}, through)
const source = (code: string): ListSource => {
  const list = sandboxLists.find((row) => row.code === code)
  if (!list) throw new Error(code)
  return { code, format: list.format, address: `${server.address}${list.path}` }
}
const put = (iin: string, change: Partial<Person>) => {
  const person = world.people.get(iin)
  if (person) world.people.set(iin, { ...person, ...change })
}
const named = (entries: ListEntry[], word: string) =>
  entries.filter(({ names }) => names.some((name) => name.includes(word)))

beforeAll(async () => {
  server = await serving(world, amlSandbox(world))
})
afterAll(() => server.close())

const fine = '850315399904'
const listed = '790101399902'

test('АФМ: persons and organisations of the active file, with IIN, dates and notes', async () => {
  const { entries, version } = await client().fetch(source('TERROR'))
  expect(version).toMatch(/^[0-9a-f]{64}$/)
  expect(
    entries.filter(({ kind }) => kind === 'organisation').map(({ names }) => names),
  ).toContainEqual(['«ҚАРА ЖОЛ» ҰЙЫМЫ', 'QARA JOL'])
  expect(named(entries, 'ҚАРАБАЛИН')).toEqual([
    {
      list: 'TERROR',
      number: '1',
      kind: 'person',
      names: ['ҚАРАБАЛИН ЖАСҰЛАН БЕКЕНҰЛЫ'],
      weakNames: [],
      iin: expect.stringMatching(/^8102143998\d\d$/),
      birthDate: '1981-02-14',
      birthYear: 1981,
      note: 'приговор суда',
    },
  ])
  expect(named(entries, 'ҚАСЫМОВ')).toMatchObject([{ iin: null, birthDate: '1983-07-12' }])
  expect(named(entries, 'ДЖУМАБАЕВ')).toMatchObject([
    { names: ['ДЖУМАБАЕВ ТИМУР'], iin: null, birthDate: null, birthYear: null },
  ])
})

test('АФМ: the just included are in, the excluded are out', async () => {
  const { entries } = await client().fetch(source('TERROR'))
  expect(named(entries, 'БЕЙСЕНҒАЗИН')).toMatchObject([{ number: 'new-1' }])
  expect(named(entries, 'ТҰРЫСПЕКОВ')).toEqual([])
})

test('an exclusion undoes an inclusion but never an active entry', async () => {
  const as: Record<string, string> = {}
  const swapped: Send = async (ask) => send({ ...ask, url: as[ask.url] ?? ask.url })
  const at = (part: string) => source('TERROR').address.replace('{part}', part)
  as[at('excluded')] = at('included')
  expect(named((await client(swapped).fetch(source('TERROR'))).entries, 'БЕЙСЕНҒАЗИН')).toEqual([])
  as[at('excluded')] = at('active')
  expect(named((await client(swapped).fetch(source('TERROR'))).entries, 'ҚАРАБАЛИН')).toHaveLength(
    1,
  )
})

test('a person put on a list is in the file at once, and out of it when taken off', async () => {
  const before = await client().fetch(source('TERROR'))
  expect(before.entries.some(({ iin }) => iin === listed)).toBe(true)
  put(fine, { lists: ['TERROR'] })
  const after = await client().fetch(source('TERROR'))
  expect(after.version).not.toBe(before.version)
  expect(after.entries.filter(({ iin }) => iin === fine)).toHaveLength(1)
  put(fine, { lists: [] })
  expect((await client().fetch(source('TERROR'))).entries.some(({ iin }) => iin === fine)).toBe(
    false,
  )
})

test.each(sandboxLists.map(({ code }) => code))(
  'a person on %s is a hit of the screening and nobody else is',
  async (code) => {
    put(fine, { lists: [code] })
    const { entries } = await client().fetch(source(code))
    put(fine, { lists: [] })
    const person = world.people.get(fine)
    expect(person && screen(person, entries, { [code]: 'block' })).toMatchObject({
      decision: 'hit',
    })
    const index = indexEntries((await client().fetch(source(code))).entries)
    const others = [...world.people.values()].filter(({ lists }) => !lists.includes(code))
    expect(others.length).toBeGreaterThan(10)
    expect(
      others
        .filter((one) => screen(one, index, { [code]: 'block' }).decision === 'hit')
        .map(({ iin }) => iin),
    ).toEqual([])
  },
)

test('WMD: names, aliases and birth dates come out of the free text, which is kept', async () => {
  const { entries } = await client().fetch(source('WMD'))
  expect(named(entries, 'Ким Чхоль Мин')).toMatchObject([
    {
      kind: 'person',
      names: ['Ким Чхоль Мин', 'Kim Chol Min', 'Ким Чол-Мин'],
      birthDate: '1968-07-14',
      note: expect.stringContaining('Пхеньян'),
    },
  ])
  expect(named(entries, 'Рахими')).toMatchObject([{ birthDate: null, birthYear: 1959 }])
  expect(named(entries, 'Пак')).toMatchObject([{ kind: 'person', birthYear: null }])
  expect(named(entries, 'Eastern Port')).toMatchObject([
    { kind: 'organisation', names: ['Торговая компания «Восточный порт»', 'Eastern Port Trading'] },
  ])
})

test('UN: aliases by quality, several names in one alias, ranges and several dates', async () => {
  const { entries } = await client().fetch(source('UN'))
  expect(named(entries, 'KASSYMULY')).toMatchObject([
    {
      number: 'SBi.001',
      names: ['DAULET KASSYMULY ZHANDOSOV', 'Dawlet Jandosov', 'Daulet Qasymuly Jandosov'],
      weakNames: ['Nurlan Abdikadyrov'],
      birthDate: '1975-05-20',
    },
  ])
  expect(named(entries, 'AL-SAYYID').map(({ birthYear }) => birthYear)).toEqual([
    1964, 1965, 1966, 1967,
  ])
  expect(
    named(entries, 'FAROUQ').map(({ birthDate, birthYear }) => [birthDate, birthYear]),
  ).toEqual([
    [null, 1980],
    ['1981-01-01', 1981],
  ])
  expect(named(entries, 'SADYKOV')).toMatchObject([
    { birthDate: null, birthYear: null, weakNames: ['Timka'] },
  ])
  expect(named(entries, 'RELIEF FUND')).toMatchObject([{ kind: 'organisation' }])
})

test.each(['TERROR', 'UN'])('an unchanged version of %s is told without a body', async (code) => {
  const lists = client()
  const first = await lists.fetch(source(code))
  const from = world.journal.length
  expect(await lists.fetchIfChanged(source(code), first.version)).toBeNull()
  expect(journal.slice(-(world.journal.length - from)).map(({ status }) => status)).toEqual(
    code === 'UN' ? [304] : [304, 304, 304],
  )
  // A process that has just started knows no ETag: it compares the content.
  expect(await client().fetchIfChanged(source(code), first.version)).toBeNull()
  put(fine, { lists: [code] })
  const changed = await lists.fetchIfChanged(source(code), first.version)
  expect(changed?.version).not.toBe(first.version)
  expect(changed?.entries).toHaveLength(first.entries.length + 1)
  put(fine, { lists: [] })
})

const whole = (change: (text: string) => string) => client(tampered(send, change))
test.each<[string, string, (text: string) => string, string]>([
  ['TERROR', 'an empty file', () => '', 'empty'],
  ['UN', 'an empty file', () => '', 'empty'],
  ['TERROR', 'a list without entries', () => '<xml><persons/><organisations/></xml>', 'empty'],
  ['TERROR', 'a document of another kind', () => '<xml><error>maintenance</error></xml>', 'empty'],
  ['UN', 'a document of another kind', () => '<note>maintenance</note>', 'unreadable'],
  ['WMD', 'a document of another kind', () => '<note>maintenance</note>', 'empty'],
  ['TERROR', 'a download that broke off', (text) => text.slice(0, text.length / 2), 'truncated'],
  ['WMD', 'a download that broke off', (text) => text.slice(0, text.length - 3), 'truncated'],
  [
    'UN',
    'a download that broke off',
    (text) => text.slice(0, text.lastIndexOf('</ENTITIES>')),
    'truncated',
  ],
  ['UN', 'a piece missing inside', (text) => text.replace('</INDIVIDUALS>', ''), 'unreadable'],
  [
    'TERROR',
    'a person without a number',
    (text) => text.replace(/<num>3<\/num>/, ''),
    'unreadable',
  ],
  [
    'TERROR',
    'a page for people',
    () => '<!DOCTYPE html><html><body>sign in</body></html>',
    'unreadable',
  ],
  ['TERROR', 'no XML at all', () => 'Forbidden', 'unreadable'],
])('%s: %s is refused', async (code, _, change, reason) => {
  const fetched = whole(change).fetch(source(code))
  await expect(fetched).rejects.toBeInstanceOf(BadList)
  await expect(fetched).rejects.toMatchObject({ list: code, reason })
})

test('an HTTP refusal is told apart from silence', async () => {
  world.faults.push({ system: 'aml', operation: 'UN', mode: 'error', times: 1 })
  await expect(client().fetch(source('UN'))).rejects.toMatchObject({
    name: 'BadList',
    reason: 'refused',
  })
  world.faults.push({ system: 'aml', operation: 'UN', mode: 'unavailable', times: 3 })
  await expect(client().fetch(source('UN'))).rejects.toBeInstanceOf(Unavailable)
  world.faults.push({ system: 'aml', operation: 'UN', mode: 'garbage', times: 1 })
  await expect(client().fetch(source('UN'))).rejects.toBeInstanceOf(BadList)
  world.faults.length = 0
})

test('a file in windows-1251 is read as it declares', async () => {
  const text =
    '<?xml version="1.0" encoding="windows-1251"?><xml><persons><person><num>1</num><lname>ИВАНОВ</lname></person></persons></xml>'
  const body = Buffer.from(
    Array.from(text, (letter) =>
      letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
    ),
  )
  const old: Send = async (ask) => ({ ...(await send(ask)), body })
  expect((await client(old).fetch(source('PEP'))).entries).toMatchObject([{ names: ['ИВАНОВ'] }])
})

test.each(['000000000000', '111111111111', '850315399905', '-'])(
  'what stands as an IIN and is none (%s) hides nobody: the name is compared',
  async (iin) => {
    const one = `<xml><persons><person><num>1</num><lname>АХМЕТОВ</lname><fname>ЕРЛАН</fname><mname>СЕРИКОВИЧ</mname><birthdate>15.03.1985</birthdate><iin>${iin}</iin><note/><correction/></person></persons></xml>`
    const { entries } = await client(tampered(send, () => one)).fetch(source('TERROR'))
    expect(entries).toMatchObject([{ iin: null, note: iin === '-' ? '' : iin }])
    const person = {
      iin: fine,
      surname: 'Ахметов',
      name: 'Ерлан',
      patronymic: 'Серикович',
      birthDate: '1985-03-15',
    }
    const effects = { TERROR: 'block' } as const
    expect(screen(person, indexEntries(entries), effects).decision).toBe('hit')
  },
)

test.each([
  ['15.03.1985', '1985-03-15'],
  ['15/03/1985', '1985-03-15'],
  ['1985-03-15', '1985-03-15'],
  ['15 наурыз 1985', '1985-03-15'],
  ['1985 жылғы 15 қараша', '1985-11-15'],
  ['15 ноября 1985 года', '1985-11-15'],
  ['1985', null],
])('a day of birth is read as publishers write it: %s', async (written, birthDate) => {
  const one = `<xml><persons><person><num>1</num><lname>АХМЕТОВ</lname><fname>ЕРЛАН</fname><mname>СЕРИКОВИЧ</mname><birthdate>${written}</birthdate><iin/><note/><correction/></person></persons></xml>`
  const { entries } = await client(tampered(send, () => one)).fetch(source('TERROR'))
  expect(entries).toMatchObject([{ birthDate, birthYear: 1985 }])
})

test('a list of fifty thousand persons is read whole', async () => {
  const row = (i: number) =>
    `<person><num>${i}</num><lname>ҚАРАБАЛИН &quot;Б&quot;</lname><fname>ЖАСҰЛАН</fname><mname>-</mname><birthdate>14.02.19${10 + (i % 90)}</birthdate><iin/><note/><correction/></person>`
  const large = `<xml><persons>${Array.from({ length: 50_000 }, (_, i) => row(i)).join('')}</persons></xml>`
  const { entries } = await client(tampered(send, () => large)).fetch(source('PEP'))
  expect(entries).toHaveLength(50_000)
})
