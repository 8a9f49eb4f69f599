import type { Day } from '#domain/calendar.ts'
import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import type { Documents } from '#domain/ogpo/eligibility.ts'
import { type ExperienceFacts, experienceFrom } from '#domain/ogpo/experience.ts'
import type { Finding } from '#domain/refusals.ts'
import { ConsentRefused, type PersonConsent } from '#systems/consent.ts'
import { EsbdRefused, type PersonToSave } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { DriverLicence } from '#systems/licences/client.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { maskedName, type PersonRecord } from './record.ts'

export type PersonAsk = {
  iin: string
  drives: boolean
  /**
   * Over two years of experience, as the driver says; asked for where the licence does not tell.
   */
  experienced?: boolean | undefined
  /** Says to have a privilege: asked of the social register. */
  privilege: boolean
  /**
   * False: what the register says is not written into the unified database; a look at somebody who
   * has not agreed.
   */
  saves?: boolean
  contact?: { phone: string }
  /**
   * What goes with every question to a state register; without it none is asked about this person.
   */
  consent: () => Promise<Held>
}
/**
 * What the registers say about one person, for the rules; `record` is there when everything needed
 * for a contract is.
 */
export type Asked = {
  iin: string
  found: boolean
  resident: boolean | null
  documents: Documents | null
  birthDate: Day | null
  licence: { validTo: Day | null } | 'missing' | null
  /** Of a driver whose licence and class are known. */
  experience: ExperienceFacts | null
  saved: boolean | undefined
  record: PersonRecord | null
  /** Name and initial, of whoever was found, insurable or not. */
  named: string | null
  /** The document is the one typed by hand. */
  byHand: boolean
  /**
   * How the person's consent stands with the state; null: nobody could say. Unless it is held no
   * state register was asked.
   */
  consent: Held['state'] | null
  /** Systems that did not answer about this person, as a refusal with its reason. */
  down: Finding | null
}

/**
 * Asks the registers about one person: persons, unified database, licences and privileges side by
 * side, then saves them and reads the class. Of whom the unified database does not know and may not
 * yet be told the client number is 0 and the class that of a first contract. What was typed by hand
 * stands in for a register of persons that does not answer, and for a document it does not have;
 * who the person is the register says wherever it answers. State registers are asked of whoever has
 * agreed alone: of others the answer is what the unified database has. What was typed is written
 * into no database before the policy is (before-issue.ts).
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

type Known = Exclude<Awaited<ReturnType<Deps['systems']['gkb']['person']>>, null>
/** Who the person is, before they are saved. */
type Found = {
  facts: Asked
  person: Pick<Known, 'surname' | 'name' | 'patronymic' | 'birthDate'>
  database: Awaited<ReturnType<Deps['systems']['esbd']['findPerson']>>
  mayBeSaved: boolean
  document: PersonRecord['document']
  theirLicence: DriverLicence | null
  privilege: boolean
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

/** Saves the person where that may be, and asks for the class. */
async function saved(
  systems: Deps['systems'],
  ask: PersonAsk,
  today: Day,
  of: Found,
): Promise<Asked> {
  const { facts, person, database, document, theirLicence } = of
  try {
    // Whoever they know has a class already: asked beside the saving, which keeps the client's id.
    const theirs = database?.clientId ?? null
    const early = ask.drives && theirs !== null ? systems.esbd.bonusMalus(theirs, today) : null
    early?.catch(() => {})
    const { clientId } =
      ask.saves !== false && of.mayBeSaved
        ? await systems.esbd.savePerson(
            personToSave({ ...person, iin: ask.iin, document }, ask.contact),
            database,
          )
        : { clientId: theirs ?? NOT_KNOWN_YET }
    const bonusMalus =
      ask.drives && clientId !== NOT_KNOWN_YET
        ? await (early && clientId === theirs ? early : systems.esbd.bonusMalus(clientId, today))
        : { kind: 'FIRST', class: '3' }
    const { birthDate } = person
    return {
      ...facts,
      saved: true,
      experience: theirLicence
        ? { ...theirLicence, birthDate, bonusMalus, declared: ask.experienced }
        : null,
      record: {
        iin: ask.iin,
        clientId,
        surname: person.surname,
        name: person.name,
        patronymic: person.patronymic,
        birthDate: person.birthDate,
        document,
        licence: theirLicence ? licenceOf(theirLicence, ask.experienced, today) : null,
        bonusMalus: { ...bonusMalus },
        privilege: of.privilege,
        ...(facts.byHand ? { typed: true } : {}),
      },
    }
  } catch (cause) {
    if (cause instanceof EsbdRefused) return { ...facts, saved: false }
    return { ...facts, down: downAs(cause, ask.iin, 'driver') }
  }
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

/** The licence as a contract keeps it, with the experience it proves or the driver declares. */
function licenceOf(
  licence: DriverLicence,
  declared: boolean | undefined,
  today: Day,
): PersonRecord['licence'] {
  const experience = experienceFrom({ issueDate: licence.issueDate, declared }, today)
  return {
    number: licence.number,
    issueDate: licence.issueDate,
    validTo: licence.validTo,
    experienceFrom: experience.from,
    ...(experience.declared ? { experienceDeclared: true } : {}),
  }
}

/** The client number of whoever the unified database does not know yet. */
export const NOT_KNOWN_YET = 0

type Savable = Pick<PersonToSave, 'iin' | 'surname' | 'name' | 'patronymic' | 'birthDate'> & {
  document: { type: string; number: string; issueDate: string | null; issuer: string } | null
}
/**
 * A resident as SetClient takes them (others are refused before); a document without its date of
 * issue is left out.
 */
export const personToSave = (
  { document, ...person }: Savable,
  contact?: { phone: string },
): PersonToSave => ({
  iin: person.iin,
  surname: person.surname,
  name: person.name,
  patronymic: person.patronymic,
  birthDate: person.birthDate,
  sex: Number(person.iin[6]) % 2 === 1 ? 'M' : 'F',
  resident: true,
  ...(contact ? { phone: contact.phone } : {}),
  ...(document?.issueDate && isSavable(document.type)
    ? {
        document: {
          type: document.type,
          number: document.number,
          issueDate: document.issueDate,
          issuer: document.issuer,
        },
      }
    : {}),
})

/** A person typed by hand from the identity document, when the register did not give it. */
export type TypedPerson = {
  surname: string
  name: string
  patronymic: string
  birthDate: Day
  document: { type: string; number: string; issueDate: string | null; issuer: string }
}

const isSavable = (
  type: string,
): type is 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT' | 'RESIDENCE_PERMIT' =>
  ['ID_CARD', 'PASSPORT', 'FOREIGN_PASSPORT', 'RESIDENCE_PERMIT'].includes(type)

function downAs(cause: unknown, iin: string, reason: string): Finding {
  if (cause instanceof Unavailable || cause instanceof EsbdRefused)
    return { code: 12002, iin, reason }
  throw cause
}
