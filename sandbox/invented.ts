import { addDays, addMonths, almatyDay, type Day } from '#domain/calendar.ts'
import { birthDateOf } from '#domain/iin.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import type { Person, World } from '#systems/sandbox-kit.ts'
import { men, surnames, women } from './invented-names.ts'

/** People and cars invented when somebody asks for one more. */

export const tables = seedTables()

export function newPerson(world: World, iin: string, birthDate?: Day): Person {
  const number = String(world.next('sandbox.person')).padStart(5, '0')
  const today = almatyDay(world.now())
  const born = birthDate ?? birthDateOf(iin) ?? '1990-01-01'
  const woman = Number(iin[6]) % 2 === 0 && iin[6] !== '0'
  // Names follow the number, so that a new person is nobody's namesake by accident.
  const pick = (from: string[], salt: number) =>
    from[(Number(iin.slice(0, 6)) * salt + Number(iin.slice(7, 11))) % from.length] ?? ''
  return {
    iin,
    surname: pick(surnames, 7) + (woman ? 'а' : ''),
    name: pick(woman ? women : men, 11),
    patronymic: pick(men, 13) + (woman ? 'қызы' : 'ұлы'),
    birthDate: born,
    phone: freePhone(world),
    resident: true,
    documents: [
      { type: 'ID_CARD', number: `0488${number}`, issueDate: addMonths(today, -36), valid: true },
    ],
    driverLicence: licenceOf(`AC9${number}`, born, today),
    bonusMalus: { kind: 'CLASS', class: '3' },
    benefit: false,
    lists: [],
    scoring: 'ok',
  }
}

/** Eight years of experience, or as many as the age allows; none under 18. */
function licenceOf(number: string, born: Day, today: Day): Person['driverLicence'] {
  const grown = addMonths(born, 18 * 12)
  if (grown > today) return null
  const experienceFrom = [addMonths(today, -96), addDays(grown, 1)].sort().at(-1) ?? today
  const issueDate = [addMonths(today, -36), experienceFrom].sort().at(-1) ?? today
  return { number, issueDate, validTo: addMonths(issueDate, 120), experienceFrom }
}

function freePhone(world: World): string {
  const phone = `7702${String(world.next('sandbox.phone')).padStart(7, '0')}`
  return [...world.people.values()].some((person) => person.phone === phone)
    ? freePhone(world)
    : phone
}
