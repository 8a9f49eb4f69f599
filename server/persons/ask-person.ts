import type { Day } from '#domain/calendar.ts'
import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import type { Finding } from '#domain/finding.ts'
import { sexOf } from '#domain/iin.ts'
import { experienceFrom } from '#domain/ogpo/experience.ts'
import { type Names, namesOf } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { ConsentRefused, type PersonConsent } from '#systems/consent.ts'
import { EsbdRefused, type PersonToSave } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { DriverLicence } from '#systems/licences/client.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import {
  type Asked,
  maskedName,
  type PersonAsk,
  type PersonRecord,
  type TypedPerson,
} from './people.ts'

type Known = Exclude<Awaited<ReturnType<Deps['systems']['gkb']['person']>>, null>
/** The person found, before they are saved. */
type Found = {
  facts: Asked
  person: Names & Pick<Known, 'birthDate'> & Partial<Pick<Known, 'sex'>>
  database: Awaited<ReturnType<Deps['systems']['esbd']['findPerson']>>
  mayBeSaved: boolean
  document: PersonRecord['document']
  theirLicence: DriverLicence | null
  privilege: boolean
}

/** Saves the person if allowed, and reads the class. */
async function saved(
  systems: Deps['systems'],
  ask: PersonAsk,
  today: Day,
  of: Found,
): Promise<Asked> {
  const { facts, person, database, document, theirLicence } = of
  try {
    // A person known there already has a class: queried beside the saving, which keeps the client's
    // id.
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
        ...namesOf(person),
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

/**
 * Returns the licence as a contract stores it, with the experience it proves or the driver
 * declares.
 */
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

/** Client number of a person the unified database does not know yet. */
export const NOT_KNOWN_YET = 0

type Savable = Names &
  Pick<PersonToSave, 'iin' | 'birthDate'> &
  Partial<Pick<Known, 'sex'>> & {
    document: { type: string; number: string; issueDate: string | null; issuer: string } | null
  }
const registerSexes = { male: 'M', female: 'F' } as const

/**
 * A resident as SetClient takes them (others are refused before); a document without its date of
 * issue is left out.
 */
export const personToSave = (
  { document, ...person }: Savable,
  contact?: { phone: string },
): PersonToSave => ({
  iin: person.iin,
  ...namesOf(person),
  birthDate: person.birthDate,
  sex: sexOf(person.iin) ?? (person.sex ? registerSexes[person.sex] : null),
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

const isSavable = (
  type: string,
): type is 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT' | 'RESIDENCE_PERMIT' =>
  ['ID_CARD', 'PASSPORT', 'FOREIGN_PASSPORT', 'RESIDENCE_PERMIT'].includes(type)

/** Turns a system's failure to answer about a person into a refusal with its reason. */
function downAs(cause: unknown, iin: string, reason: string): Finding {
  if (cause instanceof Unavailable || cause instanceof EsbdRefused)
    return { code: refusals.apiUnavailable, iin, reason }
  throw cause
}

/**
 * Looks one person up in the registers: persons, unified database, licences and privileges in
 * parallel, then saves them and reads the class. A person the unified database does not know and
 * may not receive yet gets client number 0 and the class of a first contract. Typed data replaces a
 * register of persons that does not answer, and a document it lacks; if the register answers, it
 * decides who the person is. Queries state registers only about people who consented: for others
 * the result is what the unified database has. Typed data enters no database before the policy does
 * (typed-identity.ts).
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
  // If the consent service is silent, the licence is not looked up either; typed data does not
  // replace that, and the page does not ask for it.
  if (licence.status === 'rejected')
    return { ...nothing, down: downAs(licence.reason, ask.iin, 'driver') }
  if (register.status === 'rejected') {
    const down = downAs(register.reason, ask.iin, 'document')
    if (!typed) return { ...nothing, down }
  }
  if (database.status === 'rejected')
    return { ...nothing, down: downAs(database.reason, ask.iin, 'driver') }
  // An unverifiable privilege does not count: the page has offered to continue without it or to
  // retry.
  const privilege =
    hasPrivilege.status === 'fulfilled' &&
    hasPrivilege.value !== NOT_ASKED &&
    hasPrivilege.value?.privilege === true

  const asked = register.status === 'fulfilled' && register.value !== NOT_ASKED
  const known =
    register.status === 'fulfilled' && register.value !== NOT_ASKED ? register.value : null
  // Typed data only replaces a silent register; a register that answers decides.
  const byHand = typed !== null && register.status === 'rejected'
  const person = byHand ? typed : (known ?? database.value)
  // Without any permitted look-up it is unknown if the person exists.
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
  // A person who will be refused is not written to the unified database.
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

/** Starts all independent queries at once. */
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
