/**
 * Every refusal that depends on somebody else's data, one table: the catalogue of spec section 8
 * and ours from 14000 (settled.md, "The wire"). Answered as 200 with `success:false` and `code`;
 * the words are in texts/refusals.ts, by code.
 */
export const refusals = [
  { code: 5, key: 'scoring' },
  { code: 10301, key: 'invoice_phone_not_found' },
  { code: 12000, key: 'no_valid_documents' },
  { code: 12001, key: 'documents_not_suitable' },
  { code: 12002, key: 'api_unavailable' },
  { code: 12003, key: 'set_client_failed' },
  { code: 12004, key: 'terrorist_match' },
  { code: 12005, key: 'not_resident' },
  { code: 12006, key: 'licence_not_found' },
  { code: 12007, key: 'licence_expired' },
  { code: 12008, key: 'under_age' },
  { code: 12009, key: 'near_control_point' },
  { code: 12010, key: 'broker_premium_mismatch' },
  { code: 13000, key: 'password_reset_rate_limit' },
  { code: 13001, key: 'login_rate_limit' },
  { code: 14000, key: 'not_in_database' },
  { code: 14001, key: 'page_blocked' },
  { code: 14002, key: 'phone_not_linked' },
  { code: 14003, key: 'consent_missing' },
  { code: 14004, key: 'car_still_registered' },
  { code: 14005, key: 'too_late_to_cancel' },
  { code: 14006, key: 'quote_expired' },
  { code: 14007, key: 'policy_not_suitable' },
  { code: 14008, key: 'vehicle_not_found' },
  { code: 14009, key: 'overlapping_policy' },
  { code: 14010, key: 'invoice_refused' },
  { code: 14011, key: 'card_page_failed' },
  { code: 14012, key: 'order_not_suitable' },
  { code: 14013, key: 'position_unusable' },
  { code: 14014, key: 'wrong_code' },
  { code: 14015, key: 'legal_entity' },
  { code: 14016, key: 'prolong_too_early' },
  { code: 14017, key: 'refund_changed' },
  { code: 14018, key: 'many_by_many_refused' },
  { code: 14019, key: 'card_not_added' },
  { code: 14021, key: 'heirs_to_staff' },
  { code: 14030, key: 'experience_impossible' },
  { code: 14060, key: 'claim_changed' },
  { code: 14061, key: 'policy_exists' },
  { code: 14062, key: 'being_issued' },
  { code: 14063, key: 'second_person_needed' },
  { code: 14070, key: 'sign_in_code_needed' },
  { code: 14071, key: 'sign_in_phone_missing' },
  { code: 14072, key: 'account_exists' },
  { code: 14073, key: 'phone_taken' },
  { code: 14074, key: 'own_account' },
  { code: 14075, key: 'last_administrator' },
  { code: 14076, key: 'role_not_suitable' },
  { code: 14077, key: 'kyc_not_blocked' },
  { code: 14078, key: 'list_refused' },
  { code: 14080, key: 'report_too_long' },
  { code: 14081, key: 'period_not_closable' },
  { code: 14082, key: 'proposal_not_suitable' },
  { code: 14083, key: 'own_proposal' },
  { code: 14084, key: 'row_changed' },
  { code: 14085, key: 'proposal_waits' },
  { code: 14086, key: 'nothing_changed' },
  { code: 14087, key: 'file_not_scanned' },
  { code: 14088, key: 'file_infected' },
  { code: 14090, key: 'own_matter' },
  { code: 14091, key: 'second_person_not_apart' },
  { code: 14092, key: 'desk_account' },
  { code: 14093, key: 'identity_check' },
  { code: 14094, key: 'register_answers' },
  { code: 14095, key: 'other_cabinet_phone' },
  { code: 14096, key: 'two_people_decide' },
  { code: 14101, key: 'period_checks_open' },
  { code: 14102, key: 'period_not_prepared' },
  { code: 14103, key: 'too_many_exports' },
  { code: 14125, key: 'car_being_insured' },
  { code: 14064, key: 'home_covered' },
  { code: 14065, key: 'address_not_suitable' },
  { code: 14066, key: 'vehicle_not_in_tariff' },
  { code: 14130, key: 'statement_of_closed_month' },
] as const

export type Refusal = (typeof refusals)[number]
export type RefusalCode = Refusal['code']

/**
 * One reason why something may not go on: about a person (`iin`), a car (`plate`) or the whole;
 * `reason` picks among texts of one code.
 */
export type Finding = { code: RefusalCode; iin?: string; plate?: string; reason?: string }

const byCode = new Map<number, Refusal>(refusals.map((refusal) => [refusal.code, refusal]))

/** The row of a code, or null for a number that is not in the table. */
export function refusalOf(code: number): Refusal | null {
  return byCode.get(code) ?? null
}
