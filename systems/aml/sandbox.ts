import { createHash } from 'node:crypto'
import type { Day } from '#domain/calendar.ts'
import { checkDigitOf } from '#domain/iin.ts'
import { inLatin } from '#domain/kyc/names.ts'
import type { Person, SandboxAnswer, SandboxRoute, SandboxSystem, World } from '../sandbox-kit.ts'
import { buildXml, type XmlValue } from '../shep-xml.ts'
import { type Part, parts, sandboxLists } from './protocol.ts'

/**
 * Invented entries of the sandbox's lists: no real people. Serial numbers 998x keep their IINs
 * apart from the ready people's 999x.
 */

type AfmRow = {
  lname: string
  fname: string
  mname: string
  birthdate: Day | null
  iin: string
  note: string
}

const row = (lname: string, fname: string, mname: string, birthdate: Day, note = ''): AfmRow => ({
  lname,
  fname,
  mname,
  birthdate,
  iin: inventedIin(birthdate, /қызы$|овна$|евна$/i.test(mname)),
  note,
})

/**
 * Ten persons: spellings, one without IIN, one namesake of the demonstration client born in another
 * year.
 */
const afmPersons: AfmRow[] = [
  row('ҚАРАБАЛИН', 'ЖАСҰЛАН', 'БЕКЕНҰЛЫ', '1981-02-14', 'приговор суда'),
  row('ТӨРЕҒАЛИ', 'ӘСКЕР', 'ҚАЙРАТҰЛЫ', '1977-11-03'),
  row('ЛАГУТИН', 'ВИКТОР', 'СЕМЁНОВИЧ', '1969-06-30'),
  row('ЫСҚАҚОВА', 'ГҮЛНӘР', 'ДӘУЛЕТҚЫЗЫ', '1990-09-09'),
  row('МЫРЗАХМЕТОВ', 'ЕРҒАЛИ', 'ТҰРАРҰЛЫ', '1986-04-21', 'он же МЫРЗАҒАЛИ'),
  row('САЛИХОВ', 'РУСТАМ', 'АНВАРОВИЧ', '1974-01-17'),
  {
    lname: 'ҚАСЫМОВ',
    fname: 'БОЛАТ',
    mname: 'ҚАСЫМ-ҰЛЫ',
    birthdate: '1983-07-12',
    iin: '',
    note: 'ИИН не установлен',
  },
  {
    lname: 'ӘБДІҚАДЫРОВ',
    fname: 'НҰРЛАН',
    mname: 'СЕРІКҰЛЫ',
    birthdate: '1961-12-02',
    iin: '',
    note: 'ИИН не установлен',
  },
  {
    lname: 'ДЖУМАБАЕВ',
    fname: 'ТИМУР',
    mname: '-',
    birthdate: null,
    iin: '-',
    note: 'дата рождения не установлена',
  },
  row('ОМАРБЕКОВ', 'САНЖАР', 'ҚАНАТҰЛЫ', '1995-05-25'),
]
/** Just added: only in the `included` file. */
const afmIncluded: AfmRow[] = [
  row('БЕЙСЕНҒАЗИН', 'ӘЛІБЕК', 'МҰРАТҰЛЫ', '1988-08-18', 'включён недавно'),
]
/** Removed from the list. */
const afmExcluded: AfmRow[] = [
  row('ТҰРЫСПЕКОВ', 'ҒАЛЫМ', 'ОРАЗҰЛЫ', '1979-03-05', 'исключён по решению суда'),
]

const afmOrganisations = [
  { org_name: '«ҚАРА ЖОЛ» ҰЙЫМЫ', org_name_en: 'QARA JOL' },
  { org_name: 'ОРГАНИЗАЦИЯ «СЕВЕРНЫЙ ВЕТЕР»', org_name_en: 'NORTH WIND' },
  { org_name: '«ТҮН» ТОБЫ', org_name_en: 'TUN GROUP; TUN NETWORK' },
]
/** The section that counts from 1 again. */
const afmOrganisationsCis = [{ org_name: '«ДАЛЬНИЙ БЕРЕГ»', org_name_en: 'FAR SHORE' }]
/** A person whom the publisher lists among organisations, by `org_iin`. */
const afmPersonAsOrganisation = row(
  'ЕСЕНҚҰЛОВ',
  'ДАНИЯР',
  'САҒАТҰЛЫ',
  '1984-10-06',
  'включен от 12.05.2021',
)

const pepPersons: AfmRow[] = [
  row('СЕЙТҚАЛИЕВ', 'МАРАТ', 'ІЛИЯСҰЛЫ', '1970-10-10', 'депутат маслихата'),
  row('ГОРДЕЕВА', 'АННА', 'ПАВЛОВНА', '1978-05-19', 'заместитель акима'),
]

const wmdTexts = [
  'Ким Чхоль Мин, Вымышленные названия: Kim Chol Min; Ким Чол-Мин Дата рождения: 14.07.1968 Адрес: Пхеньян Дата внесения в перечень: 22.01.2013 Прочая информация: Должностное лицо',
  'Рахими Давуд, Вымышленные названия: Davoud Rahimi Дата рождения: 1959 Дата внесения в перечень: 03.03.2008 Прочая информация: Инженер',
  'Пак Сон Иль, Дата внесения в перечень: 30.11.2016 Прочая информация: Дата рождения не указана',
  'Торговая компания «Восточный порт», Вымышленные названия: Eastern Port Trading Р.И.К.: нет Адрес: Пхеньян Дата внесения в перечень: 02.03.2016',
]

type UnRow = {
  names: string[]
  script?: string
  births: {
    type: 'EXACT' | 'APPROXIMATELY' | 'BETWEEN'
    date?: Day
    year?: number
    from?: number
    to?: number
  }[]
  aliases: { quality: 'Good' | 'Low'; name: string }[]
}
const unIndividuals: UnRow[] = [
  {
    names: ['DAULET', 'KASSYMULY', 'ZHANDOSOV'],
    births: [{ type: 'EXACT', date: '1975-05-20' }],
    aliases: [
      { quality: 'Good', name: 'Dawlet Jandosov; Daulet Qasymuly Jandosov' },
      { quality: 'Low', name: 'Nurlan Abdikadyrov' },
    ],
  },
  {
    names: ['HAMID', 'AL-SAYYID', 'NASIR'],
    births: [{ type: 'BETWEEN', from: 1964, to: 1967 }],
    aliases: [{ quality: 'Good', name: 'Hamid Nasser' }],
  },
  {
    names: ['OMAR', 'FAROUQ'],
    script: 'عمر فاروق',
    births: [
      { type: 'APPROXIMATELY', year: 1980 },
      { type: 'EXACT', date: '1981-01-01' },
    ],
    aliases: [],
  },
  { names: ['TIMUR', 'SADYKOV'], births: [], aliases: [{ quality: 'Low', name: 'Timka' }] },
]
const unEntities = ['EASTERN FRONT OF STEPPE', 'RELIEF FUND OF THE VALLEY']

function inventedIin(birthDate: Day, isWoman: boolean): string {
  const century = (birthDate < '2000' ? 3 : 5) + (isWoman ? 1 : 0)
  const start = `${birthDate.slice(2, 4)}${birthDate.slice(5, 7)}${birthDate.slice(8, 10)}${century}`
  for (let serial = 9980; serial < 9990; serial++) {
    const check = checkDigitOf(`${start}${serial}`)
    if (check !== null) return `${start}${serial}${check}`
  }
  return ''
}

type Afm = { persons: (AfmRow & { num: number })[]; hasOrganisations?: boolean }

function file(
  body: string,
  knownEtag: string | undefined,
  type = 'application/xml',
): SandboxAnswer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  if (knownEtag === etag) return { status: 304, headers: { etag }, body: '' }
  return { status: 200, headers: { etag, 'content-type': `${type}; charset=utf-8` }, body }
}

const rowOf = ({ surname, name, patronymic, birthDate, iin }: Person): AfmRow => ({
  lname: surname.toUpperCase(),
  fname: name.toUpperCase(),
  mname: patronymic.toUpperCase() || '-',
  birthdate: birthDate,
  iin,
  note: '',
})
const numbered = (rows: AfmRow[]) => rows.map((row, at) => ({ num: at + 1, ...row }))
const dotted = (day: string): string => day.split('-').reverse().join('.')

const afmSections = ({ persons, hasOrganisations }: Afm) => ({
  persons: persons.map((row) => ({
    ...row,
    birthdate: row.birthdate ? dotted(row.birthdate) : '-',
    correction: '',
  })),
  organisations: hasOrganisations
    ? [
        ...afmOrganisations.map((org, at) => ({ num: at + 1, ...org, org_iin: '', note: '' })),
        {
          num: afmOrganisations.length + 1,
          org_name: [
            afmPersonAsOrganisation.lname,
            afmPersonAsOrganisation.fname,
            afmPersonAsOrganisation.mname,
          ].join(' '),
          org_name_en: '',
          org_iin: afmPersonAsOrganisation.iin,
          note: afmPersonAsOrganisation.note,
        },
      ]
    : [],
  organisationscis: hasOrganisations
    ? afmOrganisationsCis.map((org, at) => ({ num: at + 1, ...org, note: '' }))
    : [],
})

function afmFile(of: Afm): string {
  const { persons, organisations, organisationscis } = afmSections(of)
  return buildXml({
    xml: {
      persons: { person: persons },
      organisations: { org: organisations },
      organisationscis: organisationscis.length > 0 ? { org: organisationscis } : '',
    },
  })
}

const afmJson = (of: Afm): string => JSON.stringify(afmSections(of))

function wmdFile(people: { number: number; person: Person }[]): string {
  const text = ({ surname, name, patronymic, birthDate }: Person) =>
    `${surname} ${name} ${patronymic}, Дата рождения: ${dotted(birthDate)} Дата внесения в перечень: 01.01.2026 Прочая информация: запись песочницы`
  const own = wmdTexts.map((information, at) => ({ num: at + 1, information }))
  const added = people.map(({ number, person }) => ({ num: number, information: text(person) }))
  return buildXml({
    persons: {
      person: [...own, ...added].map((row) => ({
        ...row,
        decision: 'Резолюция СБ ООН',
        date: '01.01.2026',
      })),
    },
  })
}

function unFile(people: { number: number; person: Person }[]): string {
  const rows: (UnRow & { number: number })[] = [
    ...unIndividuals.map((row, at) => ({ ...row, number: at + 1 })),
    ...people.map(({ number, person }): UnRow & { number: number } => ({
      number,
      names: [person.name, person.patronymic, person.surname].filter(Boolean).map(inLatin),
      script: `${person.name} ${person.patronymic} ${person.surname}`,
      births: [{ type: 'EXACT', date: person.birthDate }],
      aliases: [],
    })),
  ]
  return buildXml({
    CONSOLIDATED_LIST: {
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      INDIVIDUALS: { INDIVIDUAL: rows.map(unIndividual) },
      ENTITIES: {
        ENTITY: unEntities.map((name, at) => ({
          DATAID: 690_001 + at,
          FIRST_NAME: name,
          UN_LIST_TYPE: 'Sandbox',
          REFERENCE_NUMBER: `SBe.${String(at + 1).padStart(3, '0')}`,
          ENTITY_ALIAS: [{ QUALITY: 'a.k.a.', ALIAS_NAME: `${name} NETWORK` }],
        })),
      },
    },
  })
}

const unIndividual = ({
  number,
  names,
  script,
  births,
  aliases,
}: UnRow & { number: number }): { [name: string]: XmlValue } => ({
  DATAID: 680_000 + number,
  FIRST_NAME: names[0],
  SECOND_NAME: names[1],
  THIRD_NAME: names[2],
  UN_LIST_TYPE: 'Sandbox',
  REFERENCE_NUMBER: `SBi.${String(number).padStart(3, '0')}`,
  LISTED_ON: '2015-06-01',
  NAME_ORIGINAL_SCRIPT: script,
  COMMENTS1: 'Invented person of the sandbox.',
  NATIONALITY: { VALUE: 'Stateless' },
  INDIVIDUAL_ALIAS:
    aliases.length > 0
      ? aliases.map(({ quality, name }) => ({ QUALITY: quality, ALIAS_NAME: name }))
      : '',
  INDIVIDUAL_DATE_OF_BIRTH:
    births.length > 0
      ? births.map(({ type, date, year, from, to }) => ({
          TYPE_OF_DATE: type,
          DATE: date,
          YEAR: year,
          FROM_YEAR: from,
          TO_YEAR: to,
        }))
      : '',
})

type Listed = { number: number; row: AfmRow }

/**
 * The publishers of the watch lists: invented entries, and every person of the world whose `lists`
 * name the list, at once.
 */
export function amlSandbox(world: World): SandboxSystem {
  const listed = world.store<Listed>('aml.listed')

  /** The world's people of a list, with a number that stays theirs. */
  const people = (list: string): { number: number; person: Person }[] =>
    [...world.people.values()]
      .filter(({ lists }) => lists.includes(list))
      .map((person) => {
        const key = `${list} ${person.iin}`
        const known = listed.get(key)
        if (known) return { number: known.number, person }
        const number = 100 + world.next(`aml.${list}`)
        listed.set(key, { number, row: rowOf(person) })
        world.saved()
        return { number, person }
      })

  /** People who were on the list and were removed. */
  const removed = (list: string): AfmRow[] =>
    [...listed].flatMap(([key, { row }]) =>
      key === `${list} ${row.iin}` && !world.people.get(row.iin)?.lists.includes(list) ? [row] : [],
    )

  const afm = (list: string, part: Part): Afm => {
    if (part === 'included') return { persons: numbered(list === 'TERROR' ? afmIncluded : []) }
    if (part === 'excluded')
      return { persons: numbered([...(list === 'TERROR' ? afmExcluded : []), ...removed(list)]) }
    const own =
      list === 'PEP' ? pepPersons : list === 'TERROR' ? afmPersons : afmPersons.slice(2, 6)
    const added = people(list).map(({ number, person }) => ({ num: number, ...rowOf(person) }))
    return {
      persons: [...numbered(own), ...added],
      ...(list === 'PEP' ? {} : { hasOrganisations: true }),
    }
  }

  const contents: Record<string, (part: Part) => string> = {
    TERROR: (part) => afmFile(afm('TERROR', part)),
    TERROR_FINANCING: (part) => afmFile(afm('TERROR_FINANCING', part)),
    PEP: () => afmFile(afm('PEP', 'active')),
    WMD: () => wmdFile(people('WMD')),
    UN: () => unFile(people('UN')),
  }
  const routes = sandboxLists.flatMap(({ code, path }): SandboxRoute[] => {
    const of = (part: Part): SandboxRoute => ({
      method: 'GET',
      path: path.replace('{part}', part),
      operation: code,
      key: (): Record<string, string> => (path.includes('{part}') ? { part } : {}),
      error: () => ({
        status: 403,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>403 Forbidden</body></html>',
      }),
      handle: ({ headers }) => file(contents[code]?.(part) ?? '', headers['if-none-match']),
    })
    return path.includes('{part}') ? parts.map(of) : [of('active')]
  })
  // The same list as JSON, for requests with the key.
  const asJson: SandboxRoute = {
    method: 'GET',
    path: '/aml/v1/sanctions/sanction-terrorist',
    operation: 'TERROR',
    handle: ({ headers }) =>
      headers['x-api-key']
        ? {
            ...file(afmJson(afm('TERROR', 'active')), headers['if-none-match'], 'application/json'),
          }
        : {
            status: 401,
            headers: { 'content-type': 'application/json' },
            body: '{"detail":"no key"}',
          },
  }
  return { system: 'aml', routes: [...routes, asJson] }
}
