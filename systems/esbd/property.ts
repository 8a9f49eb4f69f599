import { z } from 'zod'
import type { InsuranceDatabase } from './client.ts'
import { fill } from './codec.ts'
import { replies, toWireDate } from './replies.ts'
import type { Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

/** Contracts on homes. */
export const property = (turn: Turn): Pick<InsuranceDatabase, 'registerHome'> => ({
  async registerHome(draft) {
    const call = turn()
    // Like SetPolicy it has no idempotency key: the number is asked about every time before it is used.
    const found = await call('GetContractDsPropertyByNumber', { aContractNumber: draft.number }, z.array(replies.Property), draft.number)
    const there = found.filter((one) => one.CONTRACT_NUMBER === draft.number).sort((a, b) => a.CONTRACT_ID - b.CONTRACT_ID)[0]
    const aContract = fill('CONTRACT_DS_PROPERTY', {
      CONTRACT_NUMBER: draft.number,
      CONTRACT_DATE: toWireDate(draft.contractDate),
      DATE_BEG: toWireDate(draft.start),
      DATE_END: toWireDate(draft.end),
      CLIENT_ID: draft.policyholderClientId,
      SYSTEM_DELIMITER_ID: draft.insurerSystemId,
      MIDDLEMAN_CONTRACT_NUMBER: draft.middlemanContract,
      AMOUNT: draft.insuranceAmount,
      PREMIUM: draft.premium,
      PROPERTY_DESCRIPTION: draft.address,
    })
    const contract = there ?? (await call('SetContractDsProperty', { aContract }, replies.Property, draft.number))
    if (contract.CONTRACT_ID <= 0 || contract.GLOBAL_ID === '') throw unreadable('SetContractDsProperty')
    return { contractId: contract.CONTRACT_ID, globalId: contract.GLOBAL_ID, number: contract.CONTRACT_NUMBER }
  },
})
