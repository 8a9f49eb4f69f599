import { type Day, fullYears } from '../calendar.ts'
import { policyholderMinAge } from '../constants.ts'
import type { Finding } from '../finding.ts'
import * as refusals from '../refusals.ts'

/**
 * What the registers say about the subscriber; `saved`: the unified database has saved the client
 * (undefined: not queried).
 */
export type Buyer = {
  iin: string
  found: boolean
  resident: boolean | null
  documents: 'valid' | 'none' | 'unsuitable' | null
  birthDate: Day | null
  saved: boolean | undefined
}

/**
 * Returns why a person may not subscribe (spec section 5: resident, in the unified database, a
 * valid document, 18), or null.
 */
export function buyerRefusal(buyer: Buyer, today: Day): Finding | null {
  const { iin } = buyer
  if (!buyer.found) return { code: refusals.notInDatabase, iin }
  if (buyer.resident === false) return { code: refusals.notResident, iin }
  if (buyer.documents === 'none') return { code: refusals.noValidDocuments, iin }
  if (buyer.documents === 'unsuitable') return { code: refusals.documentsNotSuitable, iin }
  if (!buyer.birthDate || fullYears(buyer.birthDate, today) < policyholderMinAge)
    return { code: refusals.underAge, iin, reason: 'policyholder' }
  return buyer.saved === false ? { code: refusals.setClientFailed, iin } : null
}
