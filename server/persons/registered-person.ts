import { isBornOn } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { ConsentRefused } from '#systems/consent.ts'
import type { RegisteredPerson } from '#systems/gkb/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { consentPurpose } from '#texts/consent.ts'
import { fieldText } from '#texts/fields.ts'
import { auditLookup } from '../audit/lookup.ts'
import { type Asker, askerOf, hasAgreed, notAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askPerson } from './ask-person.ts'
import { keepPerson, keepTyped, maskedName } from './people.ts'

/**
 * Returns the person from the state's register, for an asker who vouches for their consent;
 * `not_asked` if the state has not given it. Throws `Unavailable`.
 */
export async function registeredPerson(
  deps: Pick<Deps, 'db' | 'systems' | 'config' | 'clock' | 'limits'> & { locale?: Locale },
  asker: Asker,
  iin: string,
  purpose?: typeof consentPurpose,
): Promise<RegisteredPerson | null | 'not_asked'> {
  const held = await heldConsent(deps, asker, iin, true, undefined, purpose)
  // No query is possible about a person the state has no record of.
  if (held.state === 'unreachable') return null
  if (held.state !== 'held') return 'not_asked'
  try {
    return await deps.systems.gkb.person(iin, held.consent)
  } catch (cause) {
    if (cause instanceof ConsentRefused) await held.refused()
    throw cause
  }
}

/**
 * Reads a person from the register of persons and updates the unified database: the caller, or a
 * person who consented to this asker.
 */
export const updateClientInEsbd = handle('updateClientInEsbd', async ({ iin }, context) => {
  const { limits, me, locale, clock, db } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', iin)
  if (!(await hasAgreed(context, iin))) return notAgreed(locale, iin)
  const asker = await askerOf(db, me())
  const ask = {
    iin,
    drives: false,
    privilege: false,
    consent: () => heldConsent(context, asker, iin, true),
  }
  const asked = await askPerson(context, ask, clock.today(), { typed: null })
  if (asked.down) return refuseFor(locale, [asked.down])
  if (asked.consent !== 'held') return notAgreed(locale, iin)
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

/** A refusal by the register is an answer too: it knows that it has no such person. */
async function registerAnswers(context: Context, iin: string): Promise<boolean> {
  try {
    // A state that first has to ask the person has not replied about them.
    return (
      (await registeredPerson(context, await askerOf(context.db, context.me()), iin)) !==
      'not_asked'
    )
  } catch (cause) {
    if (cause instanceof Unavailable) return false
    throw cause
  }
}

/**
 * Stores a person by a hand-typed identity document, for a sale of this buyer: the buyer or a
 * person who consented to this asker, and only while the register of persons is silent. The unified
 * database gets it when a policy is issued, not before.
 */
export const setClientByDocument = handle('setClientByDocument', async (body, context) => {
  const { limits, me, locale, clock, db } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', body.iin)
  const today = clock.today()
  const problems = [
    isBornOn(body.iin, body.birth_date) && body.birth_date < today ? null : 'birth_date',
    body.issue_date <= today &&
    !(isBornOn(body.iin, body.birth_date) && body.issue_date <= body.birth_date)
      ? null
      : 'issue_date',
    body.valid_to >= today ? null : 'valid_to',
  ].filter((path) => path !== null)
  if (problems.length > 0)
    throw invalid(problems.map((path) => ({ path, message: fieldText('day', locale) })))
  if (!(await hasAgreed(context, body.iin))) return notAgreed(locale, body.iin)
  if (await registerAnswers(context, body.iin))
    return refuse(locale, refusals.registerAnswers, { driver_iin: body.iin })
  const document = {
    type: body.document_type,
    number: body.number,
    issueDate: body.issue_date,
    issuer: body.issuer,
    validTo: body.valid_to,
  }
  const person = {
    iin: body.iin,
    surname: body.surname,
    name: body.name,
    patronymic: body.patronymic ?? '',
    birthDate: body.birth_date,
  }
  await keepTyped(db, body.iin, { ...person, document }, { by: me().iin, at: clock.now() })
  return ok({
    name: body.iin === me().iin ? fullName(person) : maskedName(person),
    resident: true,
    document_valid: true,
  })
})
