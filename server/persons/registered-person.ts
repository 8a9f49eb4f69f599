import type { Locale } from '#domain/locale.ts'
import { ConsentRefused } from '#systems/consent.ts'
import type { RegisteredPerson } from '#systems/gkb/client.ts'
import type { consentPurpose } from '#texts/consent.ts'
import type { Asker } from '../consent/asker.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'

/**
 * The person as the state's register has them, asked by an asker who vouches for their consent;
 * `not_asked` where the state has not given it. Throws `Unavailable`.
 */
export async function registeredPerson(
  deps: Pick<Deps, 'db' | 'systems' | 'config' | 'clock' | 'limits'> & { locale?: Locale },
  asker: Asker,
  iin: string,
  purpose?: typeof consentPurpose,
): Promise<RegisteredPerson | null | 'not_asked'> {
  const held = await heldConsent(deps, asker, iin, true, undefined, purpose)
  // Whom the state has nowhere it cannot ask.
  if (held.state === 'unreachable') return null
  if (held.state !== 'held') return 'not_asked'
  try {
    return await deps.systems.gkb.person(iin, held.consent)
  } catch (cause) {
    if (cause instanceof ConsentRefused) await held.refused()
    throw cause
  }
}
