import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readStatement } from '#domain/statement.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { listed } from './statements.ts'

/** A statement that is imported: its lines are kept and judged. */

export const reportImportStatement = handle(
  'reportImportStatement',
  async ({ system, fileName, content }, context) => {
    const { db, clock, locale, me } = context
    const sha256 = createHash('sha256').update(content).digest()
    const known = await db
      .selectFrom('statements')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
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
      // Two files at once: what one of them has is a repetition in the other.
      await sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(tx)
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
      await keepLines(tx, row.id, lines)
      await judge(tx, row.id, system)
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
    const other = await db
      .selectFrom('statements')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    return answerOne(context, other.id, true)
  },
)

async function answerOne({ db }: Context, id: string, known: boolean) {
  const [statement] = await listed(db, id)
  if (!statement) throw notFound()
  return { ...ok(statement), known }
}

/** All lines in one statement of the database, column by column. */
const keepLines = (tx: Tx, id: string, lines: ReturnType<typeof readStatement>['lines']) =>
  sql`insert into statement_rows (statement_id, line, day, operation, key, outside_id, amount, fee, verdict)
    select ${id}, given.*, 'unknown' from unnest(
      ${lines.map(({ line }) => line)}::int[], ${lines.map(({ day }) => day)}::date[], ${lines.map(({ operation }) => operation)}::text[],
      ${lines.map(({ key }) => key)}::text[], ${lines.map(({ outsideId }) => outsideId)}::text[],
      ${lines.map(({ amount }) => amount)}::int[], ${lines.map(({ fee }) => fee)}::int[]) as given`.execute(
    tx,
  )

/**
 * Holds each line against our books by our own id: a payment against the attempt and its line in
 * the ledger, a refund against the refund. The same id a second time, in this or an earlier file,
 * is a repetition.
 */
const judge = (tx: Tx, id: string, system: string) =>
  sql`update statement_rows as theirs set verdict = case
      when exists (select from statement_rows as other where other.key = theirs.key and other.operation = theirs.operation
        and (other.statement_id <> theirs.statement_id or other.line < theirs.line)) then 'repeated'
      when ours.amount is null then 'unknown'
      when ours.amount <> theirs.amount then 'amount_differs'
      when not ours.booked then 'not_in_our_books'
      else 'matched' end
    from (
      select line.line, coalesce(attempt.amount, refund.amount) as amount,
        case when line.operation = 'refund' then refund.state = 'done'
          else exists (select from ledger where ledger.key = 'payment:' || attempt.id) end as booked
      from statement_rows as line
      left join payment_attempts as attempt on line.operation = 'payment' and attempt.id = line.key and attempt.system = ${system}
      left join refunds as refund on line.operation = 'refund' and refund.id = line.key
      where line.statement_id = ${id}
    ) as ours
    where theirs.statement_id = ${id} and theirs.line = ours.line`.execute(tx)
