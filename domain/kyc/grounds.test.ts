import { expect, test } from 'vitest'
import {
  claimedFalsely,
  differenceSaid,
  differencesOf,
  isAnother,
  type MatchSeen,
  personFacts,
  takesTwo,
} from './grounds.ts'
import { matchKinds } from './kyc.ts'

const person = {
  iin: '830304399908',
  birthDate: '1983-03-04',
  surname: 'Жаңабаев',
  name: 'Дәулет',
  patronymic: 'Ерланұлы',
}
const hit = (of: Partial<MatchSeen> = {}): MatchSeen => ({
  by: 'iin',
  effect: 'block',
  iin: person.iin,
  birth: person.birthDate,
  names: ['ЖАНАБАЕВ ДАУЛЕТ ЕРЛАНУЛЫ'],
  ...of,
})

test('two people decide of an IIN and of a whole name with its birth date, of nothing weaker', () => {
  const byTwo = matchKinds.filter((by) => takesTwo([hit({ by })]))
  expect(byTwo).toEqual(['iin', 'name_birth_date'])
  expect(takesTwo([hit({ effect: 'review' })])).toBe(true)
  expect(takesTwo([hit({ effect: 'flag' })])).toBe(false)
  expect(takesTwo([hit({ by: 'similar_birth_date' }), hit()])).toBe(true)
})

test('a difference is one from every entry that decides', () => {
  expect(differencesOf(person, [hit()])).toEqual([])
  const renamed = hit({ names: ['ЖАНАБЕКОВ ДАУЛЕТ ЕРЛАНУЛЫ'] })
  expect(differencesOf(person, [renamed])).toEqual(['surname'])
  expect(differencesOf(person, [renamed, hit()])).toEqual([])
  expect(differencesOf(person, [renamed, hit({ effect: 'flag' })])).toEqual(['surname'])
  const other = hit({ by: 'similar_birth_date', iin: '830304399916', birth: '1983' })
  expect(differencesOf(person, [other])).toEqual(['iin'])
  expect(differencesOf(person, [hit({ birth: '1984-03-04' })])).toEqual(['birth_date'])
  expect(differencesOf(person, [hit({ iin: null, birth: null })])).toEqual([])
  expect(differencesOf(null, [renamed])).toEqual([])
})

test('another name is not another person: IIN or birth date is', () => {
  const shows = personFacts.filter((fact) => isAnother([fact]))
  expect(shows).toEqual(['iin', 'birth_date'])
  expect(isAnother(['surname', 'name', 'patronymic'])).toBe(false)
  expect(isAnother([])).toBe(false)
})

test('a difference that a reason names is one that is there', () => {
  for (const fact of personFacts)
    for (const said of Object.values(differenceSaid[fact])) {
      expect(claimedFalsely(`Сверено: ${said.toUpperCase()}.`, [])).toBe(fact)
      expect(claimedFalsely(said, [fact])).toBeNull()
    }
  expect(claimedFalsely('Сверено удостоверение', [])).toBeNull()
})
