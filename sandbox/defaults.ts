import { z } from 'zod'
import { isDay } from '#domain/calendar.ts'
import {
  isTechPassport,
  isVin,
  normaliseLicence,
  normaliseTechPassport,
} from '#domain/document-numbers.ts'
import { isBin, isIin } from '#domain/iin.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import { isMobile, parsePhone } from '#domain/phone.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import type { Person, Vehicle, World } from '#systems/sandbox-kit.ts'
import { newPerson, newVehicle, tables } from './people.ts'

/** Shapes of the control calls for a person and a vehicle, and sensible defaults. */

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
 * Returns a person from the call and, for omitted values, from the former person or sensible
 * defaults.
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
