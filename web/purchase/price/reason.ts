import type { Reply } from '../../http/api.ts'
import type { Factor } from './factor-words.ts'
import { numberOf } from './factor-words.ts'

type Quote = Pick<
  Reply<'ogpoCalculate'>['data']['calculations'][number],
  'premium' | 'ogpo_plus_premium' | 'cars'
>

/** Why a price changed. `by`: whole tenge, negative if it went down. */
export type Reason = { by: number } & (
  | { what: 'plus' | 'driverGone' | 'carGone' | 'decisive' | 'other' }
  | { what: 'driverAdded' | 'carAdded'; number: number }
  | { what: 'factor'; before: Factor; now: Factor }
)

/**
 * Returns the cause of a price change: what was added or removed, another decisive driver or car,
 * or the first changed coefficient of the decisive line. Null if nothing a person would notice
 * changed.
 */
export function reasonOf(before: Quote, now: Quote): Reason | null {
  const by = now.premium - before.premium
  const [driversBefore, driversNow] = [driversIn(before), driversIn(now)]
  if (now.cars.length > before.cars.length) return { what: 'carAdded', number: now.cars.length, by }
  if (now.cars.length < before.cars.length) return { what: 'carGone', by }
  if (driversNow > driversBefore) return { what: 'driverAdded', number: driversNow, by }
  if (driversNow < driversBefore) return { what: 'driverGone', by }
  if (by === 0) return null
  if (by === now.ogpo_plus_premium - before.ogpo_plus_premium) return { what: 'plus', by }
  const [then, since] = [decisive(before), decisive(now)]
  if (then.iin !== since.iin) return { what: 'decisive', by }
  const moved = since.factors
    .map((factor) => ({ factor, old: then.factors.find(({ code }) => code === factor.code) }))
    .find(({ factor, old }) => old && numberOf(old.value) !== numberOf(factor.value))
  if (moved?.old) return { what: 'factor', before: moved.old, now: moved.factor, by }
  const gone = then.factors.find(({ code }) => !since.factors.some((one) => one.code === code))
  if (gone) return { what: 'factor', before: gone, now: { ...gone, value: '1' }, by }
  const come = since.factors.find(({ code }) => !then.factors.some((one) => one.code === code))
  return come
    ? { what: 'factor', before: { ...come, value: '1' }, now: come, by }
    : { what: 'other', by }
}

/** What careful driving takes off a premium of one car, whole tenge; 0: nothing, or not to tell. */
export function savedBy({ cars }: Quote): number {
  const [car, ...more] = cars
  if (!car || more.length > 0) return 0
  const bonus = decisiveOf(car).factors.find(({ code }) => code === 'bonusMalus')
  const worth = bonus ? numberOf(bonus.value) : 1
  return worth < 1 ? Math.round(car.premium / worth) - car.premium : 0
}

const driversIn = ({ cars }: Quote): number =>
  new Set(cars.flatMap(({ lines }) => lines.map(({ iin }) => iin))).size

type Car = Quote['cars'][number]
const decisiveOf = ({ lines, decisiveIin }: Car): { iin: string; factors: readonly Factor[] } =>
  lines.find(({ iin }) => iin === decisiveIin) ?? lines[0] ?? { iin: '', factors: [] }
/** The dearest car's line that decides. */
const decisive = ({ cars }: Quote) => {
  const [dearest] = [...cars].sort((a, b) => b.premium - a.premium)
  return dearest ? decisiveOf(dearest) : { iin: '', factors: [] }
}
