import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP names first: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/**
 * What is compared against where there is nothing to compare with, so that an unknown person takes
 * the same time.
 */
let nothing: Promise<string> | null = null
const ofNobody = () => (nothing ??= hashPassword('nobody has this password'))

/**
 * Whether the password is the one behind the hash; without a hash it takes the same time and is
 * false.
 */
export async function passwordIs(password: string, stored: string | null): Promise<boolean> {
  const same = await verify(stored ?? (await ofNobody()), password)
  return stored !== null && same
}

/** Without letters and digits that look alike in an SMS. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** A password to send by SMS: 10 characters, 49 bits. */
export const newTemporaryPassword = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
