import { type Day, fullYears, yearOf } from '#domain/calendar.ts'
import { birthDateOf } from '#domain/iin.ts'
import { carLookup, type State } from '../state/state.ts'
import { type Body, estimateBody, firstFacts } from './estimate-facts.ts'

type Known = {
  cars: State['cars']
  policyholder: Pick<State['policyholder'], 'iin' | 'willDrive' | 'experienced' | 'lookup'>
}

/**
 * What an estimate can be asked of before the price is known: the first car and the buyer as far as
 * they were found, for the rest the calculator's own beginning. Null until a car is known: before it
 * no sum would be of this purchase.
 */
export function knownFacts({ cars, policyholder }: Known, today: Day) {
  const { iin, willDrive, experienced, lookup: own } = policyholder
  const lookup = cars[0] && carLookup(cars[0])
  const car = lookup?.kind === 'found' ? lookup.found.vehicle : null
  const usual = estimateBody(firstFacts, today)
  if (!car || !usual) return null
  const person = willDrive && own.kind === 'found' ? own.found : null
  const born = birthDateOf(iin)
  const age = willDrive && born ? Math.min(110, Math.max(16, fullYears(born, today))) : usual.age
  const years = experienced ? 2 : (person?.experienceYears ?? usual.experienceYears)
  return {
    ...usual,
    region: car.region,
    settlement: car.settlement,
    vehicleType: car.type,
    vehicleAgeYears: Math.min(120, Math.max(0, yearOf(today) - car.year)),
    age,
    experienceYears: Math.min(years, age - 16),
    bonusMalus: person?.firstContract
      ? { kind: 'FIRST', class: '3' }
      : { kind: 'CLASS', class: person?.bonusMalusClass ?? usual.bonusMalus.class },
  } satisfies Body
}
