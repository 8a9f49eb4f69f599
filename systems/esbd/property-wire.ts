import type { EsbdIds } from './guesses.ts'
import type { HomeDraft } from './port-drafts.ts'
import { fromWireDate, toWireDate, type WireProperty } from './replies.ts'
import type { Login } from './session-pool.ts'

/** A Home contract in the database's words, and where two of them differ. */

const NEVER = '9999-12-31'

export function differences(contract: WireProperty, draft: HomeDraft): string[] {
  const fits: Record<string, boolean> = {
    CONTRACT_NUMBER: contract.CONTRACT_NUMBER === draft.number,
    SYSTEM_DELIMITER_ID: contract.SYSTEM_DELIMITER_ID === draft.insurerSystemId,
    CLIENT_ID: contract.CLIENT_ID === draft.policyholderClientId,
    // A year that comes late begins on the day it is registered, which a repeat may not be.
    DATE_BEG: (fromWireDate(contract.DATE_BEG) ?? NEVER) <= draft.start,
    DATE_END: fromWireDate(contract.DATE_END) === draft.end,
    AMOUNT: contract.AMOUNT === draft.insuranceAmount,
    PREMIUM: contract.PREMIUM === draft.premium,
  }
  return Object.keys(fits).filter((name) => !fits[name])
}

export const toWire =
  (draft: HomeDraft, ids: EsbdIds) =>
  ({ branchId }: Login) => ({
    aCONTRACT_DS_PROPERTY: {
      CONTRACT_STATE_ID: ids.HOME_CONTRACT_STATE_ID,
      CONTRACT_NUMBER: draft.number,
      CONTRACT_DATE: toWireDate(draft.contractDate),
      DATE_BEG: toWireDate(draft.start),
      DATE_END: toWireDate(draft.end),
      SYSTEM_DELIMITER_ID: draft.insurerSystemId,
      CLIENT_ID: draft.policyholderClientId,
      BRANCH_ID: ids.BRANCH_ID || branchId,
      PAYMENT_ORDER_TYPE_ID: ids.PAYMENT_ORDER_TYPE_ID,
      PAYMENT_DATE: toWireDate(draft.contractDate),
      INSURANCE_TYPE_ID: ids.HOME_INSURANCE_TYPE_ID,
      MIDDLEMAN_CONTRACT_NUMBER: draft.middlemanContract,
      CONTRACT_TYPE_ID: ids.HOME_CONTRACT_TYPE_ID,
      CLIENT_FORM_ID: ids.CLIENT_FORM_ID,
      PAYMENT_TYPE_ID: ids.PAYMENT_TYPE_ID,
      notification_type_id: ids.NOTIFICATION_TYPE_ID,
      online_bool: 1,
      AMOUNT: draft.insuranceAmount,
      // Guess: the premium of one paid period, as the subscription counts it, not of the year.
      PREMIUM: draft.premium,
      PROPERTY_DESCRIPTION: draft.address,
    },
  })
