import { apiErrorOf } from '../http/http.ts'
import type { Door, PersonAsk } from './door.ts'
import { type CarNumbers, carQuestion, type Looked } from './model/look-up.ts'
import { isOwner } from './model/owner.ts'
import type { CarFound, PersonFound } from './model/sale.ts'

/**
 * The registers for the rows of one sale. A failure is the row's own and says so in words;
 * `offline` are those without a connection. The same question is not asked twice at a time: who
 * asks again gets the answer under way.
 */
export function createLookUps(door: Pick<Door, 'person' | 'car'>, offline: () => string) {
  const running = new Map<string, Promise<unknown>>()
  const once = <Found>(
    key: string,
    question: string,
    asked: () => Promise<Found>,
  ): Promise<Looked<Found>> => {
    const before = running.get(key) as Promise<Looked<Found>> | undefined // a key has one kind
    if (before) return before
    const now = answerTo(question, asked(), offline).finally(() => running.delete(key))
    running.set(key, now)
    return now
  }
  return {
    /** A person, as the door asks: of a driver the registers of drivers as well. */
    person: (question: string, ask: PersonAsk): Promise<Looked<PersonFound>> =>
      once(`person ${question} ${ask.drives}`, question, () => door.person(ask)),
    /** A car by plate and technical passport, where need be by the owner. */
    car: (row: CarNumbers): Promise<Looked<CarFound>> => {
      const { plate: registrationNumber, techPassport, owner } = row
      const ask = {
        registrationNumber,
        techPassport,
        ...(isOwner(owner) ? { ownerIin: owner } : {}),
      }
      return once(`car ${carQuestion(row)}`, carQuestion(row), async () => {
        const vehicle = await door.car(ask)
        return { name: `${vehicle.make} ${vehicle.model}`, year: vehicle.year, vehicle }
      })
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
