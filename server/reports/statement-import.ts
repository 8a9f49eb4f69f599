import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { sortedBy, statementSorts } from '#domain/report.ts'
import {
  doneVerdicts,
  type StatementSystem,
  statementSystems,
  verdicts,
} from '#domain/statement.ts'
import { type ColumnField, columnFields, findColumns } from '#domain/statements/columns.ts'
import {
  ERRORS_TOLD,
  type Format,
  type LineError,
  operations,
  type ReadFile,
  type ReadLine,
} from '#domain/statements/line.ts'
import {
  csvTable,
  type Mapping,
  type Recognised,
  recogniseTables,
  recogniseText,
  signatureOf,
  textIn,
} from '#domain/statements/recognise.ts'
import { type Row, type Table, UnreadableFile, unreadable } from '#domain/statements/table.ts'
import { textOf } from '#domain/statements/values.ts'
import { bookedLineStaysText } from '#texts/booked-line.ts'
import { fieldText } from '#texts/fields.ts'
import { statementSums } from '#texts/statement-sums.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { isMarkup, readHtml } from '../sheets/read-html.ts'
import { readSpreadsheet } from '../sheets/read-spreadsheet.ts'
import { BookedLineStays, bookedLinesOf, unbook } from './booked-lines.ts'
import { lockPeriods, lockStatements, lockToBook } from './books-lock.ts'
import { PAGE } from './reports.ts'
import { type Key, keysOf } from './sale.ts'
import { likelyPayments, linesOf } from './statement-lines.ts'
import { listed } from './statements.ts'

/** Sheet names per answer. */
const SHEETS_TOLD = 5
/** Rows searched for a stored header. */
const HEAD_WITHIN = 60

/** System of each format; our own form and a register may belong to any payment method. */
const systemOf: Readonly<Record<Format, StatementSystem | null>> = {
  own: null,
  kaspi_pay: 'mobile_bank',
  acquirer: null,
  one_c: 'account',
  mt940: 'account',
  account: 'account',
}

/**
 * Returns the system of a file: by its format, or by our payments that it names if all are of one
 * method. Null: a person must choose.
 */
export async function systemNamed(
  db: Sql,
  { format, lines }: ReadFile,
): Promise<StatementSystem | null> {
  const known = systemOf[format]
  if (known) return known
  const numbers = [...new Set(lines.flatMap((line) => [...line.numbers, line.outsideId]))]
  const { rows } = await sql<{ system: string }>`
    select distinct attempt.system from unnest(${numbers.filter((one) => one !== '')}::text[]) as said (number)
    left join refunds on refunds.id = said.number
    join payment_attempts as attempt on attempt.id = coalesce(refunds.attempt_id, said.number)
      or attempt.invoice = said.number or attempt.outside_id = said.number
    limit 2`.execute(db)
  const [only, other] = rows
  return only && !other ? (statementSystems.find((one) => one === only.system) ?? null) : null
}

export type Read = { recognised: Recognised; tables: readonly Table[]; kept: Kept | null }
type Kept = { mapping: Mapping; system: StatementSystem }

/**
 * Reads a file by the mapping a person gave, by one stored for this bank's header, else by its
 * format.
 */
export async function readFile(db: Sql, bytes: Uint8Array, mapping: Mapping | null): Promise<Read> {
  const sheets = await readSpreadsheet(bytes)
  if (sheets) return ofTables(db, sheets, mapping)
  const text = textIn(bytes)
  if (isMarkup(text)) return ofTables(db, await readHtml(text), mapping)
  const recognised = recogniseText(text, mapping)
  if (recognised.known && !recognised.table) return { recognised, tables: [], kept: null }
  return ofTables(db, [csvTable(text)], mapping)
}

async function ofTables(db: Sql, tables: readonly Table[], mapping: Mapping | null): Promise<Read> {
  const kept = mapping ? null : await keptFor(db, tables)
  const recognised = recogniseTables(tables, mapping ?? kept?.mapping ?? null)
  return { recognised, tables, kept }
}

const titlesOf = ({ cells }: Row): string => signatureOf(cells.map(textOf))

/** Returns the stored mapping whose header is in one of these tables. */
async function keptFor(db: Sql, tables: readonly Table[]): Promise<Kept | null> {
  const heads = tables.flatMap((table) =>
    table.rows
      .slice(0, HEAD_WITHIN)
      .map((row) => ({ table, line: row.line, titles: titlesOf(row) }))
      .filter(({ titles }) => titles.includes('|')),
  )
  if (heads.length === 0) return null
  const row = await db
    .selectFrom('statement_formats')
    .selectAll()
    .where('titles', 'in', [...new Set(heads.map(({ titles }) => titles))])
    .orderBy('saved_at', 'desc')
    .executeTakeFirst()
  const head = heads.find(({ titles }) => titles === row?.titles)
  if (!row || !head) return null
  const { of, columns } = row.columns as unknown as Pick<Mapping, 'of' | 'columns'>
  return {
    mapping: { sheet: head.table.name, line: head.line, of, columns, bank: row.bank },
    system: row.system as StatementSystem,
  }
}

/** A header in comparable form, and the title of each mapped column. */
type HeadTitles = { titles: string; named: { field: ColumnField; titles: string[] }[] }

/** Returns the header of a mapping; null if its line has no title. */
function titlesAt(tables: readonly Table[], { sheet, line, columns }: Mapping): HeadTitles | null {
  const table = tables.find(({ name }) => name === sheet) ?? tables[0]
  const row = table?.rows.find((one) => one.line === line)
  if (!row || titlesOf(row) === '') return null
  const named = columnFields.flatMap((field) => {
    const titles = (columns[field] ?? []).map((at) => textOf(row.cells[at])).filter(Boolean)
    return titles.length > 0 ? [{ field, titles }] : []
  })
  return { titles: titlesOf(row), named }
}

/** The mapping a table is guessed to have, for a person to look at. */
export function guessed({ recognised, tables, kept }: Read): Mapping | null {
  if (kept) return kept.mapping
  const found = recognised.known ? recognised.found : recognised.guess
  const table = tables.find((one) => findColumns(one)?.head.line === found?.head.line) ?? tables[0]
  if (!found || !table) return null
  const { columns } = found
  const of =
    columns.credit || columns.debit || !(columns.fee || columns.net) ? 'account' : 'register'
  const bank = recognised.known ? recognised.file.bank : ''
  return { sheet: table.name, line: found.head.line, of, columns, bank }
}

/** Reads a file; explains in words why an unreadable one fails. */
export async function readable<Done>(
  locale: Locale,
  read: () => Done | Promise<Done>,
  path = 'file',
): Promise<Done> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const why = unreadable.find((one) => one === error.why) ?? 'damaged'
    const names = error.sheets.slice(0, SHEETS_TOLD).map((name) => `«${name.slice(0, 40)}»`)
    const words = fieldText(`statement_${why}`, locale)
    throw invalid([{ path, message: names.length > 0 ? `${words} (${names.join(', ')})` : words }])
  }
}

/** Request of an import and of a withdrawal. */

type Asked = {
  system: StatementSystem
  fileName: string
  content?: string | undefined
  file?: string | undefined
  mapping?: Mapping | undefined
  keep?: boolean | undefined
  confirmed?: readonly { line: number; payment: string }[] | undefined
}

export const reportImportStatement = handle('reportImportStatement', async (ask, context) => {
  const { db, clock, locale, me } = context
  const { system } = ask
  const bytes = bytesOf(ask, locale)
  const sha256 = digestOf(system, bytes)
  const known = await sameFile(db, system, [
    sha256,
    // As files were marked before their system was.
    createHash('sha256').update(bytes).digest(),
  ])
  if (known) return answerOne(context, known.id, true)
  const { file, titles } = await readAsked(db, bytes, ask, locale)
  if (file.lines.length === 0 || file.errors.length > 0)
    throw invalid(
      file.errors.length > 0
        ? file.errors.map((error) => lineFault(error, locale))
        : [{ path: 'content', message: fieldText('statement_no_movement', locale) }],
    )
  const account = await myAccount(db, me())
  const imported = await db.transaction().execute(async (tx) => {
    const taken = await take(tx, { ...ask, sha256 }, file, account.id, clock.now())
    if (!taken) return null
    if (taken.refused.length > 0)
      throw invalid(taken.refused.map((error) => lineFault(error, locale)))
    await confirm(tx, taken.id, ask.confirmed ?? [], { by: account.id, at: clock.now(), locale })
    const kept = ask.keep === true && ask.mapping !== undefined && titles !== null
    if (kept && ask.mapping)
      await keepMapping(tx, ask.mapping, { ...titles, system, by: account.id, at: clock.now() })
    await lookAtRefunds(tx, context, system, file.lines)
    await audit(tx, clock.now(), {
      actor: `accountant:${account.id}`,
      action: 'statement.imported',
      object: { kind: 'statement', id: taken.id },
      details: {
        system,
        rows: file.lines.length,
        format: file.format,
        confirmed: ask.confirmed?.length ?? 0,
        kept,
      },
    })
    return taken.id
  })
  if (imported) return answerOne(context, imported, false)
  // The same file was uploaded twice at once.
  const other = await sameFile(db, system, [sha256])
  if (!other) throw notFound()
  return answerOne(context, other.id, true)
})

export function bytesOf(
  { content, file }: Pick<Asked, 'content' | 'file'>,
  locale: Locale,
): Buffer {
  const bytes = file === undefined ? Buffer.from(content ?? '') : Buffer.from(file, 'base64')
  if (bytes.length > 0) return bytes
  throw invalid([
    { path: file === undefined ? 'content' : 'file', message: fieldText('file_empty', locale) },
  ])
}

/** The same bytes of another system are another statement. */
export const digestOf = (system: StatementSystem, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${system}\n`).update(bytes).digest()

async function readAsked(db: Sql, bytes: Buffer, ask: Asked, locale: Locale) {
  if (ask.file === undefined) {
    // Text that a program sends is our own form, or one of the exchange formats.
    const read = () => recogniseText(bytes.toString(), null)
    const recognised = await readable(locale, read, 'content')
    if (recognised.known) return { file: recognised.file, titles: null }
  } else {
    const { recognised, tables } = await readable(locale, () =>
      readFile(db, bytes, ask.mapping ?? null),
    )
    if (recognised.known)
      return { file: recognised.file, titles: ask.mapping ? titlesAt(tables, ask.mapping) : null }
  }
  throw invalid([{ path: 'file', message: fieldText('statement_columns', locale) }])
}

/** A line that cannot be taken, by its number in the file and its column. */
export const lineFault = ({ line, field, why, sums }: LineError, locale: Locale) => {
  const words = fieldText(why === 'invalid' ? 'invalid' : `statement_${why}`, locale)
  return {
    path: `content.${line}.${field}`,
    message: sums ? `${words} (${statementSums(sums)[locale]})` : words,
  }
}

async function answerOne({ db, clock }: Context, id: string, known: boolean) {
  const [statement] = await listed(db, clock.today(), id)
  if (!statement) throw notFound()
  return { ...ok(statement), known }
}

export const sameFile = (db: Sql, system: string, digests: Buffer[]) =>
  db
    .selectFrom('statements')
    .select('id')
    .where('system', '=', system)
    .where('sha256', 'in', digests)
    .executeTakeFirst()

/** A payment that was opened under a number of digits is known by that: here by its own. */
async function byOurNumbers(tx: Tx, lines: readonly ReadLine[]): Promise<Map<number, string>> {
  const own = ({ numbers: [key = ''] }: ReadLine) => key
  const rows = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'invoice'])
    .where('invoice', 'in', [...lines.map(own), ''])
    .execute()
  const ids = new Map(rows.map(({ id, invoice }) => [invoice, id]))
  return new Map(lines.map((line) => [line.line, ids.get(own(line)) ?? own(line)]))
}

/**
 * Queues checks of the payments that lines of refunds and chargebacks name: their money may have
 * gone back past us. An account shows returns of every system, by our numbers or by the bank's.
 */
async function lookAtRefunds(
  tx: Tx,
  { queue }: Context,
  system: StatementSystem,
  lines: readonly ReadLine[],
): Promise<void> {
  const back = lines.filter(({ operation }) => operation === 'refund' || operation === 'chargeback')
  const named = new Set(back.flatMap(({ numbers, outsideId }) => [...numbers, outsideId]))
  named.delete('')
  if (named.size === 0) return
  const { rows } = await sql<{ id: string }>`
    with said as materialized (select number from unnest(${[...named]}::text[]) as number)
    select attempt.id from payment_attempts as attempt
    where (${system} = 'account' or attempt.system = ${system}) and attempt.id in (
      select number from said
      union select id from said join payment_attempts on invoice = said.number
      union select id from said join payment_attempts on outside_id = said.number
      union select id from said join payment_attempts on order_id = said.number and state in ('paid', 'refunding', 'refunded')
      union select id from said join payment_attempts on split_part(order_id, '-', 1) = said.number
        and state in ('paid', 'refunding', 'refunded'))`.execute(tx)
  for (const { id } of rows) await queue.enqueue(tx, paymentCheckJob, { attemptId: id })
}

type Taken = { id: string; refused: LineError[] }

/**
 * Stores a file's lines with the numbers of ours they name; null if the same file exists.
 * `refused`: lines of future days, and of closed months unless an earlier statement has them.
 * Serialised with closing.
 */
export async function take(
  tx: Tx,
  { system, fileName, sha256 }: Pick<Asked, 'system' | 'fileName'> & { sha256: Buffer },
  file: ReadFile,
  by: string,
  at: Date,
): Promise<Taken | null> {
  await lockPeriods(tx)
  await lockStatements(tx)
  const { lines } = file
  const days = lines.map(({ day }) => day).sort()
  const row = await tx
    .insertInto('statements')
    .values({
      system,
      sha256,
      file_name: fileName,
      format: file.format,
      bank: file.bank.slice(0, 100),
      account: file.account.slice(0, 200),
      day_from: days[0] ?? '',
      day_to: days.at(-1) ?? '',
      row_count: lines.length,
      imported_at: at,
      imported_by: by,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const keys =
    file.format === 'own'
      ? new Map(
          [...(await byOurNumbers(tx, lines))].map(([line, key]) => [
            line,
            { key, foundBy: 'number' as const },
          ]),
        )
      : await keysOf(tx, system, lines)
  await keepLines(tx, row.id, lines, keys)
  const { rows: closed } = await sql<{ line: number }>`
    select line.line from statement_rows as line
    where line.statement_id = ${row.id} and exists (select from closed_periods where month = to_char(line.day, 'YYYY-MM'))
      and not exists (select from judged_lines as judged where judged.statement_id = line.statement_id
        and judged.line = line.line and judged.verdict = 'known')
    order by line.line limit ${ERRORS_TOLD}`.execute(tx)
  // A bank may give the next day's date to an evening payment.
  const last = addDays(almatyDay(at), 1)
  const future = lines.filter(({ day }) => day > last).slice(0, ERRORS_TOLD)
  return {
    id: row.id,
    refused: [
      ...future.map(({ line }) => ({ line, field: 'date' as const, why: 'future' as const })),
      ...closed.map(({ line }) => ({ line, field: 'date' as const, why: 'closed' as const })),
    ],
  }
}

/** All lines in one statement of the database, column by column. */
const keepLines = (
  tx: Tx,
  id: string,
  lines: readonly ReadLine[],
  keys: ReadonlyMap<number, Key>,
) =>
  sql`insert into statement_rows (statement_id, line, day, operation, key, found_by, outside_id, amount_tiyn, amount,
      fee_tiyn, fee, payer, payer_iin, purpose, way)
    select ${id}, given.line, given.day, given.operation, given.key, given.found_by, given.outside_id, given.tiyn,
      round(given.tiyn / 100.0), given.fee_tiyn, round(given.fee_tiyn / 100.0), given.payer, given.payer_iin, given.purpose, given.way
    from unnest(
      ${lines.map(({ line }) => line)}::int[], ${lines.map(({ day }) => day)}::date[], ${lines.map(({ operation }) => operation)}::text[],
      ${lines.map(({ line }) => keys.get(line)?.key ?? '')}::text[], ${lines.map(({ line }) => keys.get(line)?.foundBy ?? null)}::text[],
      ${lines.map(({ outsideId }) => outsideId.slice(0, 200))}::text[], ${lines.map(({ amountTiyn }) => amountTiyn)}::bigint[],
      ${lines.map(({ feeTiyn }) => feeTiyn)}::int[], ${lines.map(({ payer }) => payer.slice(0, 300))}::text[],
      ${lines.map(({ payerIin }) => payerIin.slice(0, 20))}::text[], ${lines.map(({ purpose }) => purpose.slice(0, 1000))}::text[], ${lines.map(({ way }) => way)}::text[])
      as given (line, day, operation, key, found_by, outside_id, tiyn, fee_tiyn, payer, payer_iin, purpose, way)`.execute(
    tx,
  )

/** Links lines with the payments a person confirmed, only if they are still the likely ones. */
async function confirm(
  tx: Tx,
  statement: string,
  confirmed: readonly { line: number; payment: string }[],
  { by, at, locale }: { by: string; at: Date; locale: Locale },
): Promise<void> {
  if (confirmed.length === 0) return
  const lines = await linesOf(
    tx,
    confirmed.map(({ line }) => `${statement}:${line}`),
  )
  const likely = await likelyPayments(tx, [...lines.values()])
  const used = new Set<string>()
  for (const { line, payment } of confirmed) {
    const key = `${statement}:${line}`
    if (likely.get(key)?.id !== payment || used.has(payment))
      throw invalid([
        { path: `content.${line}.order_id`, message: fieldText('statement_unsure', locale) },
      ])
    used.add(payment)
    await tx
      .insertInto('settled_differences')
      .values({
        kind: 'statement_unmatched',
        key,
        how: 'linked',
        note: '',
        linked: payment,
        settled_at: at,
        settled_by: by,
      })
      .execute()
  }
}

/** The same header again replaces its stored mapping. */
async function keepMapping(
  tx: Tx,
  { of, columns, bank }: Mapping,
  { titles, named, system, by, at }: HeadTitles & { system: StatementSystem; by: string; at: Date },
): Promise<void> {
  const row = {
    titles,
    bank,
    system,
    columns: JSON.stringify({ of, columns, named }),
    saved_at: at,
    saved_by: by,
  }
  await tx
    .insertInto('statement_formats')
    .values(row)
    .onConflict((conflict) => conflict.column('titles').doUpdateSet(row))
    .execute()
}

/**
 * Withdraws a statement imported by mistake: deletes its lines, their settlements and their entries
 * in the books. Refuses if its month is closed (serialised with closing), or if an entry has
 * consequences: then all of it stays.
 */
export const reportWithdrawStatement = handle(
  'reportWithdrawStatement',
  async ({ id, reason }, context) => {
    const { db, clock, locale, me } = context
    const account = await myAccount(db, me())
    const contracts = (await bookedLinesOf(db, id)).map((one) => one.contract_id)
    const withdrawn = db.transaction().execute(async (tx) => {
      await lockToBook(tx, contracts)
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
      const unbooked = await unbook(tx, context, id, account.id)
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
          system: row.system,
          rows: row.row_count,
          from: row.day_from,
          to: row.day_to,
          unbooked,
          reason,
        },
      })
      return null
    })
    try {
      const refused = await withdrawn
      return refused ? refuse(locale, refused) : { success: true as const }
    } catch (cause) {
      if (!(cause instanceof BookedLineStays)) throw cause
      const message = bookedLineStaysText(cause.line, cause.act)[locale]
      return { ...refuse(locale, refusals.bookedLineStays), message }
    }
  },
)

/** These need no action: they are last. */
const settled = sql<number>`(verdict in (${sql.join(doneVerdicts)}))::int`

/** Sort columns of lines, and the form of a place in each order. */
const linePlaces = {
  open: { column: settled, type: sql`int`, form: part.whole },
  line: { column: sql`line.line`, type: sql`int`, form: part.whole },
  day: { column: sql`line.day`, type: sql`date`, form: part.day },
  key: { column: sql`line.key`, type: sql`text`, form: part.name },
  outsideId: { column: sql`line.outside_id`, type: sql`text`, form: part.name },
} as const satisfies Record<'open' | keyof typeof statementSorts, unknown>

type StatementRow = {
  line: number
  day: Day
  operation: string
  key: string
  outside_id: string
  amount_tiyn: string
  payer: string
  purpose: string
  found_by: 'number' | 'bank_number' | 'order' | null
  fee_tiyn: number
  verdict: string
  place: string
}

/** Unmatched lines first, then by number; or by a column. */
export const reportStatementRows = handle(
  'reportStatementRows',
  async ({ id, after, line: only, sort }, { db }) => {
    const known = await db
      .selectFrom('statements')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!known) throw notFound()
    const { key, order } =
      sort === 'open'
        ? { key: 'open' as const, order: 'asc' as const }
        : sortedBy(statementSorts, sort)
    const { column, type, form } = linePlaces[key]
    const place = readCursor(after, z.tuple([form, part.whole]))
    const than = order === 'desc' ? sql`<` : sql`>`
    const past = place
      ? sql`and (${column}, line.line) ${than} (${place[0]}::${type}, ${place[1]}::int)`
      : sql``
    const direction = sql.raw(order)
    const { rows } = await sql<StatementRow>`
    select line.line, line.day::text as day, operation, key, outside_id, amount_tiyn, payer, purpose, found_by, fee_tiyn, verdict, ${column}::text as place from judged_lines as line
    where statement_id = ${id} ${only === undefined ? sql`` : sql`and line.line = ${only}`} ${past}
    order by ${column} ${direction}, line.line ${direction} limit ${PAGE + 1}`.execute(db)
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)
    return {
      ...ok(
        shown.map((row) => ({
          line: row.line,
          day: row.day,
          operation: operations.find((one) => one === row.operation) ?? ('other' as const),
          key: row.key,
          outsideId: row.outside_id,
          amount: Number(row.amount_tiyn) / 100,
          payer: row.payer,
          purpose: row.purpose,
          foundBy: row.found_by,
          fee: row.fee_tiyn / 100,
          verdict: verdicts.find((verdict) => verdict === row.verdict) ?? 'unknown',
        })),
      ),
      next: rows.length > PAGE && last ? writeCursor([last.place, String(last.line)]) : null,
    }
  },
)

/** Bank tables whose columns a person mapped once. */
export const reportStatementFormats = handle('reportStatementFormats', async (_ask, { db }) => {
  const rows = await db
    .selectFrom('statement_formats')
    .selectAll()
    .orderBy('saved_at', 'desc')
    .execute()
  return ok(
    rows.map(({ id, bank, system, titles, columns, saved_at }) => ({
      id,
      bank,
      titles: titles.split('|'),
      savedAt: saved_at.toISOString(),
      // Formats stored before columns had names have the header only.
      columns: (columns as unknown as Partial<HeadTitles>).named ?? [],
      system: statementSystems.find((one) => one === system) ?? ('account' as const),
    })),
  )
})

export const reportForgetStatementFormat = handle(
  'reportForgetStatementFormat',
  async ({ id }, { db, clock, me }) => {
    const account = await myAccount(db, me())
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('statement_formats')
        .where('id', '=', id)
        .returning(['bank', 'system'])
        .executeTakeFirst()
      if (!row) throw notFound()
      await audit(tx, clock.now(), {
        actor: `accountant:${account.id}`,
        action: 'statement.format_forgotten',
        object: { kind: 'statement', id },
        details: { bank: row.bank, system: row.system },
      })
    })
    return { success: true as const }
  },
)
