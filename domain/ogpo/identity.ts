import type { Day } from '../calendar.ts'
import { bareNumber } from '../document-numbers.ts'
import type { PersonDocument } from '../documents-verdict.ts'
import { type Names, nameKeys, namesOf, patronymicOf, sameSpelling } from '../person.ts'

type Known = Names & { birthDate: Day }
const plain = (names: Names): string => {
  const said = { ...namesOf(names), patronymic: patronymicOf(names.patronymic) }
  return nameKeys.map((key) => sameSpelling(said[key])).join('|')
}

/**
 * Returns whether an identity typed by hand is the one the register has: the same names in any
 * spelling, the same day of birth, and the typed document is one of the person's valid ones.
 */
export function sameIdentity(
  typed: Known & { document: { type: string; number: string } | null },
  known: Known & { documents: readonly PersonDocument[] },
  today: Day,
): boolean {
  const { document } = typed
  return (
    plain(typed) === plain(known) &&
    typed.birthDate === known.birthDate &&
    known.documents.some(
      ({ type, number, valid, validTo }) =>
        valid &&
        (validTo === null || validTo >= today) &&
        document !== null &&
        type === document.type &&
        bareNumber(number) === bareNumber(document.number),
    )
  )
}
