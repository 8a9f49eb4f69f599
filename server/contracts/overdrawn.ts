import { sql } from 'kysely'
import { overdrawnKinds } from '#domain/contract/facts.ts'

/** Lines of the ledger by which a bank took more than a payment held, or by which that was settled. */
export const isOverdrawn = sql<boolean>`ledger.kind in (${sql.join(overdrawnKinds.map((kind) => sql.lit(kind)))})`

/** What such a line adds to the client's debt; negative if it reduces the debt. */
export const overdrawnAmount = sql<number>`case ledger.kind when 'overdrawn' then ledger.amount else -ledger.amount end`
