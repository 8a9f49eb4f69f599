import { z } from 'zod'
import { Unavailable } from '../http.ts'
import { Unfit } from './codec.ts'
import { rescindingReasonIds } from './dictionaries.ts'
import type { Nothing } from './fault-words.ts'
import type { EsbdIds } from './guesses.ts'
import type { InsuranceDatabase } from './port.ts'
import type { HomeDraft } from './port-drafts.ts'
import { differences, toWire } from './property-wire.ts'
import { EsbdRefused, isTechnical } from './refused.ts'
import { replies, rescindedOf, toWireDate, type WireProperty } from './replies.ts'
import { untilDone } from './rescind.ts'
import type { Call, Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

type PropertyOf = { turn: Turn; ids: EsbdIds; orNothing: Nothing }
type Registered = { contractId: number; globalId: string; number: string }

/** Contracts on homes. */
export const property = ({
  turn,
  ids,
  orNothing,
}: PropertyOf): Pick<InsuranceDatabase, 'registerHome' | 'rescindHome'> => ({
  registerHome: (draft) => register(turn(), draft, ids, orNothing),

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

/**
 * As SetPolicy, it has no idempotency key: asked about by two questions before, sent once, asked
 * about again after an unclear answer.
 */
async function register(
  call: Call,
  draft: HomeDraft,
  ids: EsbdIds,
  orNothing: Nothing,
): Promise<Registered> {
  const look = async () => ours(await byNumber(call, draft.number, orNothing), draft)
  const [first, second] = await Promise.all([look(), look()])
  const there = first ?? second
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
  const found = await look().catch((cause: unknown) => {
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
