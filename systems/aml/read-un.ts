import type { z } from 'zod'
import type { ListEntry } from '#domain/kyc-index.ts'
import { checked, type Dates, datesOf, namesIn, undated, unique, wordsOf } from './entry-parts.ts'
import { documentOf, textOf } from './list-file.ts'
import type { UnBirth } from './protocol-un.ts'
import { type UnAlias, UnFile } from './protocol-un.ts'

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
