import { type Act, decide } from '#domain/contract/decide.ts'
import { type Decision, isRefused } from '#domain/contract/refusal.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Doing } from '../products/product.ts'
import { carry } from './carry.ts'
import { contractFacts } from './facts.ts'
import { lockContract } from './lock.ts'

/**
 * Does something with a contract's money or policies, or says why not: takes the lock, reads the
 * facts, asks the one rule and writes what follows, all in the caller's transaction. Throws where
 * the database refuses what the rule allowed.
 */
export async function act(
  tx: Tx,
  deps: Deps,
  contractId: string,
  what: Act,
  doing: Doing,
): Promise<Decision> {
  await lockContract(tx, contractId)
  const contract = await contractFacts(tx, contractId)
  const decision = decide(contract, what)
  if (!isRefused(decision)) await carry(tx, deps, contract, decision.effects, doing)
  return decision
}
