import { apiErrorOf } from '../http/http.ts'
import type { Door, PersonAsk } from './door.ts'
import { carQuestion, current, isOwner, type Looked, type Lookup } from './model/look-up.ts'
import type { Car, CarFound, Driver, PersonFound, Sale } from './model/sale.ts'
import type { Change } from './reduce.ts'
import { isCarAsked, isDriverAsked } from './rows.ts'

type Asking = {
  door: Pick<Door, 'person' | 'car'>
  dispatch: (change: Extract<Change, { type: `${string}-looked` }>) => void
  /** What a driver's row asks. */
  question: (row: Driver) => string
  /** What a row says without a connection. */
  offline: () => string
  /** The registers know this person. */
  onFound?: (iin: string) => void
}

/**
 * Queries the registers for the rows of one sale: a row shows that a query runs, then its answer. A
 * failure is the row's own, with its words. Concurrent equal queries share one request.
 */
export function createLookUps({ door, dispatch, question, offline, onFound }: Asking) {
  const running = new Map<string, Promise<unknown>>()
  const ask = async <Found>(
    key: string,
    asks: string,
    call: () => Promise<Found>,
    say: (lookup: Lookup<Found>) => void,
  ): Promise<Looked<Found>> => {
    say({ kind: 'busy', question: asks })
    const before = running.get(key) as Promise<Looked<Found>> | undefined // a key has one kind
    const now = before ?? answerTo(asks, call(), offline).finally(() => running.delete(key))
    running.set(key, now)
    const lookup = await now
    say(lookup)
    return lookup
  }
  const person = async (
    asks: string,
    of: PersonAsk,
    say: (lookup: Lookup<PersonFound>) => void,
  ): Promise<void> => {
    const { kind } = await ask(`person ${asks} ${of.drives}`, asks, () => door.person(of), say)
    if (kind === 'found') onFound?.(of.iin)
  }
  const driver = ({ id, iin }: Driver, asks: string, start: string): void =>
    void person(asks, { iin, start, drives: true, phone: '' }, (lookup) =>
      dispatch({ type: 'driver-looked', id, lookup }),
    )
  const car = ({ id, plate: registrationNumber, techPassport, owner }: Car, asks: string): void => {
    const of = {
      registrationNumber,
      techPassport,
      ...(isOwner(owner) ? { ownerIin: owner } : {}),
    }
    const call = async (): Promise<CarFound> => {
      const vehicle = await door.car(of)
      return { name: `${vehicle.make} ${vehicle.model}`, year: vehicle.year, vehicle }
    }
    void ask(`car ${asks}`, asks, call, (lookup) => dispatch({ type: 'car-looked', id, lookup }))
  }
  return {
    policyholder: (asks: string, of: PersonAsk): void =>
      void person(asks, of, (lookup) => dispatch({ type: 'policyholder-looked', lookup })),
    /** The first driver, then the first car of these, whose question has no answer. */
    due: (sale: Sale, of: Pick<Sale, 'drivers' | 'cars'> = sale): (() => void) | null => {
      const { cars, term } = sale
      const isNew = (row: { lookup: Lookup<unknown> }, asks: string): boolean =>
        current(row.lookup, asks).kind === 'none'
      const row = of.drivers.find((one) => isDriverAsked(one, sale) && isNew(one, question(one)))
      if (row) return () => driver(row, question(row), term.start)
      const vehicle = of.cars.find((one) => isCarAsked(one, cars) && isNew(one, carQuestion(one)))
      return vehicle ? () => car(vehicle, carQuestion(vehicle)) : null
    },
  }
}

async function answerTo<Found>(
  question: string,
  reply: Promise<Found>,
  offline: () => string,
): Promise<Looked<Found>> {
  try {
    return { kind: 'found', question, found: await reply }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const message =
      apiError.kind === 'invalid' ? (apiError.errors[0]?.message ?? '') : apiError.message
    const { code, data } = apiError.kind === 'refused' ? apiError : { code: null, data: {} }
    const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : null
    return { kind: 'failed', question, code, reason, message: message || offline() }
  }
}
