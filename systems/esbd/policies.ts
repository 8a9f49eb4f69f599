import { z } from 'zod'
import type { InsuranceDatabase, IssuedPolicy, PolicyDraft, PrivilegeGroup } from './client.ts'
import { fill, type Wire } from './codec.ts'
import { type Catalogue, rescindingReasonIds, vehicleAgeIds } from './dictionaries.ts'
import type { Classes } from './people.ts'
import { EsbdRefused } from './refused.ts'
import { fromWireDate, replies, toWireDate, type WirePolicy } from './replies.ts'
import type { Call, Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

type PolicyVerbs = Pick<InsuranceDatabase, 'checkDraft' | 'issue' | 'findByNumber' | 'findByGlobalId' | 'rescind'>

/** Drafts, policies and their end. */
export function policies(turn: Turn, tables: Catalogue, classes: Classes, group: PrivilegeGroup): PolicyVerbs {
  const policyOf = (call: Call, draft: PolicyDraft) => toWire(call, draft, tables, classes, group)
  return {
    async checkDraft(draft) {
      const call = turn()
      const aPolicy = await policyOf(call, draft)
      // Neither knows of the other: both are given the whole draft.
      const price = call('CalculatePolicyPremium', { aPolicy }, z.int(), draft.number)
      price.catch(() => {})
      await call('SetPolicyDraft', { aPolicy }, z.number(), draft.number)
      const premium = await price
      // Known clients get 0 when the calculation failed.
      if (premium <= 0) throw new EsbdRefused('CalculatePolicyPremium', 'no premium for this draft')
      return { premium }
    },

    async issue(draft) {
      const call = turn()
      // SetPolicy has no idempotency key: the number is asked about every time before it is used.
      const [aPolicy, there] = await Promise.all([policyOf(call, draft), byNumber(call, draft.number)])
      const policy = there ?? (await call('SetPolicy', { aPolicy }, replies.Policy, draft.number))
      if (policy.POLICY_ID <= 0 || policy.GLOBAL_ID === '') throw unreadable('SetPolicy')
      return { policyId: policy.POLICY_ID, globalId: policy.GLOBAL_ID, number: policy.POLICY_NUMBER }
    },

    async findByNumber(number) {
      const call = turn()
      return issuedOf(call, classes, await byNumber(call, number))
    },

    async findByGlobalId(globalId) {
      const call = turn()
      return issuedOf(call, classes, await call('GetPolicyByGlobalID', { aGlobalID: globalId }, replies.Policy.nullable(), globalId))
    },

    async rescind({ policyId, reason, on }) {
      const call = turn()
      const rescinded = async () => {
        const policy = await call('GetPolicyByID', { aPolicyID: policyId }, replies.Policy.nullable(), String(policyId))
        if (!policy) throw new EsbdRefused('GetPolicyByID', `no policy ${policyId}`)
        return rescindedOf(policy) !== null
      }
      if (await rescinded()) return
      const args = { aPolicyId: policyId, aRescindingReasonId: rescindingReasonIds[reason], aRescindingDate: toWireDate(on) }
      try {
        await call('SetPolicyRescindingReason', args, z.int(), String(policyId))
      } catch (cause) {
        // Somebody else may have been first.
        if (!(cause instanceof EsbdRefused) || !(await rescinded())) throw cause
      }
    },
  }
}

/** The policy under our number: one still in force before a rescinded one, then the oldest. */
async function byNumber(call: Call, number: string): Promise<WirePolicy | null> {
  const found = await call('GetPoliciesByNumber', { aPolicyNumber: number }, z.array(replies.Policy), number)
  const ours = found.filter((policy) => policy.POLICY_NUMBER === number).sort((a, b) => a.POLICY_ID - b.POLICY_ID)
  return ours.find((policy) => rescindedOf(policy) === null) ?? ours[0] ?? null
}

function rescindedOf(policy: WirePolicy): IssuedPolicy['rescinded'] {
  const on = fromWireDate(policy.RESCINDING_DATE)
  return on && policy.RESCINDING_REASON_ID > 0 ? { on, reasonId: policy.RESCINDING_REASON_ID } : null
}

async function issuedOf(call: Call, classes: Classes, policy: WirePolicy | null): Promise<IssuedPolicy | null> {
  if (!policy) return null
  const [start, end, policyDate] = [policy.DATE_BEG, policy.DATE_END, policy.POLICY_DATE].map(fromWireDate)
  if (!start || !end || !policyDate) throw unreadable('GetPolicyByGlobalID')
  const drivers: IssuedPolicy['drivers'] = []
  for (const driver of policy.Drivers)
    drivers.push({
      clientId: driver.CLIENT_ID,
      classCode: driver.ClassId > 0 ? await classes.textOf(call, driver.ClassId) : null,
      licence:
        driver.DRIVER_CERTIFICATE === ''
          ? null
          : { number: driver.DRIVER_CERTIFICATE, issueDate: fromWireDate(driver.DRIVER_CERTIFICATE_DATE) },
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
    rewriteOf: policy.REWRITE_BOOL === 1 && policy.REWRITE_POLICY_ID > 0 ? policy.REWRITE_POLICY_ID : null,
    drivers,
    vehicles: policy.PoliciesTF.map((car) => ({
      vehicleId: car.TF_ID,
      plate: car.TF_NUMBER,
      techPassport: car.TF_REGISTRATION_CERTIFICATE,
    })),
    rescinded: rescindedOf(policy),
  }
}

const flagOf = {
  equated: 'PRIVELEGER_BOOL',
  war_veteran: 'WOW_BOOL',
  pensioner: 'PENSIONER_BOOL',
  disability: 'INVALID_BOOL',
} as const satisfies Record<PrivilegeGroup, string>

async function toWire(call: Call, draft: PolicyDraft, tables: Catalogue, classes: Classes, group: PrivilegeGroup): Promise<Wire> {
  const [types, regions, classIds] = await Promise.all([
    tables(call, 'TF_TYPES'),
    tables(call, 'REGIONS'),
    Promise.all(draft.drivers.map((driver) => classes.idFor(call, driver, draft.policyDate))),
  ])
  const drivers = draft.drivers.map((driver, at) =>
    fill('Driver', {
      CLIENT_ID: driver.clientId,
      AGE_EXPERIENCE_ID: driver.ageExperienceId,
      EXPERIENCE: driver.experienceYears,
      DRIVER_CERTIFICATE: driver.licence.number,
      DRIVER_CERTIFICATE_DATE: toWireDate(driver.licence.issueDate),
      SYSTEM_DELIMITER_ID: draft.insurerSystemId,
      ClassId: classIds[at] ?? 0,
      ...(driver.privilege ? { [flagOf[group]]: 1 } : {}),
    }),
  )
  const cars = draft.vehicles.map((car) =>
    fill('Policies_TF', {
      TF_ID: car.vehicleId,
      TF_TYPE_ID: types.id(car.type),
      TF_AGE_ID: car.yearOver7 ? vehicleAgeIds.over7 : vehicleAgeIds.upTo7,
      TF_NUMBER: car.plate,
      TF_REGISTRATION_CERTIFICATE: car.techPassport,
      SYSTEM_DELIMITER_ID: draft.insurerSystemId,
      REGION_ID: regions.id(car.region),
      BIG_CITY_BOOL: car.settlement === 'CITY' ? 1 : 0,
    }),
  )
  return {
    POLICY_NUMBER: draft.number,
    DATE_BEG: toWireDate(draft.start),
    DATE_END: toWireDate(draft.end),
    PREMIUM: draft.premium,
    CALCULATED_PREMIUM: draft.premium,
    SYSTEM_DELIMITER_ID: draft.insurerSystemId,
    CLIENT_ID: draft.policyholderClientId,
    POLICY_DATE: toWireDate(draft.policyDate),
    REWRITE_BOOL: draft.rewriteOf ? 1 : 0,
    ...(draft.rewriteOf ? { REWRITE_POLICY_ID: draft.rewriteOf } : {}),
    Drivers: drivers,
    PoliciesTF: cars,
    // The structure has no field for seasonal use; a term under a year needs its ground on record.
    ...(draft.seasonal ? { DESCRIPTION: 'Сезонная эксплуатация ТС' } : {}),
    PAYMENT_DATE: toWireDate(draft.policyDate),
    MIDDLEMAN_CONTRACT_NUMBER: draft.middlemanContract,
    mobileNum: draft.phone,
    email: draft.email,
    online_bool: 1,
  }
}
