import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Locks a contract for the rest of the transaction: serialises every change of its money or
 * policies. Take it before writing any other row of the contract, so that two of them never wait
 * for each other.
 */
export async function lockContract(tx: Tx, id: string): Promise<void> {
  await sql`select from contracts where id = ${id} for update`.execute(tx)
}
