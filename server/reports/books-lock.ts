import { sql } from 'kysely'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'

export const actor = (account: string) => `accountant:${account}`

/** Whoever writes a line of the ledger is waited for, and waits for what is done here. */
export const lockPeriods = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger-period', 0))`.execute(tx)

/** Two files at once, or one that is withdrawn meanwhile: one after the other. */
export const lockStatements = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(tx)

/**
 * Everything that writing lines of statements into contracts, or taking them back, needs, in the one
 * order in which nobody waits for each other: a contract's act holds it before it writes the ledger.
 */
export async function lockToBook(tx: Tx, contracts: readonly string[]): Promise<void> {
  for (const id of [...new Set(contracts)].toSorted()) await lockContract(tx, id)
  await lockPeriods(tx)
  await lockStatements(tx)
}
