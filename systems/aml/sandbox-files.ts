import { createHash } from 'node:crypto'
import { inLatin } from '#domain/kyc-names.ts'
import type { Person, SandboxAnswer } from '../sandbox-kit.ts'
import { buildXml, type XmlValue } from '../shep-xml.ts'
import {
  type AfmRow,
  afmOrganisations,
  afmOrganisationsCis,
  afmPersonAsOrganisation,
  type UnRow,
  unEntities,
  unIndividuals,
  wmdTexts,
} from './sandbox-entries.ts'

export type Afm = { persons: (AfmRow & { num: number })[]; hasOrganisations?: boolean }

export function file(
  body: string,
  knownEtag: string | undefined,
  type = 'application/xml',
): SandboxAnswer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  if (knownEtag === etag) return { status: 304, headers: { etag }, body: '' }
  return { status: 200, headers: { etag, 'content-type': `${type}; charset=utf-8` }, body }
}

export const rowOf = ({ surname, name, patronymic, birthDate, iin }: Person): AfmRow => ({
  lname: surname.toUpperCase(),
  fname: name.toUpperCase(),
  mname: patronymic.toUpperCase() || '-',
  birthdate: birthDate,
  iin,
  note: '',
})
export const numbered = (rows: AfmRow[]) => rows.map((row, at) => ({ num: at + 1, ...row }))
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

export function afmFile(of: Afm): string {
  const { persons, organisations, organisationscis } = afmSections(of)
  return buildXml({
    xml: {
      persons: { person: persons },
      organisations: { org: organisations },
      organisationscis: organisationscis.length > 0 ? { org: organisationscis } : '',
    },
  })
}

export const afmJson = (of: Afm): string => JSON.stringify(afmSections(of))

export function wmdFile(people: { number: number; person: Person }[]): string {
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

export function unFile(people: { number: number; person: Person }[]): string {
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
