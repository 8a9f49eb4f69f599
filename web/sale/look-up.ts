import { apiErrorOf } from '../http/http.ts'
import type { CarFound, Door, PersonAsk } from './door.ts'
import { isOwner } from './model/owner.ts'
import type { Failed } from './model/refusal.ts'

/**
 * What a register said of a row, with the question it answers. No answer has to be forgotten: one
 * to another question than the row asks now is not shown.
 */
export type Lookup<Found> =
  | { kind: 'none' }
  /** `before`: what an earlier answer told, where it still stands to read meanwhile. */
  | { kind: 'busy'; question: string; before?: Found | undefined }
  | Looked<Found>
/** How one ended. */
type Looked<Found> =
  | { kind: 'found'; question: string; found: Found }
  | ({ kind: 'failed'; question: string } & Failed)

export const none = { kind: 'none' } as const

/** The answer, if it is one to what the row asks now. */
export const current = <Found>(lookup: Lookup<Found>, question: string | null): Lookup<Found> =>
  lookup.kind !== 'none' && lookup.question === question ? lookup : none

/** What was told last, whatever is asked now. */
export const told = <Found>(lookup: Lookup<Found>): Found | undefined =>
  lookup.kind === 'found' ? lookup.found : lookup.kind === 'busy' ? lookup.before : undefined

/** What a row holds next: an answer counts while nothing else has been asked since. */
export function looked<Found>(before: Lookup<Found>, next: Lookup<Found>): Lookup<Found> {
  if (next.kind === 'none') return next
  if (next.kind === 'busy') return { ...next, before: told(before) }
  return current(before, next.question).kind === 'none' ? before : next
}

/** An answer that was found is kept with a draft; everything else is asked anew. */
export const settled = <Found>(lookup: Lookup<Found>): Lookup<Found> =>
  lookup.kind === 'found' ? lookup : none

type CarNumbers = { plate: string; techPassport: string; owner: string }
export const carQuestion = ({ plate, techPassport, owner }: CarNumbers): string =>
  [plate, techPassport, ...(isOwner(owner) ? [owner] : [])].join(' ')

/**
 * The registers for the rows of one sale. A failure is the row's own and says so in words;
 * `offline` are those without a connection. The same question is not asked twice at a time: who
 * asks again gets the answer under way.
 */
export function createLookUps<Person>(
  door: Pick<Door<Person>, 'person' | 'car'>,
  offline: () => string,
) {
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
    person: (question: string, ask: PersonAsk): Promise<Looked<Person>> =>
      once(`person ${question} ${ask.drives}`, question, () => door.person(ask)),
    /** A car by plate and technical passport, where need be by the owner. */
    car: (row: CarNumbers): Promise<Looked<CarFound>> => {
      const { plate: registrationNumber, techPassport, owner } = row
      const ask = {
        registrationNumber,
        techPassport,
        ...(isOwner(owner) ? { ownerIin: owner } : {}),
      }
      return once(`car ${carQuestion(row)}`, carQuestion(row), () => door.car(ask))
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
