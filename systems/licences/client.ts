import { randomUUID } from 'node:crypto'
import { almatyDay, type Day, fullYears, isDay } from '#domain/calendar.ts'
import { youngestLicence } from '#domain/constants.ts'
import { isLicence, normaliseLicence } from '#domain/document-numbers.ts'
import { birthDateOf } from '#domain/iin.ts'
import type { PersonConsent } from '../consent.ts'
import { found, type GbdConfig, gbdService, type Node, textOf } from '../gbd.ts'
import { type Send, Unavailable } from '../http.ts'
import { LICENCE_METHOD, licenceCategories, type Operation } from './protocol.ts'

export type DriverLicence = {
  /** Upper case, Latin, without spaces: series and number. */
  number: string
  /** Day of this licence, which a renewal resets: the driver may have driven long before. */
  issueDate: Day
  /** Null: without a term. */
  validTo: Day | null
  /** Whole categories: `A`, `B`, … */
  categories: string[]
}
export type DriverLicences = {
  /**
   * Returns the person's licence; null if the register knows of none. It has no first day of
   * driving. Throws `Unavailable`.
   */
  find(iin: string, consent: PersonConsent): Promise<DriverLicence | null>
}
export type LicencesConfig = GbdConfig & { consentConfirmed?: string }

export function licences(config: LicencesConfig, send: Send<Operation>): DriverLicences {
  const ask = gbdService('licences', config, send)
  return {
    find: async (iin, consent) => {
      const consentConfirmed = config.consentConfirmed ?? 'true'
      const reply = await ask(
        LICENCE_METHOD,
        { iin, requestNumber: randomUUID(), consentConfirmed },
        consent,
      )
      return reply === null ? null : licenceOf(reply, iin)
    },
  }
}

const unclear = (reason: string) => new Unavailable('licences', LICENCE_METHOD, reason)

/**
 * The one record of a reply that says it has found something: whatever does not fit is unclear,
 * never "no licence".
 */
function licenceOf(reply: Node, iin: string): DriverLicence {
  const [record, ...others] = recordsWith(reply, 'num')
  if (!record) throw unclear('num is missing')
  if (others.length > 0) throw unclear('more than one licence')
  const whose = textOf(record, 'iin')
  if (whose !== iin) throw unclear(whose === null ? 'iin is missing' : 'another person answered')
  const num = textOf(record, 'num')
  if (num === null) throw unclear('num is empty')
  const serial = normaliseLicence(textOf(record, 'serial') ?? '')
  const bare = normaliseLicence(num)
  const number = bare.startsWith(serial) ? bare : serial + bare
  if (!isLicence(number)) throw unclear('num is no number of a licence')
  const issueDate = dayOf(record, 'dateOperate')
  // A contract needs the day, and so does the experience.
  if (issueDate === null) throw unclear('dateOperate is missing')
  // A day that cannot be would prove an experience that is not.
  const born = birthDateOf(iin)
  if (born !== null && fullYears(born, issueDate) < youngestLicence)
    throw unclear('dateOperate is before the age of a licence')
  const validTo = dayOf(record, 'drivingDocDateEnd')
  if (validTo !== null && validTo <= issueDate)
    throw unclear('drivingDocDateEnd is not after dateOperate')
  return {
    number,
    issueDate,
    validTo,
    categories: licenceCategories.filter((category) => isTrue(record, `category${category}`)),
  }
}

/** The innermost elements that have a child of this name, filled or not. */
function recordsWith(node: Node, name: string): Node[] {
  if (typeof node === 'string') return []
  if (Array.isArray(node)) return node.flatMap((one) => recordsWith(one, name))
  if (found(node, name).length === 0) return []
  return name in node ? [node] : Object.values(node).flatMap((child) => recordsWith(child, name))
}

/** Returns the day as written; an instant of UTC becomes its day in Almaty. Null if absent. */
function dayOf(record: Node, name: string): Day | null {
  const text = textOf(record, name)
  if (text === null) return null
  const day = text.slice(0, 10)
  const rest = text.slice(10)
  if (!isDay(day) || !/^(|(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?)$/.test(rest))
    throw unclear(`${name} is no day`)
  const instant = rest.endsWith('Z') && rest.startsWith('T') ? new Date(text) : null
  if (instant !== null && Number.isNaN(instant.getTime())) throw unclear(`${name} is no day`)
  return instant ? almatyDay(instant) : day
}

function isTrue(record: Node, name: string): boolean {
  const text = textOf(record, name)
  if (text !== null && !['true', 'false', '1', '0'].includes(text))
    throw unclear(`${name} is no boolean`)
  return text === 'true' || text === '1'
}
