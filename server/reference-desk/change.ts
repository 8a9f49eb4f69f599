import { isDay } from '#domain/calendar.ts'
import { readTables, type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { faultsOf } from '#domain/ogpo/tables-check.ts'
import { figuresOf } from '#domain/ogpo/tariff-figures.ts'
import { type RowsName, referenceNames } from '#domain/reference/kinds.ts'
import {
  checkValues,
  impossibleIn,
  kindOf,
  rowKey,
  type Values,
} from '#domain/reference/reference.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { tariffFaultText } from '#texts/tariff-faults.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { storedRows, tablesBefore, valuesOf } from './apply.ts'
import {
  answerOne,
  apply,
  author,
  decide,
  isAtOnce,
  lockedProposal,
  mayBegin,
  proposalsOf,
  propose,
  shown,
  valuesBefore,
} from './proposals.ts'
import { labelOf } from './tariff-words.ts'

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
    figures: null,
  }))

async function tariffRows({ db }: Context) {
  const rows = await db
    .selectFrom('tariff_tables')
    .selectAll()
    .orderBy('effective_from', 'desc')
    .execute()
  return rows.map((row) => {
    const tables = tablesSchema.parse(row.data)
    return {
      key: row.version,
      from: row.effective_from,
      to: row.effective_to,
      values: { version: row.version, mrp: tables.mrp },
      sample: false,
      figures: figuresOf(tables).map((one) => ({ ...one, label: labelOf(one, tables) })),
    }
  })
}

/** The editor of a table fixes its first faults first. */
const FAULTS_SHOWN = 20

const wrong = (fields: readonly string[], { locale }: Context) =>
  invalid(
    fields.map((field) => ({ path: `values.${field}`, message: fieldText('invalid', locale) })),
  )

/** A row about an insurer there is not would never be found by any sale. */
async function namesNobody({ db }: Context, { insurer_code: code }: Values): Promise<string[]> {
  if (code === undefined) return []
  const known = await db
    .selectFrom('insurers')
    .select('code')
    .where('code', '=', String(code))
    .executeTakeFirst()
  return known ? [] : ['insurer_code']
}

export const referencePropose = handle('referencePropose', async (ask, context) => {
  const { kind, action, reason } = ask
  if (kind === 'tariff') {
    if (action === 'end') throw wrong(['action'], context)
    const read = readTables(String(ask.values.tables ?? ''))
    if ('errors' in read) throw wrong(read.errors, context)
    const { effectiveFrom } = read.tables
    const before = isDay(effectiveFrom) ? await tablesBefore(context.db, effectiveFrom) : null
    const faults = faultsOf(read.tables, before)
    if (faults.length > 0)
      throw invalid(
        faults.slice(0, FAULTS_SHOWN).map((found) => ({
          path: `values.tables.${[found.table, found.row].filter(Boolean).join('.')}`,
          message: tariffFaultText(found)[context.locale],
        })),
      )
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
  const impossible = [
    ...errors,
    ...impossibleIn(values, context.clock.today()),
    ...(await namesNobody(context, values)),
  ]
  if (impossible.length > 0) throw wrong(impossible, context)
  return propose(context, { kind, key: rowKey(kind, values), action, from, change: values, reason })
})

export const referenceApprove = handle('referenceApprove', async ({ id }, context) => {
  const { db, clock, locale } = context
  const me = await author(context)
  const decided = await db.transaction().execute(async (tx) => {
    const row = await lockedProposal(tx, id)
    if (!row) throw notFound()
    if (row.state !== 'proposed') return refusals.proposalNotSuitable
    if (row.proposed_by === me.id) return refusals.ownProposal
    if (!(await areTwoPeople(tx, row.proposed_by, me.id))) return refusals.secondPersonNotApart
    const kind = referenceNames.find((name) => name === row.kind)
    if (!kind) return refusals.rowChanged
    if (
      !isAtOnce(kind, row.action, row.before) &&
      !mayBegin(kind, row.effective_from, clock.today())
    )
      return refusals.rowChanged
    if (!(await apply(tx, row, clock.today()))) return refusals.rowChanged
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
  return decided ? answerOne(context, decided, me.id) : refuse(locale, refusals.proposalNotSuitable)
})

/** Proposes the replaced row of an applied change from a day on; for a new row, its end. */
export const referenceRevert = handle('referenceRevert', async ({ id, from, reason }, context) => {
  const { db, locale } = context
  const row = await db
    .selectFrom('reference_proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const kind = referenceNames.find((name) => name === row.kind)
  if (!kind || row.state !== 'applied') return refuse(locale, refusals.proposalNotSuitable)
  const back = { kind, key: row.row_key, from, reason, reverts: row.id }
  if (kind === 'tariff') {
    if (row.before === null) return refuse(locale, refusals.proposalNotSuitable)
    if (!from) throw invalid([{ path: 'from', message: fieldText('required', locale) }])
    const before = tablesSchema.parse(row.before)
    const changed = tablesSchema.parse(row.change)
    if (from > changed.effectiveTo)
      throw invalid([{ path: 'from', message: fieldText('day', locale) }])
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
