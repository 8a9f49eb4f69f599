import { z } from 'zod'
import { addDays, addMonths, almatyDay, type Day, isDay, yearOf } from '#domain/calendar.ts'
import { birthDateOf, isBin, isIin } from '#domain/iin.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { isMobile, parsePhone } from '#domain/phone.ts'
import {
  isPlate,
  isTechPassport,
  isVin,
  normaliseLicence,
  normalisePlate,
  normaliseTechPassport,
} from '#domain/plate.ts'
import type { Person, Vehicle, World } from '#systems/sandbox-kit.ts'
import { vinOf } from './vehicles.ts'

/**
 * What the control calls take for a person and a vehicle, and the sensible values of what they
 * leave out.
 */

const tables = seedTables()
const codesOf = (pick: (of: (typeof tables)[number]) => string[]) => [
  ...new Set(tables.flatMap(pick)),
]
const regions = codesOf((of) => of.regions.map(({ code }) => code))
const types = codesOf((of) => of.vehicleTypes.map(({ code }) => code))
const classes = codesOf((of) => of.bonusMalus.classes.map((row) => row.class))

const day = z.string().refine(isDay, 'a day YYYY-MM-DD')
const name = z.string().trim().max(100)
const oneOf = (codes: string[]) =>
  z.string().refine((code) => codes.includes(code), `one of ${codes.join(', ')}`)
const about = z.strictObject({ en: z.string(), ...inEveryLanguage(() => z.string()) })

export const personFields = z.strictObject({
  iin: z
    .string()
    .refine((iin) => isIin(iin), 'an IIN of 12 digits with a right check digit and birth date'),
  surname: name.min(1),
  name: name.min(1),
  patronymic: name,
  birthDate: day,
  phone: z
    .string()
    .refine((phone) => isMobile(parsePhone(phone) ?? ''), 'a mobile phone 7XXXXXXXXXX')
    .transform((phone) => parsePhone(phone) ?? phone),
  resident: z.boolean(),
  documents: z.array(
    z.strictObject({
      type: z.enum(['ID_CARD', 'PASSPORT', 'FOREIGN_PASSPORT']),
      number: z.string().min(1).max(30),
      issueDate: day,
      valid: z.boolean(),
    }),
  ),
  driverLicence: z
    .strictObject({
      number: z.string().min(1).max(30).transform(normaliseLicence),
      issueDate: day,
      validTo: day,
      experienceFrom: day,
    })
    .nullable(),
  bonusMalus: z.strictObject({ kind: z.enum(['CLASS', 'FIRST']), class: oneOf(classes) }),
  benefit: z.boolean(),
  lists: z.array(z.string().regex(/^[A-Z_]+$/, 'a list code in capitals')),
  scoring: z.enum(['ok', 'bad', 'unavailable']),
  about,
  phoneLinked: z.boolean(),
  consent: z.literal('no').nullable(),
  setClient: z.literal('fault').nullable(),
  registers: z.literal('timeout').nullable(),
  inEsbd: z.boolean(),
})

export const vehicleFields = z.strictObject({
  plate: z.string().refine(isPlate, 'a plate, for example 123ABC02').transform(normalisePlate),
  techPassport: z
    .string()
    .refine(isTechPassport, 'two letters and eight digits')
    .transform(normaliseTechPassport),
  vin: z.string().refine(isVin, '17 characters without I, O, Q').transform(normalisePlate),
  type: oneOf(types),
  make: name.min(1),
  model: name.min(1),
  year: z.int().min(1900).max(2100),
  region: oneOf(regions),
  settlement: z.enum(['CITY', 'OTHER']),
  ownerIin: z
    .string()
    .refine((iin) => isIin(iin) || isBin(iin), 'an IIN or a BIN with a right check digit'),
  registered: z.boolean(),
  searchedBy: z.literal('vin').nullable(),
  about,
})

/**
 * The person as the call and, for what it leaves out, the person of before or sensible values make
 * it.
 */
export function personOf(
  world: World,
  iin: string,
  given: Partial<z.infer<typeof personFields>>,
): Person {
  const { consent, setClient, registers, ...before } =
    world.people.get(iin) ?? newPerson(world, iin, given.birthDate)
  // null takes a misfortune away, a field left out keeps it.
  const misfortunes = { consent, setClient, registers, ...given }
  return {
    ...before,
    ...given,
    iin,
    consent: misfortunes.consent ?? undefined,
    setClient: misfortunes.setClient ?? undefined,
    registers: misfortunes.registers ?? undefined,
  }
}

/** The same for a vehicle; its region follows the plate's code. */
export function vehicleOf(
  world: World,
  plate: string,
  given: Partial<z.infer<typeof vehicleFields>>,
): Vehicle {
  const { searchedBy, ...rest } = given
  const before = world.vehicles.get(plate) ?? newVehicle(world, plate)
  return {
    ...before,
    ...rest,
    plate,
    searchedBy: searchedBy === undefined ? before.searchedBy : (searchedBy ?? undefined),
  }
}

const surnames = [
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
const men = [
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

function newPerson(world: World, iin: string, birthDate?: Day): Person {
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

function newVehicle(world: World, plate: string): Vehicle {
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
