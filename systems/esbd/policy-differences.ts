import type { PolicyLike } from './port-drafts.ts'
import { EsbdRefused } from './refused.ts'
import { fromWireDate, type WirePolicy } from './replies.ts'

export const conflict = (number: string, differs: string[]) =>
  new EsbdRefused(
    'GetPoliciesByNumber',
    `a policy under the number ${number} differs from ours: ${differs.join(', ')}`,
  )

/** The fields in which a policy of theirs is not the one we mean. */
export function differences(policy: WirePolicy, like: PolicyLike): string[] {
  // An answer without its lists says nothing of them.
  const same = (theirs: number[], mine: number[]) =>
    theirs.length === 0 || theirs.map(String).sort().join() === mine.map(String).sort().join()
  const fits: Record<string, boolean> = {
    POLICY_NUMBER: policy.POLICY_NUMBER === like.number,
    SYSTEM_DELIMITER_ID: policy.SYSTEM_DELIMITER_ID === like.insurerSystemId,
    CLIENT_ID: policy.CLIENT_ID === like.policyholderClientId,
    DATE_BEG: fromWireDate(policy.DATE_BEG) === like.start,
    DATE_END: fromWireDate(policy.DATE_END) === like.end,
    PREMIUM: policy.PREMIUM === like.premium,
    'Drivers.CLIENT_ID': same(
      policy.Drivers.map((driver) => driver.CLIENT_ID),
      like.drivers.map((driver) => driver.clientId),
    ),
    'PoliciesTF.TF_ID': same(
      policy.PoliciesTF.map((car) => car.TF_ID),
      like.vehicles.map((car) => car.vehicleId),
    ),
  }
  return Object.keys(fits).filter((name) => !fits[name])
}
