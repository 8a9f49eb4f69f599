import type { Day } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { policyStateOn } from '#domain/policy.ts'
import type { PolicyState } from '#domain/policy-states.ts'
import { masked } from '../codes/client-phone.ts'
import { provedUntil } from '../codes/client-proof.ts'
import type { Context } from '../http/context.ts'

/** Whether the client must be asked for a code before their policy is shown. */

/** What the policyholder's code opens, and till when it is open. */
export const clientCodeOf = async (context: Context, globalId: string, phone: string | null) => ({
  phone: phone === null ? null : masked(phone),
  until: (await provedUntil(context, globalId))?.toISOString() ?? null,
})

type People = {
  insurant: { iin: string; phone: string; name: string; willDrive: boolean; privilege: boolean }
  insureds: { iin: string; driverLicenseNumber: string; name: string; privilege: boolean }[]
}
type ClientCode = Awaited<ReturnType<typeof clientCodeOf>>

/** The same policy with its people masked, as long as it is not open to the promoter. */
export function unlessOpen<Policy extends People>(
  clientCode: ClientCode | null,
  policy: Policy,
): Policy & { clientCode: ClientCode | null } {
  if (!clientCode || clientCode.until) return { ...policy, clientCode }
  const { insurant: policyholder, insureds } = policy
  return {
    ...policy,
    clientCode,
    insurant: {
      ...policyholder,
      iin: masked(policyholder.iin),
      phone: masked(policyholder.phone),
      privilege: false,
    },
    insureds: insureds.map((person) => ({
      ...person,
      iin: masked(person.iin),
      driverLicenseNumber: masked(person.driverLicenseNumber),
      privilege: false,
    })),
  }
}

/** Dates and state on a day, and when a renewal may begin. */
export function standing(
  policy: { state: PolicyState; start: Day; end: Day; issuedOn: Day },
  today: Day,
  termination: boolean,
) {
  const state = policyStateOn(policy, today)
  const start = prolongStart(policy.end, today)
  return {
    isInsured: (state === 'active' || state === 'pending') && !termination,
    state,
    dateStart: policy.start,
    dateEnd: policy.end,
    prolongStart: 'start' in start ? start.start : null,
    prolongFrom: 'start' in start ? null : start.tooEarlyUntil,
  }
}
