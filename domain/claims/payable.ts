import Big from 'big.js'
import { roundTenge, type Tenge } from '../money.ts'
import { limitsInMrp } from './limits-in-mrp.ts'

/**
 * What each victim gets for property: their harm, at most 600 MRP; together at most 2000 MRP, then
 * each in the share of their harm (24 § 1 (2), (3)). Whole tenge, half-up; a sum that would pass
 * the limit by rounding loses the tenge from the last.
 */
export function payableForProperty(harms: readonly Tenge[], mrp: Tenge): Tenge[] {
  const each = harms.map((harm) => Math.min(Math.max(harm, 0), limitsInMrp.property_one * mrp))
  const most = limitsInMrp.property_all * mrp
  const all = each.reduce((sum, one) => sum + one, 0)
  if (all <= most) return each
  let left = most
  return each.map((one) => {
    const share = Math.min(roundTenge(new Big(one).times(most).div(all)), left)
    left -= share
    return share
  })
}
