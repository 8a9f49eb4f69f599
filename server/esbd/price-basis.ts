import { z } from 'zod'
import type { Locale } from '#brand'
import { formatPeriod } from '#domain/calendar.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import type { PolicyDraft } from '#systems/esbd/client.ts'
import { factorLine } from '#texts/factors.ts'

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
    ...{ type, region, settlement, yearOver7 },
  })),
  drivers: draft.drivers.map(({ classCode, ageExperienceId, privilege }) => ({
    ...{ classCode, ageExperienceId, privilege },
  })),
})

const words = {
  kz: { insurer: 'Сақтандыру компаниясы', term: 'Мерзімі', seasonal: 'маусымдық пайдалану' },
  ru: { insurer: 'Страховая компания', term: 'Срок', seasonal: 'сезонная эксплуатация' },
}

type Known = { tables: Tables | null; insurer: string | null }

/** The same in words, a line for the contract, for each car and each driver. */
export function basisLines(basis: PriceBasis, locale: Locale, known: Known): string[] {
  const t = words[locale]
  const line = (code: string, because: Parameters<typeof factorLine>[1]): string => {
    const region = String(because['region'] ?? '')
    const label = known.tables?.regions.find((row) => row.code === region)?.label
    return factorLine(code, because, {
      region: label ?? { kz: region, ru: region },
      money: String,
    })[locale]
  }
  const term = formatPeriod(basis.start, basis.end, locale, 'numeric')
  return [
    ...(known.insurer === null ? [] : [`${t.insurer}: ${known.insurer}`]),
    `${t.term}: ${term}${basis.seasonal ? `, ${t.seasonal}` : ''}`,
    ...basis.vehicles.map(({ type, region, settlement, yearOver7 }) =>
      [
        line('vehicleType', { type }),
        line('regionBase', { region }),
        line('settlement', { settlement }),
        line('vehicleAge', { years: yearOver7 ? 8 : 7, limit: 7 }),
      ].join(' · '),
    ),
    ...basis.drivers.map(({ classCode, ageExperienceId: id, privilege }) =>
      [
        line('bonusMalus', { kind: classCode === null ? 'FIRST' : 'CLASS', class: classCode }),
        line('ageExperience', { ...ofId(id), ageLimit: 25, experienceLimit: 2 }),
        ...(privilege ? [privileged[locale]] : []),
      ].join(' · '),
    ),
  ]
}

/** Years that have this AGE_EXPERIENCE_ID (`ageExperienceId` of the client says which). */
const ofId = (id: number) => ({ age: id < 3 ? 24 : 25, experience: id % 2 === 1 ? 1 : 2 })
const privileged = { kz: 'Заң бойынша жеңілдігі бар', ru: 'Льгота по закону' }
