import { isDeepStrictEqual } from 'node:util'
import { addDays, type Day } from '#domain/calendar.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { kindOf, type Values } from '#domain/reference.ts'
import { type ReferenceName, referenceNames } from '#domain/reference-kinds.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { applyRow, inForceBefore } from './apply.ts'
import { applyTables, tablesBefore } from './apply-tables.ts'
import { author, decide, isAtOnce, keptValues, noted, type Row, shown } from './proposals.ts'

/** A change of reference data, proposed and, where one person may, applied. */

type Wanted = {
  kind: ReferenceName
  key: string
  action: 'set' | 'end'
  /** Not asked where a row is changed in place. */
  from: Day | undefined
  change: Values | Tables
  reason: string
  reverts?: string
}

/**
 * Keeps the proposal; without a second person it is applied in the same transaction. Refuses a day
 * that is over or taken (`rowChanged`), a second proposal for the row (`proposalWaits`) and values
 * that are what they were (`nothingChanged`).
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

/** The day is taken by a later row: nothing of the transaction stays. */
class Taken extends Error {}
const untilTaken = (cause: unknown): typeof refusals.rowChanged => {
  if (cause instanceof Taken) return refusals.rowChanged
  throw cause
}

/** What money hangs on begins tomorrow at the earliest, the rest today. */
export const mayBegin = (kind: ReferenceName, from: Day, today: Day): boolean =>
  kind !== 'tariff' && !kindOf(kind).second ? from >= today : from >= addDays(today, 1)

export function apply(tx: Tx, row: Row, today: Day): Promise<boolean> {
  const kind = referenceNames.find((name) => name === row.kind)
  if (!kind) throw new Error(`no such kind of row: ${row.kind}`)
  if (kind === 'tariff') return applyTables(tx, tablesSchema.parse(row.change))
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
