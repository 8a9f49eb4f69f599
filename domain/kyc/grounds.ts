import type { Day } from '../calendar.ts'
import type { Locale } from '../locale.ts'
import { type Names, nameKeys } from '../person.ts'
import type { ListEffect, MatchedBy } from './kyc.ts'
import { comparedNames } from './parts.ts'

/**
 * Grounds on which staff may unblock a person whom the lists name. Only the financial monitoring
 * agency and the courts lift a freeze; a company shows that it does not apply to this person
 * (formats.md 3, "Unblocking").
 */
export const kycGrounds = ['not_same', 'excluded', 'term_over'] as const
export type KycGround = (typeof kycGrounds)[number]

/** Facts in which the person and a list's entry may differ. */
export const personFacts = ['iin', 'birth_date', ...nameKeys] as const
export type PersonFact = (typeof personFacts)[number]

/** A ground with what proves it. */
export type Evidence =
  | { ground: 'not_same'; differs: PersonFact[] }
  | { ground: 'excluded' | 'term_over'; number: string; date: Day }

/** The part of a match that identifies it. */
export type MatchSeen = {
  by: MatchedBy
  effect: ListEffect
  iin: string | null
  birth: string | null
  names: readonly string[]
}
export type PersonSeen = Names & { iin: string; birthDate: Day }

/** Leaves out matches that only mark or are only recorded. */
const deciding = <Match extends MatchSeen>(matches: readonly Match[]): Match[] =>
  matches.filter(({ effect, by }) => effect !== 'flag' && by !== 'weak_name' && by !== 'name')

/**
 * Returns whether two people decide: an entry has the person's IIN, or their whole name and birth
 * date. A similarity is weaker: one person decides about it with a reason.
 */
export const takesTwo = (matches: readonly MatchSeen[]): boolean =>
  deciding(matches).some(({ by }) => by === 'iin' || by === 'name_birth_date')

/**
 * Lists the facts in which the person differs from every entry that decides: only these prove
 * another person. Words count as compared, so that two spellings of one name are no difference; a
 * fact missing in an entry does not differ.
 */
export function differencesOf(
  person: PersonSeen | null,
  matches: readonly MatchSeen[],
): PersonFact[] {
  const against = deciding(matches)
  if (!person || against.length === 0) return []
  const all = against.map((match) => new Set(differing(person, match)))
  return personFacts.filter((fact) => all.every((of) => of.has(fact)))
}

/**
 * Returns whether a difference proves another person: names change and their spelling varies, so
 * the IIN or the birth date must differ (formats.md 3, "Unblocking").
 */
export const isAnother = (differs: readonly PersonFact[]): boolean =>
  differs.includes('iin') || differs.includes('birth_date')

function differing(person: PersonSeen, { iin, birth, names }: MatchSeen): PersonFact[] {
  const words = comparedNames(person, names)?.words ?? []
  return [
    ...(iin !== null && iin !== person.iin ? (['iin'] as const) : []),
    ...(birth !== null && !person.birthDate.startsWith(birth) ? (['birth_date'] as const) : []),
    ...words.flatMap(({ role, oursAs, theirsAs, likeness }) =>
      likeness !== null && likeness < 1 && oursAs !== theirsAs ? [role] : [],
    ),
  ]
}

/**
 * Staff's words for a difference, which the desk offers if it is true; the same check applies to
 * words typed by hand.
 */
export const differenceSaid: Record<PersonFact, Record<Locale, string>> = {
  iin: { kz: 'ЖСН басқа', ru: 'Другой ИИН' },
  birth_date: { kz: 'Туған күні басқа', ru: 'Другая дата рождения' },
  surname: { kz: 'Тегі басқа', ru: 'Другая фамилия' },
  name: { kz: 'Аты басқа', ru: 'Другое имя' },
  patronymic: { kz: 'Әкесінің аты басқа', ru: 'Другое отчество' },
}

/** The longest first: «әкесінің аты басқа» has «аты басқа» within. */
const everySaid = personFacts
  .flatMap((fact) =>
    Object.values(differenceSaid[fact]).map((words) => ({
      fact,
      words: ` ${words.toLowerCase()} `,
    })),
  )
  .toSorted((one, other) => other.words.length - one.words.length)

/** A difference that a reason claims and the comparison doesn't show; null where none. */
export function claimedFalsely(reason: string, differs: readonly PersonFact[]): PersonFact | null {
  let said = ` ${reason.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, ' ')} `
  for (const { fact, words } of everySaid) {
    if (!said.includes(words)) continue
    if (!differs.includes(fact)) return fact
    said = said.replaceAll(words, ' ')
  }
  return null
}
