import type { Day } from '#domain/calendar.ts'
import type { Finding } from '#domain/finding.ts'
import { experienceFrom } from '#domain/ogpo/experience.ts'
import { type Names, namesOf } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused, type PersonToSave } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { DriverLicence } from '#systems/licences/client.ts'
import type { Deps } from '../deps.ts'
import type { Asked, PersonAsk } from './asked.ts'
import type { PersonRecord } from './record.ts'

export type Known = Exclude<Awaited<ReturnType<Deps['systems']['gkb']['person']>>, null>
/** Who the person is, before they are saved. */
type Found = {
  facts: Asked
  person: Names & Pick<Known, 'birthDate'>
  database: Awaited<ReturnType<Deps['systems']['esbd']['findPerson']>>
  mayBeSaved: boolean
  document: PersonRecord['document']
  theirLicence: DriverLicence | null
  privilege: boolean
}

/** Saves the person where that may be, and asks for the class. */
export async function saved(
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

type Savable = Names &
  Pick<PersonToSave, 'iin' | 'birthDate'> & {
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
  ...namesOf(person),
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

const isSavable = (
  type: string,
): type is 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT' | 'RESIDENCE_PERMIT' =>
  ['ID_CARD', 'PASSPORT', 'FOREIGN_PASSPORT', 'RESIDENCE_PERMIT'].includes(type)

/** A system that did not answer about somebody, as a refusal with its reason. */
export function downAs(cause: unknown, iin: string, reason: string): Finding {
  if (cause instanceof Unavailable || cause instanceof EsbdRefused)
    return { code: refusals.apiUnavailable, iin, reason }
  throw cause
}
