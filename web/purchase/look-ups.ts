import type { call } from '../http/call.ts'
import { apiErrorOf } from '../http/http.ts'
import { carFields, sentOf, type Values } from './model/fields.ts'
import { carQuestion, type Looked } from './model/look-up.ts'

type Call = ReturnType<typeof call>

/**
 * The registers for the rows of one purchase. A failure is the row's own and says so in words;
 * `offline` are those without a connection. The same question is not asked twice at a time: who
 * asks again gets the answer under way.
 */
export function createLookUps(ask: Call, offline: () => string) {
  const running = new Map<string, Promise<unknown>>()
  const once = <Found>(key: string, asked: () => Promise<Looked<Found>>) => {
    const before = running.get(key) as Promise<Looked<Found>> | undefined // a key has one kind
    if (before) return before
    const now = asked().finally(() => running.delete(key))
    running.set(key, now)
    return now
  }
  return {
    /** A person, by the call of whoever asks. */
    person: <Found>(key: string, answer: () => Promise<{ data: Found }>): Promise<Looked<Found>> =>
      once(`person ${key}`, () => looked(answer(), offline)),
    /** A car by plate and technical passport, where need be by the owner. */
    car: (row: Values<typeof carFields>) =>
      once(`car ${carQuestion(row)}`, () =>
        looked(ask('ogpoVehicle', sentOf(carFields, row)), offline),
      ),
  }
}

async function looked<Found>(
  reply: Promise<{ data: Found }>,
  offline: () => string,
): Promise<Looked<Found>> {
  try {
    return { kind: 'found', found: (await reply).data }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const message =
      apiError.kind === 'invalid' ? (apiError.errors[0]?.message ?? '') : apiError.message
    const { code, data } = apiError.kind === 'refused' ? apiError : { code: null, data: {} }
    const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : null
    return { kind: 'failed', code, reason, message: message || offline() }
  }
}
