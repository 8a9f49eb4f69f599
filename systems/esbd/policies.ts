import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { Unavailable } from '../http.ts'
import { Unfit } from './codec.ts'
import { rescindingReasonIds } from './dictionaries.ts'
import type { Nothing } from './fault-words.ts'
import { issuedOf } from './issued-of.ts'
import { conflict, differences } from './policy-differences.ts'
import { type DraftOf, toWire } from './policy-draft.ts'
import type { InsuranceDatabase } from './port.ts'
import type { PolicyDraft } from './port-drafts.ts'
import { EsbdRefused, isTechnical } from './refused.ts'
import { byNumber, chosen, ours, type Registered, registered } from './registered-policy.ts'
import { replies, rescindedOf, toWireDate } from './replies.ts'
import { untilDone } from './rescind.ts'
import { type Call, type Turn, unlessEnded } from './sessions.ts'
import { unreadable } from './wire.ts'

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
 * The policy under our number, or a new one. SetPolicy has no idempotency key: the number is asked
 * about before it is used, by two questions that must both say "nothing", since one such answer too
 * many is a second policy. After whatever answer that is not the policy itself the number is asked
 * about again, and SetPolicy is sent once and no more.
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
  // A no of theirs is one only when it speaks of what was sent; of anything else the effect may
  // still come.
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
