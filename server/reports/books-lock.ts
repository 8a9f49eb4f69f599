import { sql } from 'kysely'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'

export const actor = (account: string) => `accountant:${account}`

/** Waits for open ledger writes and holds off new ones until the transaction ends. */
export const lockPeriods = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger-period', 0))`.execute(tx)

/** Serialises imports and withdrawals of statements. */
export const lockStatements = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(tx)

/**
 * Takes all locks for entering statement lines in contracts or removing them, in the one order that
 * cannot deadlock: an act takes the contract's lock before it writes the ledger.
 */
export async function lockToBook(tx: Tx, contracts: readonly string[]): Promise<void> {
  for (const id of [...new Set(contracts)].toSorted()) await lockContract(tx, id)
  await lockPeriods(tx)
  await lockStatements(tx)
}
