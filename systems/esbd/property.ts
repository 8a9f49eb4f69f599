import { z } from 'zod'
import type { InsuranceDatabase } from './client.ts'
import { fill } from './codec.ts'
import { rescindingReasonIds } from './dictionaries.ts'
import { EsbdRefused } from './refused.ts'
import { replies, toWireDate } from './replies.ts'
import type { Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

/** Contracts on homes. */
export const property = (turn: Turn): Pick<InsuranceDatabase, 'registerHome' | 'rescindHome'> => ({
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

  async rescindHome({ contractId, reason, on }) {
    const call = turn()
    const rescinded = async () => {
      const found = await call('GetContractDsProperty_By_Id', { aCONTRACT_ID: contractId }, replies.Property.nullable(), String(contractId))
      if (found?.CONTRACT_ID !== contractId) throw new EsbdRefused('GetContractDsProperty_By_Id', `no contract ${contractId}`)
      return found.RESCINDING_DATE !== '' || found.RESCINDING_REASON_ID > 0
    }
    if (await rescinded()) return
    const args = {
      aCONTRACT_ID: contractId,
      aRESCINDING_REASON_ID: rescindingReasonIds[reason],
      aRESCINDING_DATE: toWireDate(on),
    }
    // Guess: what the text of the answer means is not published; the contract itself tells whether it ended.
    const said = await call('SetContractRescinding', args, z.string().nullable(), String(contractId))
    if (!(await rescinded())) throw new EsbdRefused('SetContractRescinding', said ?? 'the contract is still in force')
  },
})
