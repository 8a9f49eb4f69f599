import type { Classes } from './class-book.ts'
import type { Wire } from './codec.ts'
import { type Catalogue, vehicleAgeIds } from './dictionaries.ts'
import type { EsbdIds } from './guesses.ts'
import type { PrivilegeGroup } from './port.ts'
import type { PolicyDraft } from './port-drafts.ts'
import { toWireDate } from './replies.ts'
import type { Login } from './session-pool.ts'
import type { Call } from './sessions.ts'

export type DraftOf = {
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
export async function toWire(
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
