import { fullName } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf } from '../consent/asker.ts'
import { hasAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askPerson } from './ask-person.ts'
import { keepPerson } from './people.ts'
import { maskedName } from './record.ts'
import { registeredPerson } from './registered-person.ts'

/**
 * Takes the person from the register of persons and brings the unified database up to date:
 * oneself, or whoever has agreed to this asker.
 */
export const updateClientInEsbd = handle('updateClientInEsbd', async ({ iin }, context) => {
  const { limits, me, locale, clock, db } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', iin)
  if (!(await hasAgreed(context, iin)))
    return refuse(
      locale,
      refusals.consentMissing,
      { driver_iin: iin, reason: 'missing' },
      'missing',
    )
  const asker = await askerOf(db, me())
  const ask = {
    iin,
    drives: false,
    privilege: false,
    consent: () => heldConsent(context, asker, iin, true),
  }
  const asked = await askPerson(context, ask, clock.today(), { typed: null })
  if (asked.down) return refuseFor(locale, [asked.down])
  if (asked.consent !== 'held')
    return refuse(
      locale,
      refusals.consentMissing,
      { driver_iin: iin, reason: 'missing' },
      'missing',
    )
  if (!asked.found) return refuse(locale, refusals.notInDatabase, { driver_iin: iin })
  if (asked.resident === false) return refuse(locale, refusals.notResident, { driver_iin: iin })
  if (asked.documents === 'none')
    return refuse(locale, refusals.noValidDocuments, { driver_iin: iin })
  if (asked.documents === 'unsuitable')
    return refuse(locale, refusals.documentsNotSuitable, { driver_iin: iin })
  if (!asked.record) return refuse(locale, refusals.setClientFailed, { driver_iin: iin })
  await keepPerson(db, asked.record, { at: clock.now(), typed: false })
  return ok({
    name: iin === me().iin ? fullName(asked.record) : maskedName(asked.record),
    resident: asked.resident ?? true,
    document_valid: true,
  })
})

/** A no of the register is an answer too: it knows whom it does not know. */
export async function registerAnswers(context: Context, iin: string): Promise<boolean> {
  try {
    // A state that first has to ask the person has not answered about them.
    return (
      (await registeredPerson(context, await askerOf(context.db, context.me()), iin)) !==
      'not_asked'
    )
  } catch (cause) {
    if (cause instanceof Unavailable) return false
    throw cause
  }
}
