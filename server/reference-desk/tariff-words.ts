import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import type { Figure } from '#domain/ogpo/tariff-figures.ts'
import { factorWords } from '#texts/factors.ts'

type Limits = Pick<Tables, 'ageExperience' | 'vehicleAge'>

/** A row of the tariff as a price names it; regions bring their names, single figures have none. */
export function labelOf(
  { table, row, label }: Omit<Figure, 'value'>,
  of: Limits,
): Localized | null {
  if (label) return label
  const words = (code: string, because: Record<string, string | number>) => {
    const said = factorWords(code, because, { region: inEveryLanguage(() => row), money: String })
    return inEveryLanguage((locale) => said.because[locale])
  }
  switch (table) {
    case 'settlement':
      return words('settlement', { settlement: row })
    case 'vehicle_type':
      return words('vehicleType', { type: row })
    case 'age_experience': {
      const { ageLimit, experienceLimit } = of.ageExperience
      const [age, experience] = row.split(' ')
      return words('ageExperience', {
        ageLimit,
        experienceLimit,
        age: age === 'under' ? 0 : ageLimit,
        experience: experience === 'under' ? 0 : experienceLimit,
      })
    }
    case 'vehicle_age': {
      const limit = of.vehicleAge.limitYears
      return words('vehicleAge', { limit, years: row === 'over' ? limit + 1 : limit })
    }
    case 'bonus_malus':
      return words('bonusMalus', { class: row })
    default:
      return null
  }
}
