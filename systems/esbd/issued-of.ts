import type { Classes } from './class-book.ts'
import { Unfit } from './codec.ts'
import type { IssuedPolicy } from './port-drafts.ts'
import { fromWireDate, rescindedOf, type WirePolicy } from './replies.ts'
import type { Call } from './sessions.ts'
import { unreadable } from './wire.ts'

/** A registered policy as ours: its drivers with their classes, its vehicles, its end. */
export async function issuedOf(
  call: Call,
  classes: Classes,
  policy: WirePolicy | null,
): Promise<IssuedPolicy | null> {
  if (!policy) return null
  const [start, end, policyDate] = [policy.DATE_BEG, policy.DATE_END, policy.POLICY_DATE].map(
    fromWireDate,
  )
  if (!start || !end || !policyDate)
    throw unreadable(
      'GetPolicyByGlobalID',
      new Unfit('DATE_BEG, DATE_END or POLICY_DATE is no date'),
    )
  const drivers: IssuedPolicy['drivers'] = []
  for (const driver of policy.Drivers)
    drivers.push({
      clientId: driver.CLIENT_ID,
      classCode: driver.ClassId > 0 ? await classes.textOf(call, driver.ClassId) : null,
      licence:
        driver.DRIVER_CERTIFICATE === ''
          ? null
          : {
              number: driver.DRIVER_CERTIFICATE,
              issueDate: fromWireDate(driver.DRIVER_CERTIFICATE_DATE),
            },
    })
  return {
    policyId: policy.POLICY_ID,
    globalId: policy.GLOBAL_ID,
    number: policy.POLICY_NUMBER,
    start,
    end,
    policyDate,
    premium: Math.round(policy.PREMIUM),
    insurerSystemId: policy.SYSTEM_DELIMITER_ID,
    policyholderClientId: policy.CLIENT_ID,
    rewriteOf:
      policy.REWRITE_BOOL === 1 && policy.REWRITE_POLICY_ID > 0 ? policy.REWRITE_POLICY_ID : null,
    drivers,
    vehicles: policy.PoliciesTF.map((car) => ({
      vehicleId: car.TF_ID,
      plate: car.TF_NUMBER,
      techPassport: car.TF_REGISTRATION_CERTIFICATE,
    })),
    rescinded: rescindedOf(policy),
  }
}
