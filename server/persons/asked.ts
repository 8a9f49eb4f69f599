import type { Day } from '#domain/calendar.ts'
import type { Finding } from '#domain/finding.ts'
import type { Documents } from '#domain/ogpo/eligibility-facts.ts'
import type { ExperienceFacts } from '#domain/ogpo/experience.ts'
import type { Names } from '#domain/person.ts'
import type { Held } from '../consent/held-consent.ts'
import type { PersonRecord } from './record.ts'

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

/** A person typed by hand from the identity document, when the register did not give it. */
export type TypedPerson = Names & {
  birthDate: Day
  document: { type: string; number: string; issueDate: string | null; issuer: string }
}
