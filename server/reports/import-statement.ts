import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as refusals from '#domain/refusals.ts'
import { readStatement } from '#domain/statement.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { lockPeriods } from './periods.ts'
import { listed } from './statements.ts'

/** A statement that is imported, and one that is taken back. */

export const reportImportStatement = handle(
  'reportImportStatement',
  async ({ system, fileName, content }, context) => {
    const { db, clock, locale, me } = context
    // The same bytes of another system are another statement.
    const sha256 = createHash('sha256').update(`${system}\n${content}`).digest()
    const known = await sameFile(db, system, [
      sha256,
      // As files were marked before their system was.
      createHash('sha256').update(content).digest(),
    ])
    if (known) return answerOne(context, known.id, true)
    const { lines, errors } = readStatement(content)
    if (lines.length === 0 || errors.length > 0)
      throw invalid(
        errors.length > 0
          ? errors.map(({ line, field }) => ({
              path: `content.${line}.${field}`,
              message: fieldText('invalid', locale),
            }))
          : [{ path: 'content', message: fieldText('file_empty', locale) }],
      )
    const account = await myAccount(db, me())
    const days = lines.map(({ day }) => day).sort()
    const imported = await db.transaction().execute(async (tx) => {
      await lockStatements(tx)
      const row = await tx
        .insertInto('statements')
        .values({
          system,
          file_name: fileName,
          sha256,
          day_from: days[0] ?? '',
          day_to: days.at(-1) ?? '',
          row_count: lines.length,
          imported_at: clock.now(),
          imported_by: account.id,
        })
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) return null
      await keepLines(tx, row.id, await byOurNumbers(tx, lines))
      await lookAtRefunds(tx, context, system, lines)
      await audit(tx, clock.now(), {
        actor: `accountant:${account.id}`,
        action: 'statement.imported',
        object: { kind: 'statement', id: row.id },
        details: { system, rows: lines.length },
      })
      return row.id
    })
    if (imported) return answerOne(context, imported, false)
    // The same file came twice at once.
    const other = await sameFile(db, system, [sha256])
    if (!other) throw notFound()
    return answerOne(context, other.id, true)
  },
)

async function answerOne({ db }: Context, id: string, known: boolean) {
  const [statement] = await listed(db, id)
  if (!statement) throw notFound()
  return { ...ok(statement), known }
}

const sameFile = (db: Sql, system: string, digests: Buffer[]) =>
  db
    .selectFrom('statements')
    .select('id')
    .where('system', '=', system)
    .where('sha256', 'in', digests)
    .executeTakeFirst()

/** Two files at once, or one that is withdrawn meanwhile: one after the other. */
const lockStatements = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(tx)

type Lines = ReturnType<typeof readStatement>['lines']

/** A payment that was opened under a number of digits is known by that: here by its own. */
async function byOurNumbers(tx: Tx, lines: Lines): Promise<Lines> {
  const rows = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'invoice'])
    .where('invoice', 'in', [...lines.map(({ key }) => key), ''])
    .execute()
  const ids = new Map(rows.map(({ id, invoice }) => [invoice, id]))
  return lines.map((line) => ({ ...line, key: ids.get(line.key) ?? line.key }))
}

/** Money that went back of a payment is looked at: it may have gone past us. */
async function lookAtRefunds(tx: Tx, { queue }: Context, system: string, lines: Lines) {
  const back = lines.filter(({ operation }) => operation === 'refund').map(({ key }) => key)
  const rows = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('system', '=', system)
    .where('invoice', 'in', [...back, ''])
    .execute()
  for (const { id } of rows) await queue.enqueue(tx, paymentCheckJob, { attemptId: id })
}

/** All lines in one statement of the database, column by column. */
const keepLines = (tx: Tx, id: string, lines: Lines) =>
  sql`insert into statement_rows (statement_id, line, day, operation, key, outside_id, amount, fee_tiyn, fee)
    select ${id}, given.*, round(given.fee_tiyn / 100.0) from unnest(
      ${lines.map(({ line }) => line)}::int[], ${lines.map(({ day }) => day)}::date[], ${lines.map(({ operation }) => operation)}::text[],
      ${lines.map(({ key }) => key)}::text[], ${lines.map(({ outsideId }) => outsideId)}::text[],
      ${lines.map(({ amount }) => amount)}::int[], ${lines.map(({ feeTiyn }) => feeTiyn)}::int[])
      as given (line, day, operation, key, outside_id, amount, fee_tiyn)`.execute(tx)

/**
 * Takes a statement back that was imported by mistake: its lines go, and what people settled of
 * them is undone. Not of a month that is closed: whoever closes one waits, and is waited for.
 */
export const reportWithdrawStatement = handle(
  'reportWithdrawStatement',
  async ({ id }, context) => {
    const { db, clock, locale, me } = context
    const account = await myAccount(db, me())
    const refused = await db.transaction().execute(async (tx) => {
      await lockPeriods(tx)
      await lockStatements(tx)
      const row = await tx
        .selectFrom('statements')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw notFound()
      const closed = await tx
        .selectFrom('closed_periods')
        .select('month')
        .where('month', '>=', row.day_from.slice(0, 7))
        .executeTakeFirst()
      if (closed) return refusals.statementOfClosedMonth
      const at = clock.now()
      await tx
        .updateTable('settled_differences')
        .set({ undone_at: at, undone_by: account.id })
        .where('kind', '=', 'statement_unmatched')
        .where('key', 'like', `${id}:%`)
        .where('undone_at', 'is', null)
        .execute()
      await tx.deleteFrom('statement_rows').where('statement_id', '=', id).execute()
      await tx.deleteFrom('statements').where('id', '=', id).execute()
      await audit(tx, at, {
        actor: `accountant:${account.id}`,
        action: 'statement.withdrawn',
        object: { kind: 'statement', id },
        details: {
          ...{ system: row.system, rows: row.row_count },
          ...{ from: row.day_from, to: row.day_to },
        },
      })
      return null
    })
    return refused ? refuse(locale, refused) : { success: true as const }
  },
)
