import type { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { findDays, withoutMonthWords } from '#domain/days-in-text.ts'
import { parseBin, parseIin } from '#domain/iin.ts'
import type { ListEntry } from '#domain/kyc/kyc.ts'
import { BadList, documentOf, isJson, jsonDocument, textOf } from './list-file.ts'
import {
  AfmFile,
  type AfmOrganisation,
  type AfmPerson,
  type UnAlias,
  type UnBirth,
  UnFile,
  WmdFile,
  type WmdPerson,
} from './protocol.ts'

/**
 * List files into entries. Each throws `BadList` for a file that is not wholly of its format; none
 * of them drops an entry in silence.
 */

type Dates = { birthDate: Day | null; birthYear: number | null }
const undated: Dates = { birthDate: null, birthYear: null }

/**
 * `31.12.1980`, `31/12/1980`, `1980-12-31` (with or without a time), «31 желтоқсан 1980», or only a
 * year somewhere in the text.
 */
function datesOf(text: string): Dates {
  const [birthDate = null] = findDays(withoutMonthWords(text))
  const year = birthDate?.slice(0, 4) ?? /(?<!\d)(1[89]|20)\d{2}(?!\d)/.exec(text)?.[0]
  return { birthDate, birthYear: year === undefined ? null : Number(year) }
}

const wordsOf = (...words: (string | undefined)[]): string =>
  words.filter((word) => word && word !== '-').join(' ')
const trimmed = (text: string): string => text.trim().replace(/^[\d.)\s]+(?=\p{L})|[.;,\s]+$/gu, '')
/** Alias text may hold several names. */
const namesIn = (text: string): string[] => text.split(/;|\b[a-z]\)/).map(trimmed)
const unique = (names: string[]): string[] => [...new Set(names.filter(Boolean))]

/** The document and what lies up to two levels inside it. */
function layers(value: unknown, depth = 2): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return [
    value,
    ...(depth > 0 ? Object.values(value).flatMap((inner) => layers(inner, depth - 1)) : []),
  ]
}

function checked<T>(
  list: string,
  result: { success: true; data: T } | { success: false; error: z.ZodError },
): T {
  if (result.success) return result.data
  throw new BadList(list, 'unreadable', result.error.issues[0]?.path.join('.') ?? '')
}

/** АФМ: persons and organisations, of its XML or its JSON. Each entry has a number of its own. */
export function readAfm(list: string, file: Buffer): ListEntry[] {
  const document = isJson(file) ? jsonDocument(list, file) : documentOf(list, textOf(list, file))
  const { xml } = checked(list, AfmFile.safeParse(document))
  return numberedOnce([
    ...xml.persons.person.map((person) => afmPerson(list, person)),
    ...xml.organisations.org.map((org) => afmOrganisation(list, 'org', org)),
    // A section of its own, which counts from 1 again.
    ...xml.organisationscis.org.map((org) => afmOrganisation(list, 'cis', org)),
  ])
}

const afmPerson = (list: string, person: z.infer<typeof AfmPerson>): ListEntry => ({
  list,
  number: person.num,
  kind: 'person',
  names: [wordsOf(person.lname, person.fname, person.mname)].filter(Boolean),
  weakNames: [],
  iin: iinOf(person.iin),
  ...datesOf(person.birthdate ?? ''),
  note: [unreadIin(person.iin), person.note, person.correction, person.added_to_list]
    .filter(Boolean)
    .join(' · '),
})

/** One of the lists names persons here: who has a person's number is a person. */
function afmOrganisation(
  list: string,
  section: 'org' | 'cis',
  org: z.infer<typeof AfmOrganisation>,
): ListEntry {
  const iin = iinOf(org.org_iin)
  return {
    list,
    number: `${section}-${org.num}`,
    kind: iin !== null && /^\d{4}[0-3]/.test(iin) ? 'person' : 'organisation',
    names: unique(
      [org.org_name, org.org_name_en].flatMap((names) =>
        (names ?? '').split(/;\s/).map((name) => name.trim()),
      ),
    ),
    weakNames: [],
    iin,
    ...undated,
    note: [unreadIin(org.org_iin), org.note, org.correction, org.added_to_list]
      .filter(Boolean)
      .join(' · '),
  }
}

/**
 * Returns the number, or null if it cannot be one (zeros, a mistyped digit): names are compared
 * then.
 */
const iinOf = (text = ''): string | null => parseIin(text) ?? parseBin(text)

/** Returns an invalid number as written, for staff who read the case. */
const unreadIin = (text = ''): string =>
  /\d/.test(text) && iinOf(text) === null ? text.trim() : ''

/**
 * Keeps two rows of one number as two entries by giving the second a suffix, so that neither hides
 * the other.
 */
function numberedOnce(entries: ListEntry[]): ListEntry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const times = (seen.get(entry.number) ?? 0) + 1
    seen.set(entry.number, times)
    return times === 1 ? entry : { ...entry, number: `${entry.number}/${times}` }
  })
}

/** Labels that divide the free text. */
const labels = [
  'Вымышленные названия',
  'Вымышленные имена',
  'Р.И.К.',
  'Дата рождения',
  'Адрес',
  'Дата внесения в перечень',
  'Прочая информация',
]
const label = new RegExp(`(${labels.map((text) => text.replaceAll('.', '\\.')).join('|')})\\s*:`)
const organisationWords =
  /компани|корпорац|банк|предприяти|организац|комитет|бюро|\b(corporation|company|bank|bureau|group|committee|ltd|co|inc)\b/i

/** A range becomes its years, of a length that still says something about a person. */
const LONGEST_RANGE = 15
function unDates(birth: z.infer<typeof UnBirth>): Dates[] {
  const [from, to] = [Number(birth.FROM_YEAR), Number(birth.TO_YEAR)]
  if (from > 1800 && to >= from && to - from <= LONGEST_RANGE)
    return Array.from({ length: to - from + 1 }, (_, i) => ({
      birthDate: null,
      birthYear: from + i,
    }))
  const dates = datesOf(birth.DATE ?? birth.YEAR ?? '')
  if (dates.birthYear === null) return []
  const isExact = !birth.TYPE_OF_DATE || birth.TYPE_OF_DATE.toUpperCase() === 'EXACT'
  return [isExact ? dates : { ...dates, birthDate: null }]
}

/**
 * The UN Security Council's consolidated list. A person with several birth dates becomes several
 * entries under one number.
 */
export function readUn(list: string, file: Buffer): ListEntry[] {
  const { INDIVIDUALS, ENTITIES } = checked(
    list,
    UnFile.safeParse(documentOf(list, textOf(list, file))),
  ).CONSOLIDATED_LIST
  const individuals = INDIVIDUALS.INDIVIDUAL.flatMap((one): ListEntry[] => {
    const dates = one.INDIVIDUAL_DATE_OF_BIRTH.flatMap((birth) => (birth ? unDates(birth) : []))
    const aliases = one.INDIVIDUAL_ALIAS.flatMap((alias) => alias ?? [])
    const entry = {
      list,
      number: one.REFERENCE_NUMBER,
      kind: 'person' as const,
      names: unique([
        wordsOf(one.FIRST_NAME, one.SECOND_NAME, one.THIRD_NAME, one.FOURTH_NAME),
        ...namesIn(one.NAME_ORIGINAL_SCRIPT ?? ''),
        ...aliases
          .filter((alias) => !isWeak(alias))
          .flatMap((alias) => namesIn(alias.ALIAS_NAME ?? '')),
      ]),
      weakNames: unique(aliases.filter(isWeak).flatMap((alias) => namesIn(alias.ALIAS_NAME ?? ''))),
      iin: null,
      note: [one.UN_LIST_TYPE, one.LISTED_ON, one.NATIONALITY.VALUE.join(', '), one.COMMENTS1]
        .filter(Boolean)
        .join(' · '),
    }
    return (dates.length > 0 ? dates : [undated]).map((date) => ({ ...entry, ...date }))
  })
  const entities = ENTITIES.ENTITY.map((entity): ListEntry => {
    const aliases = entity.ENTITY_ALIAS.flatMap((alias) => alias ?? [])
    return {
      list,
      number: entity.REFERENCE_NUMBER,
      kind: 'organisation',
      names: unique([
        entity.FIRST_NAME ?? '',
        ...aliases.flatMap((alias) => namesIn(alias.ALIAS_NAME ?? '')),
      ]),
      weakNames: [],
      iin: null,
      ...undated,
      note: entity.COMMENTS1 ?? '',
    }
  })
  return [...individuals, ...entities]
}

const isWeak = ({ QUALITY }: z.infer<typeof UnAlias>): boolean => QUALITY?.toLowerCase() === 'low'

/**
 * Reads АФМ's list on weapons of mass destruction: each entry is one Russian text with labels; the
 * whole text becomes the note.
 */
export function readWmd(list: string, file: Buffer): ListEntry[] {
  const document = documentOf(list, textOf(list, file))
  const found = layers(document).flatMap((layer) =>
    typeof layer === 'object' && layer !== null && 'person' in layer ? [layer] : [],
  )[0]
  return checked(list, WmdFile.safeParse(found ?? {})).person.map((person) =>
    wmdEntry(list, person),
  )
}

function wmdEntry(
  list: string,
  { num, information, decision, date }: z.infer<typeof WmdPerson>,
): ListEntry {
  const pieces = information.split(label)
  const labelled = new Map<string, string>()
  for (let i = 1; i < pieces.length; i += 2)
    labelled.set(pieces[i] ?? '', trimmed(pieces[i + 1] ?? ''))
  const own = trimmed((pieces[0] ?? '').split(',')[0] ?? '')
  const aliases = [labelled.get('Вымышленные названия'), labelled.get('Вымышленные имена')].flatMap(
    (text) => namesIn(text ?? ''),
  )
  const dates = datesOf(labelled.get('Дата рождения') ?? '')
  return {
    list,
    number: num,
    kind: dates.birthYear === null && organisationWords.test(own) ? 'organisation' : 'person',
    names: unique([own, ...aliases]),
    weakNames: [],
    iin: null,
    ...dates,
    note: [information, decision, date].filter(Boolean).join(' · '),
  }
}
