import type { Localized } from '../locale.ts'
import type { Tables } from './tables.ts'

/** One figure of the tariff that two versions have otherwise. */
export type TariffChange = {
  table:
    | 'mrp'
    | 'base'
    | 'region_base'
    | 'region_correction'
    | 'settlement'
    | 'vehicle_type'
    | 'age_experience'
    | 'vehicle_age'
    | 'bonus_malus'
    | 'legal_entity'
    | 'privilege'
  /** Row of the table; empty if it has only one. */
  row: string
  /** Name people use for the row, if any. */
  label: Localized | null
  before: string
  after: string
}

export type Figure = Omit<TariffChange, 'before' | 'after'> & { value: string }

export function figuresOf(tables: Tables): Figure[] {
  const one = (
    table: TariffChange['table'],
    value: string,
    row = '',
    label: Localized | null = null,
  ) => ({
    table,
    row,
    label,
    value,
  })
  return [
    one('mrp', String(tables.mrp)),
    one('base', tables.baseMultiple),
    ...tables.regions.flatMap(({ code, label, base, correction }) => [
      one('region_base', base, code, label),
      one('region_correction', correction, code, label),
    ]),
    ...Object.entries(tables.settlement).map(([row, value]) => one('settlement', value, row)),
    ...tables.vehicleTypes.map(({ code, k }) => one('vehicle_type', k, code)),
    ...tables.ageExperience.rows.map(({ age, experience, k }) =>
      one('age_experience', k, `${age} ${experience}`),
    ),
    one('vehicle_age', tables.vehicleAge.upTo, 'up_to'),
    one('vehicle_age', tables.vehicleAge.over, 'over'),
    ...tables.bonusMalus.classes.map(({ class: name, k }) => one('bonus_malus', k, name)),
    one('legal_entity', tables.legalEntity),
    one('privilege', tables.privilege),
  ]
}

/** Only what changes, in the order of the tables; what a version lacks is a dash. */
export function tariffChanges(before: Tables, after: Tables): TariffChange[] {
  const keyOf = ({ table, row }: Figure) => `${table} ${row}`
  const [old, now] = [figuresOf(before), figuresOf(after)]
  const were = new Map(old.map((figure) => [keyOf(figure), figure.value]))
  const are = new Set(now.map(keyOf))
  const gone = old.filter((figure) => !are.has(keyOf(figure)))
  return [...now, ...gone.map((figure) => ({ ...figure, value: '–' }))].flatMap((figure) => {
    const was = were.get(keyOf(figure)) ?? '–'
    const { value, ...rest } = figure
    const isSame = was === value || (was !== '–' && value !== '–' && Number(was) === Number(value))
    return isSame ? [] : [{ ...rest, before: was, after: value }]
  })
}
