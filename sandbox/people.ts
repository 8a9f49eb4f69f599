import { addDays, addMonths, almatyDay, type Day, yearOf } from '#domain/calendar.ts'
import { birthDateOf } from '#domain/iin.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import type { Person, Vehicle, World } from '#systems/sandbox-kit.ts'
import { document, further, licence, ofAnswers, ofRegisters, type Seed } from './people/seed.ts'
import type { Row } from './vehicles/cases.ts'
import { cases } from './vehicles/cases.ts'
import { kinds } from './vehicles/kinds.ts'

/**
 * The ready people of the sandbox. All are synthetic: serial numbers 999x are never issued, the
 * check digits are valid. Documents and demonstrations name the first eighteen (`world.test.ts`);
 * the rest make the other ways through the product easy to walk.
 */

/** Their numbers, phones and papers follow from the order. */
const seeds: Seed[] = [...ofRegisters, ...ofAnswers, ...further]

/** Phones whose owners have no wallet of the bank (10301). */
export const phonesWithoutWallet = ['77010000026']

/** Fresh copies of the ready people: a world may change its own. */
export function readyPeople(): Person[] {
  return seeds.map(({ names: [surname, name, patronymic], ...given }, index) => {
    const number = String(index + 1).padStart(4, '0')
    return structuredClone({
      surname,
      name,
      patronymic,
      birthDate: birthDateOf(given.iin) ?? '',
      phone: `7701000${number}`,
      resident: true,
      documents: [document('ID_CARD', `04990${number}`, '2021-09-15', true)],
      driverLicence: licence(`AB10${number}`, '2020-10-05', '2030-10-05', '2014-10-05'),
      bonusMalus: { kind: 'CLASS' as const, class: '3' },
      benefit: false,
      lists: [],
      scoring: 'ok' as const,
      ...given,
    })
  })
}

/** Names of people who never were. */
export const surnames = [
  'Ахметов',
  'Серіков',
  'Оспанов',
  'Жұмабаев',
  'Қалиев',
  'Төлеуов',
  'Мұсаев',
  'Әбілов',
  'Ғабдуллин',
  'Өмірзақов',
  'Ысқақов',
]
export const men = [
  'Арман',
  'Дәурен',
  'Ержан',
  'Қуаныш',
  'Мақсат',
  'Нұржан',
  'Өмір',
  'Руслан',
  'Талғат',
  'Ұлан',
  'Шерхан',
  'Азамат',
  'Бекзат',
]
const women = [
  'Айжан',
  'Әлия',
  'Ботакөз',
  'Гүлмира',
  'Динара',
  'Зере',
  'Құралай',
  'Ләззат',
  'Мәншүк',
  'Раушан',
  'Сәуле',
  'Томирис',
  'Шынар',
]

/** Data for people and cars invented on request. */

export const tables = seedTables()

export function newPerson(world: World, iin: string, birthDate?: Day): Person {
  const number = String(world.next('sandbox.person')).padStart(5, '0')
  const today = almatyDay(world.now())
  const born = birthDate ?? birthDateOf(iin) ?? '1990-01-01'
  const woman = Number(iin[6]) % 2 === 0 && iin[6] !== '0'
  // Names follow the number, so that a new person gets no existing name by accident.
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

/**
 * The ready vehicles of the sandbox: invented, one for every kind, region and special case the
 * product distinguishes.
 */
const rows: Row[] = [...kinds, ...cases]

/** Fresh copies of the ready vehicles. */
export function readyVehicles(): Vehicle[] {
  return rows.map(
    (
      [
        plate,
        techPassport,
        type,
        make,
        model,
        year,
        region,
        settlement,
        ownerIin,
        registered,
        [kz, ru, en],
      ],
      index,
    ) => ({
      plate,
      techPassport,
      vin: vinOf(index + 1),
      type,
      make,
      model,
      year,
      region,
      settlement,
      ownerIin,
      registered,
      about: { kz, ru, en },
    }),
  )
}

/** An invented VIN: 17 characters without I, O and Q. */
const vinOf = (number: number) => `XWZZZ99Z9ZA${String(number).padStart(6, '0')}`

/** A car for a plate: of the region its plate names. */
export function newVehicle(world: World, plate: string): Vehicle {
  const number = world.next('sandbox.vehicle')
  const region = tables[0]?.regions.find(
    ({ plateCode }) => /\D\d{2}$/.test(plate) && plateCode === plate.slice(-2),
  )
  return {
    plate,
    techPassport: `AZ${String(90_000_000 + number)}`,
    vin: vinOf(900_000 + number),
    type: 'PASSENGER',
    make: 'Toyota',
    model: 'Corolla',
    year: yearOf(almatyDay(world.now())) - 4,
    region: region?.code ?? 'ALMATY_CITY',
    settlement: 'CITY',
    ownerIin: '850315399904',
    registered: true,
  }
}
