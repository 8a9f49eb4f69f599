import { z } from 'zod'
import { Unfit } from './codec.ts'
import type { Classes } from './dictionaries.ts'
import type { IssuedPolicy, PolicyDraft, PolicyLike } from './port.ts'
import { EsbdRefused, type Nothing } from './refused.ts'
import { fromWireDate, replies, rescindedOf, type WirePolicy } from './replies.ts'
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

/** Checks for an existing policy: by its number, and by its contents. */

export type Registered = { policyId: number; globalId: string; number: string }
export const registered = (policy: WirePolicy): Registered => ({
  policyId: policy.POLICY_ID,
  globalId: policy.GLOBAL_ID,
  number: policy.POLICY_NUMBER,
})

/**
 * The one policy under our number, when it is in every fact the one we mean. Any other under our
 * number ends the matter for people to see.
 */
export function ours(found: WirePolicy[], draft: PolicyDraft): Registered | null {
  const policy = chosen(found)
  if (!policy) return null
  const differs = [
    ...differences(policy, draft),
    ...(rescindedOf(policy) ? ['RESCINDING_DATE'] : []),
  ]
  if (policy.POLICY_ID <= 0) differs.push('POLICY_ID')
  if (policy.GLOBAL_ID === '') differs.push('GLOBAL_ID')
  if (differs.length > 0) throw conflict(draft.number, differs)
  return registered(policy)
}

export async function byNumber(
  call: Call,
  number: string,
  orNothing: Nothing,
): Promise<WirePolicy[]> {
  const found = await orNothing(
    call('GetPoliciesByNumber', { aPolicyNumber: number }, z.array(replies.Policy), number),
    [],
  )
  return found.filter((policy) => policy.POLICY_NUMBER === number)
}

/**
 * Of several policies under a number, returns one in force rather than a rescinded one, then the
 * oldest.
 */
export const chosen = (found: WirePolicy[]): WirePolicy | null =>
  [...found].sort(
    (a, b) =>
      Number(rescindedOf(a) !== null) - Number(rescindedOf(b) !== null) ||
      a.POLICY_ID - b.POLICY_ID,
  )[0] ?? null
