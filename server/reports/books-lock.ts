import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

export const actor = (account: string) => `accountant:${account}`

/** Whoever writes a line of the ledger is waited for, and waits for what is done here. */
export const lockPeriods = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger-period', 0))`.execute(tx)
