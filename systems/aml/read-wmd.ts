import type { z } from 'zod'
import type { ListEntry } from '#domain/kyc-index.ts'
import { checked, datesOf, layers, namesIn, trimmed, unique } from './entry-parts.ts'
import { documentOf, textOf } from './list-file.ts'
import { WmdFile, type WmdPerson } from './protocol.ts'
import { label, organisationWords } from './read-afm.ts'

/**
 * АФМ, weapons of mass destruction: one Russian text an entry, with labels; the whole text is kept
 * as the note.
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
