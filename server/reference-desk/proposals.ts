import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { Proposal } from '#contract/reference.ts'
import { addDays, type Day } from '#domain/calendar.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { type ReferenceName, referenceNames } from '#domain/reference/kinds.ts'
import { kindOf, type Values } from '#domain/reference/reference.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { ReferenceProposals } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { applyRow, applyTables, inForceBefore, tablesBefore } from './apply.ts'

export type Row = Selectable<ReferenceProposals>
const Stored = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const Name = z.enum(referenceNames)

/** True if the change applies at once after approval: it changes an existing row in place. */
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

/** Returns proposals for display: people by name, large values by their version. */
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
const noted = (
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

/** A change of reference data, proposed and, if one person may do it alone, applied. */

type Wanted = {
  kind: ReferenceName
  key: string
  action: 'set' | 'end'
  /** Absent if a row is changed in place. */
  from: Day | undefined
  change: Values | Tables
  reason: string
  reverts?: string
}

/**
 * Stores the proposal; applies it in the same transaction if no second person is needed. Refuses a
 * past or taken day (`rowChanged`), a second proposal for the row (`proposalWaits`) and unchanged
 * values (`nothingChanged`).
 */
export async function propose(
  context: Context,
  { kind, key, action, from: asked, change, reason, reverts }: Wanted,
) {
  const { db, clock, locale } = context
  const me = await author(context)
  const today = clock.today()
  const second = kind === 'tariff' || kindOf(kind).second
  const row = await db
    .transaction()
    .execute(async (tx) => {
      const since = asked ?? today
      const before =
        kind === 'tariff'
          ? await tablesBefore(tx, since)
          : await inForceBefore(tx, { kind, key, from: since }, today)
      const atOnce = isAtOnce(kind, action, before)
      if (!atOnce && !asked)
        throw invalid([{ path: 'from', message: fieldText('required', locale) }])
      const from = atOnce ? today : since
      if (!atOnce && !mayBegin(kind, from, today)) return refusals.rowChanged
      if (!before && (action === 'end' || (kind !== 'tariff' && kindOf(kind).from === null)))
        return refusals.rowChanged
      if (kind !== 'tariff' && action === 'set' && before && isDeepStrictEqual(before, change))
        return refusals.nothingChanged
      const waiting = await tx
        .selectFrom('reference_proposals')
        .select('id')
        .where('kind', '=', kind)
        .where('row_key', '=', key)
        .where('state', '=', 'proposed')
        .executeTakeFirst()
      if (waiting) return refusals.proposalWaits
      const made = await tx
        .insertInto('reference_proposals')
        .values({
          kind,
          row_key: key,
          action,
          effective_from: from,
          change: JSON.stringify(change),
          before: before === null ? null : JSON.stringify(before),
          needs_second: second,
          state: 'proposed',
          reason,
          reverts: reverts ?? null,
          proposed_by: me.id,
          proposed_at: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await noted(tx, clock.now(), made, me, 'proposed')
      if (second) return made
      if (!(await apply(tx, made, today))) throw new Taken()
      return decide(tx, context, made, me, 'applied', null)
    })
    .catch(untilTaken)
  return typeof row === 'number' ? refuse(locale, row) : answerOne(context, row, me.id)
}

/** A later row has the day: rolls the transaction back. */
class Taken extends Error {}
const untilTaken = (cause: unknown): typeof refusals.rowChanged => {
  if (cause instanceof Taken) return refusals.rowChanged
  throw cause
}

/** Checks the first day: rows that affect money begin tomorrow at the earliest, the rest today. */
export const mayBegin = (kind: ReferenceName, from: Day, today: Day): boolean =>
  kind !== 'tariff' && !kindOf(kind).second ? from >= today : from >= addDays(today, 1)

export function apply(tx: Tx, row: Row, today: Day): Promise<boolean> {
  const kind = referenceNames.find((name) => name === row.kind)
  if (!kind) throw new Error(`no such kind of row: ${row.kind}`)
  if (kind === 'tariff') return applyTables(tx, tablesSchema.parse(row.change), today)
  const action = row.action === 'end' ? 'end' : 'set'
  return applyRow(
    tx,
    { kind, action, key: row.row_key, from: row.effective_from, values: keptValues(row) },
    today,
  )
}

export async function answerOne({ db }: Context, row: Row, me: string) {
  const [one] = await shown(db, [row], me)
  if (!one) throw new Error('the proposal just written is gone')
  return ok(one)
}
