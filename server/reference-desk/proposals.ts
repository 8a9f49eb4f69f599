import type { Selectable } from 'kysely'
import { z } from 'zod'
import { Proposal } from '#contract/reference.ts'
import { kindOf, type Values } from '#domain/reference.ts'
import { type ReferenceName, referenceNames } from '#domain/reference-kinds.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { ReferenceProposals } from '../db/rows.ts'
import type { Context } from '../http/context.ts'

export type Row = Selectable<ReferenceProposals>
const Stored = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const Name = z.enum(referenceNames)

/** A row that is there and is changed in place waits for no day, only for whoever approves it. */
export const isAtOnce = (kind: ReferenceName, action: string, before: unknown): boolean =>
  kind !== 'tariff' && kindOf(kind).inPlace === true && action === 'set' && before !== null

/**
 * Proposals of one kind, the newest first; those that wait, and the last fifty that were decided.
 */
export async function proposalsOf(db: Sql, kind: ReferenceName) {
  const query = db
    .selectFrom('reference_proposals')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('proposed_at', 'desc')
    .orderBy('id')
  const open = await query.where('state', '=', 'proposed').execute()
  const history = await query.where('state', '<>', 'proposed').limit(50).execute()
  return { open, history }
}

/** Proposals as they are shown: people by name, what is large by its version. */
export async function shown(
  db: Sql,
  rows: readonly Row[],
  me: string,
): Promise<z.infer<typeof Proposal>[]> {
  const ids = [
    ...new Set(
      rows.flatMap(({ proposed_by, decided_by }) => [
        proposed_by,
        ...(decided_by ? [decided_by] : []),
      ]),
    ),
  ]
  const people =
    ids.length > 0
      ? await db
          .selectFrom('accounts')
          .select(['id', 'surname', 'name'])
          .where('id', 'in', ids)
          .execute()
      : []
  const names = new Map(people.map(({ id, surname, name }) => [id, `${surname} ${name}`.trim()]))
  return rows.map((row) => ({
    id: row.id,
    kind: Name.parse(row.kind),
    key: row.row_key,
    action: row.action === 'end' ? 'end' : 'set',
    from: isAtOnce(Name.parse(row.kind), row.action, row.before) ? null : row.effective_from,
    values: shownValues(row.kind, row.change) ?? {},
    before: shownValues(row.kind, row.before),
    needsSecond: row.needs_second,
    state: Proposal.shape.state.parse(row.state),
    reason: row.reason,
    reverts: row.reverts,
    by: names.get(row.proposed_by) ?? '–',
    mine: row.proposed_by === me,
    at: row.proposed_at.toISOString(),
    decidedBy: row.decided_by ? (names.get(row.decided_by) ?? '–') : null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.decision_note,
  }))
}

const Version = z.object({ version: z.string(), effectiveTo: z.string(), mrp: z.number() })
function shownValues(kind: string, data: unknown): Values | null {
  if (data === null) return null
  return kind === 'tariff' ? Version.parse(data) : Stored.parse(data)
}

export const keptValues = (row: Row): Values => Stored.parse(row.change)
export const valuesBefore = (row: Row): Values | null =>
  row.before === null ? null : Stored.parse(row.before)

/** The row of a proposal, locked, so that two people decide one after the other. */
export const lockedProposal = (tx: Tx, id: string) =>
  tx
    .selectFrom('reference_proposals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Writes a decision and its line in the audit log, in the caller's transaction. */
export async function decide(
  tx: Tx,
  { clock }: Context,
  row: Row,
  by: Account,
  state: 'applied' | 'rejected',
  note: string | null,
): Promise<Row> {
  const now = clock.now()
  const decided = await tx
    .updateTable('reference_proposals')
    .set({ state, decided_by: by.id, decided_at: now, decision_note: note })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await noted(tx, now, decided, by, state)
  return decided
}

/** The audit log's line about a proposal: which row from which day, never its values. */
export const noted = (
  tx: Tx,
  now: Date,
  row: Row,
  by: Account,
  what: 'proposed' | 'applied' | 'rejected',
) =>
  audit(tx, now, {
    actor: `staff:${by.id}`,
    action: `reference.${what}`,
    object: { kind: 'reference', id: row.id },
    details: { kind: row.kind, key: row.row_key, from: row.effective_from, change: row.action },
  })

export const author = ({ db, me }: Context): Promise<Account> => myAccount(db, me())
