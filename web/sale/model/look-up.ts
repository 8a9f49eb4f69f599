import { isBin, isIin } from '#domain/iin.ts'

/** Whole numbers of a person or an organisation only. */
export const isOwner = (owner: string): boolean => isIin(owner) || isBin(owner)

/** Why a register gives nothing; without a code there was no answer. */
export type Failed = { code: number | null; reason: string | null; message: string }

/**
 * A register's answer for a row, with its question. Answers need no clearing: one to another
 * question than the row's current one is not shown.
 */
export type Lookup<Found> =
  | { kind: 'none' }
  /** `before`: the earlier answer, if it stays readable meanwhile. */
  | { kind: 'busy'; question: string; before?: Found | undefined }
  | Looked<Found>
/** How one ended. */
export type Looked<Found> =
  | { kind: 'found'; question: string; found: Found }
  | ({ kind: 'failed'; question: string } & Failed)

export const none = { kind: 'none' } as const

/** The answer, if it is one to what the row asks now. */
export const current = <Found>(lookup: Lookup<Found>, question: string | null): Lookup<Found> =>
  lookup.kind !== 'none' && lookup.question === question ? lookup : none

/**
 * Returns the last answer about the row's person, whatever query runs now; none if it was about
 * another person.
 */
export function lastOf<Found extends { iin: string }>({
  iin,
  lookup,
}: {
  iin: string
  lookup: Lookup<Found>
}): Found | undefined {
  const last = told(lookup)
  return last?.iin === iin ? last : undefined
}

const told = <Found>(lookup: Lookup<Found>): Found | undefined =>
  lookup.kind === 'found' ? lookup.found : lookup.kind === 'busy' ? lookup.before : undefined

/** What a row holds next: an answer counts while nothing else has been asked since. */
export function looked<Found>(before: Lookup<Found>, next: Lookup<Found>): Lookup<Found> {
  if (next.kind === 'none') return next
  if (next.kind === 'busy') return { ...next, before: told(before) }
  return current(before, next.question).kind === 'none' ? before : next
}

/** Keeps a found answer for the draft; every other state is queried anew. */
export const settled = <Found>(lookup: Lookup<Found>): Lookup<Found> =>
  lookup.kind === 'found' ? lookup : none

export type CarNumbers = { plate: string; techPassport: string; owner: string }
export const carQuestion = ({ plate, techPassport, owner }: CarNumbers): string =>
  [plate, techPassport, ...(isOwner(owner) ? [owner] : [])].join(' ')
