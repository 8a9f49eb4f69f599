import { sql } from 'kysely'
import { overdrawnKinds } from '#domain/contract/facts.ts'

/** Ledger lines of chargebacks beyond a payment's rest, and of their settlement. */
export const isOverdrawn = sql<boolean>`ledger.kind in (${sql.join(overdrawnKinds.map((kind) => sql.lit(kind)))})`

/** What such a line adds to the client's debt; negative if it reduces the debt. */
export const overdrawnAmount = sql<number>`case ledger.kind when 'overdrawn' then ledger.amount else -ledger.amount end`
