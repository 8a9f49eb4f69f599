import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { Unavailable } from '../http.ts'
import { Unfit, type Wire } from './codec.ts'
import { type Catalogue, type Classes, rescindingReasonIds, vehicleAgeIds } from './dictionaries.ts'
import {
  byNumber,
  chosen,
  conflict,
  differences,
  issuedOf,
  ours,
  type Registered,
  registered,
} from './issued.ts'
import type { EsbdIds, InsuranceDatabase, PolicyDraft, PrivilegeGroup } from './port.ts'
import { EsbdRefused, isTechnical, type Nothing, untilDone } from './refused.ts'
import { replies, rescindedOf, toWireDate } from './replies.ts'
import { type Call, type Login, type Turn, unlessEnded } from './sessions.ts'
import { unreadable } from './wire.ts'

type DraftOf = {
  tables: Catalogue
  classes: Classes
  group: PrivilegeGroup
  ids: EsbdIds
}

const flagOf = {
  equated: 'PRIVELEGER_BOOL',
  war_veteran: 'WOW_BOOL',
  pensioner: 'PENSIONER_BOOL',
  disability: 'INVALID_BOOL',
} as const satisfies Record<PrivilegeGroup, string>

/** The draft as an argument, completed by what the record of the login that asks says. */
async function toWire(
  call: Call,
  draft: PolicyDraft,
  { tables, classes, group, ids }: DraftOf,
): Promise<(login: Login) => Wire> {
  const [types, regions, classIds] = await Promise.all([
    tables(call, 'TF_TYPES'),
    tables(call, 'REGIONS'),
    Promise.all(draft.drivers.map((driver) => classes.idFor(call, driver, draft.policyDate))),
  ])
  const drivers = draft.drivers.map((driver, at) => ({
    CLIENT_ID: driver.clientId,
    HOUSEHOLD_POSITION_ID: ids.HOUSEHOLD_POSITION_ID,
    AGE_EXPERIENCE_ID: driver.ageExperienceId,
    EXPERIENCE: driver.experienceYears,
    DRIVER_CERTIFICATE: driver.licence.number,
    DRIVER_CERTIFICATE_DATE: toWireDate(driver.licence.issueDate),
    SYSTEM_DELIMITER_ID: draft.insurerSystemId,
    ClassId: classIds[at] ?? 0,
    ...(driver.privilege ? { [flagOf[group]]: 1 } : {}),
  }))
  const cars = draft.vehicles.map((car) => ({
    TF_ID: car.vehicleId,
    TF_TYPE_ID: types.id(car.type),
    TF_AGE_ID: car.yearOver7 ? vehicleAgeIds.over7 : vehicleAgeIds.upTo7,
    TF_NUMBER: car.plate,
    TF_REGISTRATION_CERTIFICATE: car.techPassport,
    SYSTEM_DELIMITER_ID: draft.insurerSystemId,
    REGION_ID: regions.id(car.region),
    BIG_CITY_BOOL: car.settlement === 'CITY' ? 1 : 0,
  }))
  const policy = {
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
    PAYMENT_ORDER_TYPE_ID: ids.PAYMENT_ORDER_TYPE_ID,
    PAYMENT_DATE: toWireDate(draft.policyDate),
    MIDDLEMAN_CONTRACT_NUMBER: draft.middlemanContract,
    CLIENT_FORM_ID: ids.CLIENT_FORM_ID,
    PAYMENT_TYPE_ID: ids.PAYMENT_TYPE_ID,
    mobileNum: draft.phone,
    email: draft.email,
    notification_type_id: ids.NOTIFICATION_TYPE_ID,
    online_bool: 1,
    // Guess: without an agreed discount the discounted premium is the premium.
    CALCULATED_PREMIUM_DISCOUNTED: draft.premium,
  }
  return ({ branchId }) => ({ aPolicy: { ...policy, BRANCH_ID: ids.BRANCH_ID || branchId } })
}

type PolicyVerbs = Pick<
  InsuranceDatabase,
  'checkDraft' | 'issue' | 'findByNumber' | 'findByGlobalId' | 'concluded' | 'rescind'
>
export type PoliciesOf = DraftOf & { turn: Turn; orNothing: Nothing }

/** Drafts, policies and their end. */
export function policies(of: PoliciesOf): PolicyVerbs {
  const { turn, classes, orNothing } = of
  return {
    async checkDraft(draft) {
      const call = turn()
      const aPolicy = await toWire(call, draft, of)
      // Neither knows of the other: both are given the whole draft.
      const price = call('CalculatePolicyPremium', aPolicy, z.int(), draft.number)
      price.catch(() => {})
      // Guess: what the number says is not published; that there is no Fault is all we take from
      // it.
      // Every price writes its draft, so a second one after a session that ended is one more price.
      const writeDraft = () => call('SetPolicyDraft', aPolicy, z.number(), draft.number)
      await unlessEnded(writeDraft, writeDraft)
      const premium = await price
      // Known clients get 0 when the calculation failed.
      if (premium <= 0) throw new EsbdRefused('CalculatePolicyPremium', 'no premium for this draft')
      return { premium }
    },

    issue: (draft) => issue(turn(), draft, of),

    async findByNumber(number, like) {
      const call = turn()
      const found = chosen(await byNumber(call, number, orNothing))
      const differs = found && like ? differences(found, like) : []
      if (differs.length > 0) throw conflict(number, differs)
      return issuedOf(call, classes, found)
    },

    async findByGlobalId(globalId) {
      const call = turn()
      const found = await orNothing(
        call('GetPolicyByGlobalID', { aGlobalID: globalId }, replies.Policy.nullable(), globalId),
        null,
      )
      if (found && found.GLOBAL_ID !== globalId)
        throw unreadable('GetPolicyByGlobalID', new Unfit('GLOBAL_ID is another one'))
      return issuedOf(call, classes, found)
    },

    concluded: (from, to) => concluded(of, from, to),

    async rescind({ policyId, reason, on }) {
      const call = turn()
      const rescinded = async () => {
        const policy = await orNothing(
          call(
            'GetPolicyByID',
            { aPolicyID: policyId },
            replies.Policy.nullable(),
            String(policyId),
          ),
          null,
        )
        if (!policy) throw new EsbdRefused('GetPolicyByID', `no policy ${policyId}`)
        if (policy.POLICY_ID !== policyId)
          throw unreadable('GetPolicyByID', new Unfit('POLICY_ID is another one'))
        return rescindedOf(policy) !== null
      }
      if (await rescinded()) return
      const args = {
        aPolicyId: policyId,
        aRescindingReasonId: rescindingReasonIds[reason],
        aRescindingDate: toWireDate(on),
      }
      await untilDone(
        'SetPolicyRescindingReason',
        call('SetPolicyRescindingReason', args, z.int(), String(policyId)),
        rescinded,
      )
    },
  }
}

/**
 * Returns the policy under our number, or registers it. SetPolicy has no idempotency key: before
 * use, two queries of the number must both find nothing, since one false "nothing" makes a second
 * policy. After any answer that is not the policy itself the number is queried again; SetPolicy is
 * sent once only.
 */
async function issue(call: Call, draft: PolicyDraft, of: PoliciesOf): Promise<Registered> {
  const aPolicy = await toWire(call, draft, of)
  const look = async () => ours(await byNumber(call, draft.number, of.orNothing), draft)
  const [first, second] = await Promise.all([look(), look()])
  const there = first ?? second
  if (there) return there
  let unclear: Unavailable | EsbdRefused
  try {
    const policy = await call('SetPolicy', aPolicy, replies.Policy, draft.number)
    const differs = differences(policy, draft)
    if (policy.POLICY_ID > 0 && policy.GLOBAL_ID !== '' && differs.length === 0)
      return registered(policy)
    unclear = unreadable('SetPolicy', new Unfit(differs.join(', ') || 'no POLICY_ID or GLOBAL_ID'))
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
    if (cause instanceof Unavailable && (cause.operation !== 'SetPolicy' || !cause.mayHaveHappened))
      throw cause
    unclear = cause
  }
  const found = await look().catch((cause: unknown) => {
    throw new Unavailable(
      'esbd',
      'SetPolicy',
      `${unclear.message}; then ${cause instanceof Error ? cause.message : ''}`,
      true,
      { cause },
    )
  })
  if (found) return found
  // Their refusal is final only if it concerns what was sent; after any other the effect may still
  // follow.
  if (unclear instanceof EsbdRefused && !isTechnical(unclear.faultText)) throw unclear
  throw new Unavailable('esbd', 'SetPolicy', unclear.message, true, { cause: unclear })
}

async function concluded({ turn, orNothing }: PoliciesOf, from: Day, to: Day) {
  const days = { aPolicyDate1: toWireDate(from), aPolicyDate2: toWireDate(to) }
  // Guess: that both days count, and that the login's own insurer is meant.
  const found = await orNothing(
    turn()('GetPoliciesByPolicyDate', days, z.array(replies.Policy), from),
    [],
  )
  return found.map((policy) => ({
    number: policy.POLICY_NUMBER,
    globalId: policy.GLOBAL_ID,
    rescinded: rescindedOf(policy) !== null,
  }))
}
