import { z } from 'zod'
import { numericPeriod } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import type { PolicyDraft } from '#systems/esbd/client.ts'
import { factorWords } from '#texts/factors.ts'

/**
 * What a price of the unified database stands on: enough to find the coefficient that differs,
 * nothing that names a person or a car.
 */
export const PriceBasis = z.object({
  insurerSystemId: z.int(),
  start: z.string(),
  end: z.string(),
  seasonal: z.boolean(),
  vehicles: z.array(
    z.object({
      type: z.string(),
      region: z.string(),
      settlement: z.enum(['CITY', 'OTHER']),
      yearOver7: z.boolean(),
    }),
  ),
  drivers: z.array(
    z.object({
      classCode: z.string().nullable(),
      ageExperienceId: z.int(),
      privilege: z.boolean(),
    }),
  ),
})
export type PriceBasis = z.infer<typeof PriceBasis>

export const basisOf = (draft: PolicyDraft): PriceBasis => ({
  insurerSystemId: draft.insurerSystemId,
  start: draft.start,
  end: draft.end,
  seasonal: draft.seasonal === true,
  vehicles: draft.vehicles.map(({ type, region, settlement, yearOver7 }) => ({
    type,
    region,
    settlement,
    yearOver7,
  })),
  drivers: draft.drivers.map(({ classCode, ageExperienceId, privilege }) => ({
    classCode,
    ageExperienceId,
    privilege,
  })),
})

const words = {
  kz: {
    term: 'Мерзімі',
    seasonal: 'маусымдық пайдалану',
    car: 'Көлік',
    age: (years: string) => `жасы ${years}`,
    driver: 'Жүргізуші',
    privilege: 'заң бойынша жеңілдігі бар',
  },
  ru: {
    term: 'Срок',
    seasonal: 'сезонная эксплуатация',
    car: 'Автомобиль',
    age: (years: string) => `возраст ${years}`,
    driver: 'Водитель',
    privilege: 'льгота по закону',
  },
}

type Known = { tables: Tables | null; insurer: string | null }

/** The same in words, a line for the contract, for each car and each driver. */
export function basisLines(basis: PriceBasis, locale: Locale, known: Known): string[] {
  const t = words[locale]
  const because = (code: string, facts: Parameters<typeof factorWords>[1]): string => {
    const text = factorWords(code, facts, { region: { kz: '', ru: '' }, money: String })
    return text.because[locale].charAt(0).toLowerCase() + text.because[locale].slice(1)
  }
  const term = numericPeriod(basis.start, basis.end)
  const cars = basis.vehicles.map(({ type, region, settlement, yearOver7 }) => {
    const found = known.tables?.regions.find(({ code }) => code === region)
    return [
      because('vehicleType', { type }),
      found?.label[locale] ?? region,
      // A city of republican significance has no other settlements.
      ...(found?.republican ? [] : [because('settlement', { settlement })]),
      t.age(because('vehicleAge', { years: yearOver7 ? 8 : 7, limit: 7 })),
    ]
  })
  const drivers = basis.drivers.map(({ classCode, ageExperienceId: id, privilege }) => [
    because('bonusMalus', { kind: classCode === null ? 'FIRST' : 'CLASS', class: classCode }),
    because('ageExperience', { ...ofId(id), ageLimit: 25, experienceLimit: 2 }),
    ...(privilege ? [t.privilege] : []),
  ])
  return [
    ...(known.insurer === null ? [] : [known.insurer]),
    `${t.term}: ${term}${basis.seasonal ? `, ${t.seasonal}` : ''}`,
    ...cars.map((parts) => `${t.car}: ${parts.join(' · ')}`),
    ...drivers.map((parts) => `${t.driver}: ${parts.join(' · ')}`),
  ]
}

/** Years that have this AGE_EXPERIENCE_ID (`ageExperienceId` of the client says which). */
const ofId = (id: number) => ({ age: id < 3 ? 24 : 25, experience: id % 2 === 1 ? 1 : 2 })
