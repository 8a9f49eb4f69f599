import { z } from 'zod'
import { Unavailable } from '../http.ts'
import { Unfit } from './codec.ts'
import { rescindingReasonIds } from './dictionaries.ts'
import type { EsbdIds, HomeDraft, InsuranceDatabase } from './port.ts'
import { EsbdRefused, isTechnical, type Nothing, untilDone } from './refused.ts'
import { fromWireDate, replies, rescindedOf, toWireDate, type WireProperty } from './replies.ts'
import type { Call, Login, Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

/** Converts a Home contract to the database's words, and finds where two differ. */

const NEVER = '9999-12-31'

function differences(contract: WireProperty, draft: HomeDraft): string[] {
  const fits: Record<string, boolean> = {
    CONTRACT_NUMBER: contract.CONTRACT_NUMBER === draft.number,
    SYSTEM_DELIMITER_ID: contract.SYSTEM_DELIMITER_ID === draft.insurerSystemId,
    CLIENT_ID: contract.CLIENT_ID === draft.policyholderClientId,
    // A year registered late begins on the day of registration, which may differ in a repeat.
    DATE_BEG: (fromWireDate(contract.DATE_BEG) ?? NEVER) <= draft.start,
    DATE_END: fromWireDate(contract.DATE_END) === draft.end,
    AMOUNT: contract.AMOUNT === draft.insuranceAmount,
    PREMIUM: contract.PREMIUM === draft.premium,
  }
  return Object.keys(fits).filter((name) => !fits[name])
}

const toWire =
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

type PropertyOf = { turn: Turn; ids: EsbdIds; orNothing: Nothing }
type Registered = { contractId: number; globalId: string; number: string }

/** Contracts on homes. */
export const property = ({
  turn,
  ids,
  orNothing,
}: PropertyOf): Pick<InsuranceDatabase, 'registerHome' | 'findHome' | 'rescindHome'> => ({
  registerHome: (draft) => register(turn(), draft, ids, orNothing),
  findHome: (draft) => look(turn(), draft, orNothing),

  async rescindHome({ contractId, reason, on }) {
    const call = turn()
    const rescinded = async () => {
      const asked = call(
        'GetContractDsProperty_By_Id',
        { aCONTRACT_ID: contractId },
        replies.Property.nullable(),
        String(contractId),
      )
      const found = await orNothing(asked, null)
      if (!found) throw new EsbdRefused('GetContractDsProperty_By_Id', `no contract ${contractId}`)
      if (found.CONTRACT_ID !== contractId)
        throw unreadable('GetContractDsProperty_By_Id', new Unfit('CONTRACT_ID is another one'))
      return rescindedOf(found) !== null
    }
    if (await rescinded()) return
    const args = {
      aCONTRACT_ID: contractId,
      aRESCINDING_REASON_ID: rescindingReasonIds[reason],
      aRESCINDING_DATE: toWireDate(on),
    }
    await untilDone(
      'SetContractRescinding',
      call('SetContractRescinding', args, z.string().nullable(), String(contractId)),
      rescinded,
    )
  },
})

const lookOnce = async (call: Call, draft: HomeDraft, orNothing: Nothing) =>
  ours(await byNumber(call, draft.number, orNothing), draft)

/** Looks up by two queries: one may be answered before our request has taken effect. */
async function look(call: Call, draft: HomeDraft, orNothing: Nothing): Promise<Registered | null> {
  const [first, second] = await Promise.all([
    lookOnce(call, draft, orNothing),
    lookOnce(call, draft, orNothing),
  ])
  return first ?? second
}

/**
 * Like SetPolicy, it has no idempotency key: two queries before, one request, a query after an
 * unclear answer.
 */
async function register(
  call: Call,
  draft: HomeDraft,
  ids: EsbdIds,
  orNothing: Nothing,
): Promise<Registered> {
  const there = await look(call, draft, orNothing)
  if (there) return there
  let unclear: Unavailable | EsbdRefused
  try {
    const contract = await call(
      'SetContractDsProperty',
      toWire(draft, ids),
      replies.Property,
      draft.number,
    )
    const differs = differences(contract, draft)
    if (contract.CONTRACT_ID > 0 && contract.GLOBALID !== '' && differs.length === 0)
      return registered(contract)
    unclear = unreadable(
      'SetContractDsProperty',
      new Unfit(differs.join(', ') || 'no CONTRACT_ID or GLOBALID'),
    )
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
    if (
      cause instanceof Unavailable &&
      (cause.operation !== 'SetContractDsProperty' || !cause.mayHaveHappened)
    )
      throw cause
    unclear = cause
  }
  const found = await lookOnce(call, draft, orNothing).catch((cause: unknown) => {
    const said = cause instanceof Error ? cause.message : ''
    throw new Unavailable(
      'esbd',
      'SetContractDsProperty',
      `${unclear.message}; then ${said}`,
      true,
      { cause },
    )
  })
  if (found) return found
  if (unclear instanceof EsbdRefused && !isTechnical(unclear.faultText)) throw unclear
  throw new Unavailable('esbd', 'SetContractDsProperty', unclear.message, true, { cause: unclear })
}

const registered = (contract: WireProperty): Registered => ({
  contractId: contract.CONTRACT_ID,
  globalId: contract.GLOBALID,
  number: contract.CONTRACT_NUMBER,
})

async function byNumber(call: Call, number: string, orNothing: Nothing): Promise<WireProperty[]> {
  const asked = call(
    'GetContractDsProperty_By_Number',
    { aContractNumber: number },
    z.array(replies.Property),
    number,
  )
  return (await orNothing(asked, [])).filter((one) => one.CONTRACT_NUMBER === number)
}

function ours(found: WireProperty[], draft: HomeDraft): Registered | null {
  const ended = (one: WireProperty) => Number(rescindedOf(one) !== null)
  const contract = [...found].sort(
    (a, b) => ended(a) - ended(b) || a.CONTRACT_ID - b.CONTRACT_ID,
  )[0]
  if (!contract) return null
  const differs = [...differences(contract, draft), ...(ended(contract) ? ['RESCINDING_DATE'] : [])]
  if (contract.CONTRACT_ID <= 0) differs.push('CONTRACT_ID')
  if (contract.GLOBALID === '') differs.push('GLOBALID')
  if (differs.length > 0)
    throw new EsbdRefused(
      'GetContractDsProperty_By_Number',
      `a contract under the number ${draft.number} differs from ours: ${differs.join(', ')}`,
    )
  return registered(contract)
}
