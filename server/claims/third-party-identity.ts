import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import { namesOf } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import { claimConsentPurpose } from '#texts/consent.ts'
import { askerOf } from '../consent/asker.ts'
import type { Context } from '../http/context.ts'
import { keepPerson } from '../persons/people.ts'
import { registeredPerson } from '../persons/registered-person.ts'
import { identityConfirmed } from './draft-policy.ts'

/**
 * Asks the register of persons who a third party is, with the consent that their code gave, so that
 * neither name nor photographs of the document are asked of them. A register that does not answer
 * stops nothing: the claim then asks for both sides of the document, and it is asked again later.
 */
export async function askIdentity(context: Context): Promise<void> {
  const { db, me, clock, log } = context
  const { iin } = me()
  if (await identityConfirmed(db, iin)) return
  try {
    const asker = await askerOf(db, me())
    const person = await registeredPerson(context, asker, iin, claimConsentPurpose)
    if (!person || person === 'not_asked') return
    if (documentVerdict(person.documents, clock.today()) !== 'ok') return
    const document = bestDocument(person.documents, clock.today())
    await keepPerson(
      db,
      {
        iin,
        clientId: 0,
        ...namesOf(person),
        birthDate: person.birthDate,
        document: document
          ? {
              type: document.type,
              number: document.number,
              issueDate: document.issueDate,
              issuer: document.issuer,
            }
          : null,
        licence: null,
        bonusMalus: { kind: '', class: '' },
        privilege: false,
      },
      { at: clock.now(), typed: false },
    )
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the register of persons did not say who claims')
  }
}
