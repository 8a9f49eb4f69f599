import type { z } from 'zod'
import type { ListEntry } from '#domain/kyc-index.ts'
import { checked, datesOf, undated, unique, wordsOf } from './entry-parts.ts'
import { documentOf, isJson, jsonDocument, textOf } from './list-file.ts'
import { AfmFile, type AfmOrganisation, type AfmPerson } from './protocol-afm.ts'

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
  note: [person.note, person.correction, person.added_to_list].filter(Boolean).join(' · '),
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
    note: [org.note, org.correction, org.added_to_list].filter(Boolean).join(' · '),
  }
}

const iinOf = (text: string | undefined): string | null => {
  const digits = (text ?? '').replace(/\s/g, '')
  return /^\d{12}$/.test(digits) ? digits : null
}

/**
 * Two rows of one number are two entries: the second is told apart, so that neither hides the
 * other.
 */
function numberedOnce(entries: ListEntry[]): ListEntry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const times = (seen.get(entry.number) ?? 0) + 1
    seen.set(entry.number, times)
    return times === 1 ? entry : { ...entry, number: `${entry.number}/${times}` }
  })
}

/** What the labels of the free text separate. */
const labels = [
  'Вымышленные названия',
  'Вымышленные имена',
  'Р.И.К.',
  'Дата рождения',
  'Адрес',
  'Дата внесения в перечень',
  'Прочая информация',
]
export const label = new RegExp(
  `(${labels.map((text) => text.replaceAll('.', '\\.')).join('|')})\\s*:`,
)
export const organisationWords =
  /компани|корпорац|банк|предприяти|организац|комитет|бюро|\b(corporation|company|bank|bureau|group|committee|ltd|co|inc)\b/i
