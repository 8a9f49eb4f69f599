import { rowFieldOf } from '../../sale/model/place.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { carLookup, type State } from '../state/state.ts'

/** What the price waits for first. */
export type MissingAnswer =
  | 'car'
  | 'carWrong'
  | 'experience'
  | 'consent'
  | 'awaiting'
  | 'driver'
  | 'driverWrong'
  | 'where'
  | 'other'

/**
 * The first thing that somebody has to answer before there is a price, or null. `askedWhere`: the
 * browser would ask for the position, which only a press may make it do.
 */
export function missingAnswerOf(
  wrong: readonly Problem[],
  state: Pick<State, 'cars' | 'drivers'>,
  askedWhere: boolean,
): MissingAnswer | null {
  const needs = wrong.map(({ field, key }) => missingAnswerAt(field, key, state))
  const asked = needs.find((need) => need !== 'awaiting')
  return asked ?? needs[0] ?? (askedWhere ? 'where' : null)
}

function missingAnswerAt(
  field: string,
  key: string,
  state: Pick<State, 'cars' | 'drivers'>,
): MissingAnswer {
  if (key === 'experience') return 'experience'
  const at = rowFieldOf(field)
  if (at?.kind === 'car') {
    const row = state.cars.find(({ id }) => id === at.id)
    return row && carLookup(row).kind !== 'failed' && key === 'required' ? 'car' : 'carWrong'
  }
  if (at?.kind !== 'driver') return 'other'
  if (key === 'required') return 'driver'
  if (key !== 'consent_needed') return 'driverWrong'
  const row = state.drivers.find(({ id }) => id === at.id)
  return row?.consent.kind === 'awaiting' || row?.consent.kind === 'asking' ? 'awaiting' : 'consent'
}
