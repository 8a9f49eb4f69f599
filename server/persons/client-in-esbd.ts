import { birthDateOf } from '#domain/iin.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText } from '#texts/fields.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf } from '../consent/asker.ts'
import { hasAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askPerson } from './ask-person.ts'
import { keepPerson, keepTyped } from './people.ts'
import { fullName, maskedName } from './record.ts'
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
    return refuse(locale, 14003, { driver_iin: iin, reason: 'missing' }, 'missing')
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
    return refuse(locale, 14003, { driver_iin: iin, reason: 'missing' }, 'missing')
  if (!asked.found) return refuse(locale, 14000, { driver_iin: iin })
  if (asked.resident === false) return refuse(locale, 12005, { driver_iin: iin })
  if (asked.documents === 'none') return refuse(locale, 12000, { driver_iin: iin })
  if (asked.documents === 'unsuitable') return refuse(locale, 12001, { driver_iin: iin })
  if (!asked.record) return refuse(locale, 12003, { driver_iin: iin })
  await keepPerson(db, asked.record, { at: clock.now(), typed: false })
  return ok({
    name: iin === me().iin ? fullName(asked.record) : maskedName(asked.record),
    resident: asked.resident ?? true,
    document_valid: true,
  })
})

/**
 * Keeps a person by the identity document typed by hand, for a sale of this buyer: oneself or
 * whoever has agreed to this asker, and only while the register of persons is silent. The unified
 * database hears of it when a policy is issued, not before.
 */
export const setClientByDocument = handle('setClientByDocument', async (body, context) => {
  const { limits, me, locale, clock, db } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', body.iin)
  const today = clock.today()
  const problems = [
    bornOn(body.iin, body.birth_date) && body.birth_date < today ? null : 'birth_date',
    body.issue_date <= today &&
    !(bornOn(body.iin, body.birth_date) && body.issue_date <= body.birth_date)
      ? null
      : 'issue_date',
    body.valid_to >= today ? null : 'valid_to',
  ].filter((path) => path !== null)
  if (problems.length > 0)
    throw invalid(problems.map((path) => ({ path, message: fieldText('day', locale) })))
  if (!(await hasAgreed(context, body.iin)))
    return refuse(locale, 14003, { driver_iin: body.iin, reason: 'missing' }, 'missing')
  if (await registerAnswers(context, body.iin))
    return refuse(locale, 14094, { driver_iin: body.iin })
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

/** A no of the register is an answer too: it knows whom it does not know. */
async function registerAnswers(context: Context, iin: string): Promise<boolean> {
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

/**
 * The date of birth is part of the number, unless the number is one that does not tell the century.
 */
const bornOn = (iin: string, birthDate: string): boolean =>
  (birthDateOf(iin) ?? birthDate) === birthDate
