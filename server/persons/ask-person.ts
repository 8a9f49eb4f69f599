import type { Day } from '#domain/calendar.ts'
import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import { ConsentRefused, type PersonConsent } from '#systems/consent.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import type { Asked, PersonAsk, TypedPerson } from './asked.ts'
import { maskedName } from './record.ts'
import { downAs, type Known, saved } from './save-asked.ts'

/**
 * Asks the registers about one person: persons, unified database, licences and privileges side by
 * side, then saves them and reads the class. Of whom the unified database does not know and may not
 * yet be told the client number is 0 and the class that of a first contract. What was typed by hand
 * stands in for a register of persons that does not answer, and for a document it does not have;
 * who the person is the register says wherever it answers. State registers are asked of whoever has
 * agreed alone: of others the answer is what the unified database has. What was typed is written
 * into no database before the policy is (typed-identity.ts).
 */
export async function askPerson(
  { systems }: Pick<Deps, 'systems'>,
  ask: PersonAsk,
  today: Day,
  { typed }: { typed: TypedPerson | null },
): Promise<Asked> {
  const [register, database, licence, hasPrivilege, agreed] = await answersAbout(systems, ask)
  const nothing: Asked = {
    iin: ask.iin,
    found: true,
    resident: null,
    documents: null,
    birthDate: null,
    licence: null,
    experience: null,
    saved: undefined,
    record: null,
    named: null,
    byHand: false,
    consent: agreed.status === 'fulfilled' ? agreed.value.state : null,
    down: null,
  }
  if (register.status === 'rejected') {
    const down = downAs(register.reason, ask.iin, 'document')
    if (!typed) return { ...nothing, down }
  }
  if (database.status === 'rejected')
    return { ...nothing, down: downAs(database.reason, ask.iin, 'driver') }
  // A consent service that is silent keeps the licence unasked too; what was typed does not stand
  // in for that.
  if (licence.status === 'rejected')
    return { ...nothing, down: downAs(licence.reason, ask.iin, 'driver') }
  // A privilege that cannot be checked is none: the page has offered to go on without it or to ask
  // again.
  const privilege =
    hasPrivilege.status === 'fulfilled' &&
    hasPrivilege.value !== NOT_ASKED &&
    hasPrivilege.value?.privilege === true

  const asked = register.status === 'fulfilled' && register.value !== NOT_ASKED
  const known =
    register.status === 'fulfilled' && register.value !== NOT_ASKED ? register.value : null
  // What was typed stands in for a silent register only; wherever the register answers, it decides.
  const byHand = typed !== null && register.status === 'rejected'
  const person = byHand ? typed : (known ?? database.value)
  // Of whom nobody may be asked it is not known whether there is such a person.
  if (!person) return { ...nothing, found: !asked && nothing.consent !== 'unreachable' }
  const verdict = byHand ? 'ok' : known ? documentVerdict(known.documents, today) : 'none_valid'
  const theirLicence = licence.value === NOT_ASKED ? null : licence.value
  const facts: Asked = {
    ...nothing,
    resident: database.value?.resident ?? null,
    documents:
      asked || byHand
        ? ({ ok: 'valid', none_valid: 'none', unsuitable: 'unsuitable' } as const)[verdict]
        : null,
    birthDate: person.birthDate,
    named: maskedName(person),
    byHand,
    licence:
      licence.value === NOT_ASKED || !ask.drives
        ? null
        : theirLicence
          ? { validTo: theirLicence.validTo }
          : 'missing',
  }
  // Whoever is refused anyway is not written into the unified database.
  if (facts.resident === false || facts.documents === 'none' || facts.documents === 'unsuitable')
    return facts
  return saved(systems, ask, today, {
    facts,
    person,
    database: database.value,
    mayBeSaved: !byHand && asked,
    document: byHand ? typed.document : documentIn(known, today),
    theirLicence,
    privilege,
  })
}

/** All that can be asked at once. */
function answersAbout(systems: Deps['systems'], ask: PersonAsk) {
  const consent = ask.consent()
  return Promise.allSettled([
    withConsent(consent, (theirs) => systems.gkb.person(ask.iin, theirs)),
    systems.esbd.findPerson(ask.iin),
    ask.drives
      ? withConsent(consent, (theirs) => systems.licences.find(ask.iin, theirs))
      : Promise.resolve(null),
    ask.privilege
      ? withConsent(consent, (theirs) => systems.gkb.socialStatus(ask.iin, theirs))
      : Promise.resolve(null),
    consent,
  ])
}

function documentIn(known: Known | null, today: Day) {
  const best = known ? bestDocument(known.documents, today) : null
  return best
    ? { type: best.type, number: best.number, issueDate: best.issueDate, issuer: best.issuer }
    : null
}

const NOT_ASKED = 'not_asked'

/**
 * A question to a state register, with the person's consent; a register that takes it for none ends
 * it.
 */
async function withConsent<T>(
  consent: Promise<Held>,
  ask: (consent: PersonConsent) => Promise<T>,
): Promise<T | typeof NOT_ASKED> {
  const one = await consent
  if (one.state !== 'held') return NOT_ASKED
  try {
    return await ask(one.consent)
  } catch (cause) {
    if (cause instanceof ConsentRefused) await one.refused()
    throw cause
  }
}
