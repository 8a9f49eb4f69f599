import { birthDateOf } from '#domain/iin.ts'
import { fullName } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { auditLookup } from '../audit/lookup.ts'
import { hasAgreed } from '../consent/consent-facts.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { registerAnswers } from './client-in-esbd.ts'
import { keepTyped } from './people.ts'
import { maskedName } from './record.ts'

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
    return refuse(
      locale,
      refusals.consentMissing,
      { driver_iin: body.iin, reason: 'missing' },
      'missing',
    )
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

/**
 * The date of birth is part of the number, unless the number is one that does not tell the century.
 */
const bornOn = (iin: string, birthDate: string): boolean =>
  (birthDateOf(iin) ?? birthDate) === birthDate
