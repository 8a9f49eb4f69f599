import { isDeepStrictEqual } from 'node:util'
import { addDays, type Day } from '#domain/calendar.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { readTables } from '#domain/ogpo/uploaded-tables.ts'
import { checkValues, kindOf, rowKey, type Values } from '#domain/reference.ts'
import { type ReferenceName, type RowsName, referenceNames } from '#domain/reference-kinds.ts'
import { fieldText } from '#texts/fields.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  applyRow,
  applyTables,
  inForceBefore,
  storedRows,
  tablesBefore,
  valuesOf,
} from './apply.ts'
import {
  author,
  decide,
  isAtOnce,
  keptValues,
  lockedProposal,
  noted,
  proposalsOf,
  type Row,
  shown,
  valuesBefore,
} from './proposals.ts'

export const referenceRows = handle('referenceRows', async ({ kind }, context) => {
  const { db } = context
  const me = await author(context)
  const { open, history } = await proposalsOf(db, kind)
  return ok({
    rows: kind === 'tariff' ? await tariffRows(context) : await datedRows(context, kind),
    open: await shown(db, open, me.id),
    history: await shown(db, history, me.id),
  })
})

const datedRows = async ({ db }: Context, kind: RowsName) =>
  (await storedRows(db, kind)).map((row) => ({
    key: String(row[kindOf(kind).key ?? ''] ?? ''),
    from: row.from,
    to: row.to,
    values: valuesOf(kind, row),
    sample: row.sample === true || row.invented === true,
  }))

async function tariffRows({ db }: Context) {
  const rows = await db
    .selectFrom('tariff_tables')
    .selectAll()
    .orderBy('effective_from', 'desc')
    .execute()
  return rows.map((row) => ({
    key: row.version,
    from: row.effective_from,
    to: row.effective_to,
    values: { version: row.version, mrp: tablesSchema.parse(row.data).mrp },
    sample: false,
  }))
}

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

const wrong = (fields: readonly string[], { locale }: Context) =>
  invalid(
    fields.map((field) => ({ path: `values.${field}`, message: fieldText('invalid', locale) })),
  )

export const referencePropose = handle('referencePropose', async (ask, context) => {
  const { kind, action, reason } = ask
  if (kind === 'tariff') {
    if (action === 'end') throw wrong(['action'], context)
    const read = readTables(String(ask.values.tables ?? ''))
    if ('errors' in read) throw wrong(read.errors, context)
    return propose(context, {
      kind,
      key: '',
      action,
      from: read.tables.effectiveFrom,
      change: read.tables,
      reason,
    })
  }
  const { from } = ask
  if (action === 'end' && kindOf(kind).to === null) throw wrong(['action'], context)
  if (action === 'end')
    return propose(context, { kind, key: ask.key ?? '', action, from, change: {}, reason })
  const { values, errors } = checkValues(kind, ask.values)
  if (errors.length > 0) throw wrong(errors, context)
  return propose(context, { kind, key: rowKey(kind, values), action, from, change: values, reason })
})

/**
 * Keeps the proposal; without a second person it is applied in the same transaction. Refuses a day
 * that is over or taken (14084), a second proposal for the row (14085) and values that are what
 * they were (14086).
 */
async function propose(
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
      if (!atOnce && !mayBegin(kind, from, today)) return 14084 as const
      if (!before && (action === 'end' || (kind !== 'tariff' && kindOf(kind).from === null)))
        return 14084 as const
      if (kind !== 'tariff' && action === 'set' && before && isDeepStrictEqual(before, change))
        return 14086 as const
      const waiting = await tx
        .selectFrom('reference_proposals')
        .select('id')
        .where('kind', '=', kind)
        .where('row_key', '=', key)
        .where('state', '=', 'proposed')
        .executeTakeFirst()
      if (waiting) return 14085 as const
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
const untilTaken = (cause: unknown): 14084 => {
  if (cause instanceof Taken) return 14084
  throw cause
}

/** What money hangs on begins tomorrow at the earliest, the rest today. */
const mayBegin = (kind: ReferenceName, from: Day, today: Day): boolean =>
  kind !== 'tariff' && !kindOf(kind).second ? from >= today : from >= addDays(today, 1)

function apply(tx: Tx, row: Row, today: Day): Promise<boolean> {
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

async function answerOne({ db }: Context, row: Row, me: string) {
  const [one] = await shown(db, [row], me)
  if (!one) throw new Error('the proposal just written is gone')
  return ok(one)
}

export const referenceApprove = handle('referenceApprove', async ({ id }, context) => {
  const { db, clock, locale } = context
  const me = await author(context)
  const decided = await db.transaction().execute(async (tx) => {
    const row = await lockedProposal(tx, id)
    if (!row) throw notFound()
    if (row.state !== 'proposed') return 14082 as const
    if (row.proposed_by === me.id) return 14083 as const
    if (!(await areTwoPeople(tx, row.proposed_by, me.id))) return 14091 as const
    const kind = referenceNames.find((name) => name === row.kind)
    if (!kind) return 14084 as const
    if (
      !isAtOnce(kind, row.action, row.before) &&
      !mayBegin(kind, row.effective_from, clock.today())
    )
      return 14084 as const
    if (!(await apply(tx, row, clock.today()))) return 14084 as const
    return decide(tx, context, row, me, 'applied', null)
  })
  return typeof decided === 'number' ? refuse(locale, decided) : answerOne(context, decided, me.id)
})

export const referenceReject = handle('referenceReject', async ({ id, note }, context) => {
  const { db, locale } = context
  const me = await author(context)
  const decided = await db.transaction().execute(async (tx) => {
    const row = await lockedProposal(tx, id)
    // Another's proposal is an administrator's business.
    if (!row || (row.proposed_by !== me.id && !me.administrator)) throw notFound()
    return row.state === 'proposed' ? decide(tx, context, row, me, 'rejected', note) : null
  })
  return decided ? answerOne(context, decided, me.id) : refuse(locale, 14082)
})

/**
 * What an applied change replaced, proposed back from a day on; what was new is proposed to end.
 */
export const referenceRevert = handle('referenceRevert', async ({ id, from, reason }, context) => {
  const { db, locale } = context
  const row = await db
    .selectFrom('reference_proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const kind = referenceNames.find((name) => name === row.kind)
  if (!kind || row.state !== 'applied') return refuse(locale, 14082)
  const back = { kind, key: row.row_key, from, reason, reverts: row.id }
  if (kind === 'tariff') {
    if (row.before === null) return refuse(locale, 14082)
    if (!from) throw invalid([{ path: 'from', message: fieldText('required', locale) }])
    const before = tablesSchema.parse(row.before)
    const changed = tablesSchema.parse(row.change)
    const tables: Tables = {
      ...before,
      version: `${before.version}~${from}`,
      effectiveFrom: from,
      effectiveTo: changed.effectiveTo,
    }
    return propose(context, { ...back, action: 'set', change: tables })
  }
  const before = valuesBefore(row)
  return propose(
    context,
    before ? { ...back, action: 'set', change: before } : { ...back, action: 'end', change: {} },
  )
})
