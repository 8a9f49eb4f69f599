import type { Tables } from './tables.ts'
import { type Figure, figuresOf, type TariffChange } from './tariff-figures.ts'

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
