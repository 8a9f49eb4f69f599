import { useEffect, useState } from 'react'
import { type Day, fullYears, yearOf } from '#domain/calendar.ts'
import { birthDateOf } from '#domain/iin.ts'
import { api } from '../../http/api.ts'
import { carLookup, type State } from '../state/state.ts'
import { type Body, estimateBody, firstFacts, keptEstimate } from './estimate-facts.ts'

/**
 * Returns the approximate price in whole tenge until the exact one is known: by the facts known,
 * else the calculator's last; null without either.
 */
export function useEstimate(
  state: Parameters<typeof knownFacts>[0] & { quote: unknown },
  today: string,
): number | null {
  const facts = state.quote ? null : knownFacts(state, today)
  const key = facts ? JSON.stringify(facts) : ''
  const [estimate, setEstimate] = useState<number | null>(null)
  // The key identifies the facts.
  useEffect(() => {
    if (!facts) return
    const stop = new AbortController()
    api('ogpoEstimate', facts, { signal: stop.signal }).then(
      ({ data }) => setEstimate(data.premium),
      () => {},
    )
    return () => stop.abort()
  }, [key]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => setEstimate((before) => before ?? keptEstimate()), [])
  return estimate
}

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
