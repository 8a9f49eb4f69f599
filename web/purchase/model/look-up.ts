import { type carFields, isOwner, type Values } from './fields.ts'

/** One look-up with its own progress and its own failure; `code` null: there was no answer. */
export type Lookup<Found> = { kind: 'idle' } | { kind: 'busy' } | Looked<Found>
/** How one ended. */
export type Looked<Found> =
  | { kind: 'found'; found: Found }
  | { kind: 'failed'; code: number | null; reason: string | null; message: string }

/**
 * What a row asks of the registers, as a text: an answer counts while its question is still the
 * row's own, and the same question is asked once at a time.
 */
export const driverQuestion = (iin: string, agreed = false): string =>
  agreed ? `${iin} agreed` : iin

export const carQuestion = ({ plate, techPassport, owner }: Values<typeof carFields>): string =>
  [plate, techPassport, ...(isOwner(owner) ? [owner] : [])].join(' ')
