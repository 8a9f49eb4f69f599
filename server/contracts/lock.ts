import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Locks a contract for the rest of the transaction: everything that changes its money or its
 * policies happens one after the other. Taken before any other row of the contract is written, so
 * that two of them never wait for each other.
 */
export async function lockContract(tx: Tx, id: string): Promise<void> {
  await sql`select from contracts where id = ${id} for update`.execute(tx)
}
