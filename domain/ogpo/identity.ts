import type { Day } from '../calendar.ts'
import type { PersonDocument } from '../documents-verdict.ts'
import { type Names, nameKeys } from '../person.ts'

type Known = Names & { birthDate: Day }
const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/**
 * Whether an identity typed by hand is the one the register has: the same names whatever their
 * case, the same day of birth, and the typed document is one of the person's valid ones.
 */
export function sameIdentity(
  typed: Known & { document: { type: string; number: string } | null },
  known: Known & { documents: readonly PersonDocument[] },
  today: Day,
): boolean {
  const { document } = typed
  return (
    nameKeys.every((key) => plain(typed[key]) === plain(known[key])) &&
    typed.birthDate === known.birthDate &&
    known.documents.some(
      ({ type, number, valid, validTo }) =>
        valid &&
        (validTo === null || validTo >= today) &&
        document !== null &&
        type === document.type &&
        plain(number) === plain(document.number),
    )
  )
}
