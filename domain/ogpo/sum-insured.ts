import type { Tenge } from '../money.ts'
import type { Tables } from './tables.ts'

/**
 * The sum insured of an OGPO policy: the most that the insurer pays to one victim, tenge (law
 * 446-II, art. 24, p. 1). The law counts it by the MRP of the day of payment.
 */
export const sumInsured = ({ liabilityLimits, mrp }: Tables): Tenge =>
  Math.max(0, ...liabilityLimits.map((limit) => limit.mrp)) * mrp
