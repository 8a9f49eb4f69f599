import * as refusals from '../refusals.ts'
import type { HomeContract } from './facts.ts'
import { earned, monthOf, monthOwes } from './home-month.ts'
import { giveAllBack } from './money-back.ts'
import { type Decision, refuse } from './refusal.ts'

/** The unified database has registered the first contract. */
export function registered(contract: HomeContract): Decision {
  const month = monthOf(contract, 0)
  if (contract.subscription.state !== 'paid' || !month) return refuse(refusals.orderNotSuitable)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'active', reason: 'registered' },
      { do: 'renewed', id: contract.id, period: 0 },
      ...earned(contract, month),
    ],
  }
}

/** It could not be registered: the money goes back and the client is told. */
export function notRegistered(contract: HomeContract, of: { reason: string }): Decision {
  if (contract.subscription.state !== 'paid') return refuse(refusals.orderNotSuitable)
  const back = giveAllBack(contract, contract.id, 'not_registered')
  // All of it has been taken back past us: nothing is left to wait for.
  const over = back.length === 0 && !monthOwes(contract, 0)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'issue_failed', reason: of.reason },
      { do: 'month', id: contract.id, period: 0, to: 'refunding', reason: of.reason },
      ...back,
      ...(over
        ? [
            {
              do: 'month' as const,
              id: contract.id,
              period: 0,
              to: 'refunded' as const,
              reason: 'nothing is held',
            },
          ]
        : []),
      { do: 'notify', orderId: contract.id, purpose: 'not_issued' },
    ],
  }
}
