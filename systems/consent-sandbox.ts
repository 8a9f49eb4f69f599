import { randomBytes } from 'node:crypto'
import { CONSENT_NAMES } from './consent.ts'
import type { World } from './sandbox-kit.ts'

/**
 * Consent tokens as the sandbox's registers know them: issued by 1414's side, required by every
 * register that answers about a person.
 */
type Known = { iin: string; access: string[]; publicKey: string; until: string }
const store = (world: World) => world.store<Known>('kdp.tokens')

/** A new token of this person for these services. Base64 in lines, as the real ones come. */
export function giveToken(
  world: World,
  of: { iin: string; access: string[]; ms: number },
): { token: string; publicKey: string } {
  const token = randomBytes(96).toString('base64')
  const publicKey = randomBytes(48).toString('base64')
  const until = new Date(world.now().getTime() + of.ms).toISOString()
  store(world).set(token, { iin: of.iin, access: of.access, publicKey, until })
  world.saved()
  return { token, publicKey }
}

/** The person takes back every consent they gave, at the state's own site. */
export function takeBack(world: World, iin: string): void {
  for (const [token, known] of store(world)) if (known.iin === iin) store(world).delete(token)
  world.saved()
}

/**
 * Returns why a register refuses a request with these fields; null if it answers. `access`: the
 * service's name in the consent, if it requires one.
 */
export function consentProblem(
  world: World,
  of: { iin: string; access: string | null; fields: Readonly<Record<string, unknown>> },
): 'missing' | 'unknown' | 'of another' | 'over' | 'not for this service' | null {
  const [token, publicKey] = CONSENT_NAMES.map((name) => of.fields[name])
  if (
    typeof token !== 'string' ||
    token === '' ||
    typeof publicKey !== 'string' ||
    publicKey === ''
  )
    return 'missing'
  const known = store(world).get(token)
  if (known?.publicKey !== publicKey) return 'unknown'
  if (known.iin !== of.iin) return 'of another'
  if (known.until <= world.now().toISOString()) return 'over'
  return of.access === null || known.access.includes(of.access) ? null : 'not for this service'
}
