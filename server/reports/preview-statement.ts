import { sql } from 'kysely'
import { verdicts } from '#domain/statement.ts'
import { type LineError, operations, type ReadFile } from '#domain/statements/line.ts'
import { type Mapping, unreadSheets } from '#domain/statements/recognise.ts'
import type { Table } from '#domain/statements/table.ts'
import { textOf } from '#domain/statements/values.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  bytesOf,
  digestOf,
  guessed,
  readable,
  readFile,
  sameFile,
  systemNamed,
  take,
} from './statement-import.ts'
import { likelyPayments, linesOf } from './statement-lines.ts'

/** Lines shown per verdict; more of those that ask for a decision. */
const SHOWN = 50
const ASKED = 300
/** Rows and columns of a table that a person maps. */
const [ROWS, CELLS, SHEETS] = [30, 40, 12]
const LONGEST_CELL = 80

type Seen = Awaited<ReturnType<typeof judge>> & { errors: readonly LineError[] }
const nothing: Omit<Seen, 'errors'> = { counts: [], lines: [] }

/** Thrown to roll the preview back. */
class Undone extends Error {
  readonly seen: Seen
  constructor(seen: Seen) {
    super('undone')
    this.seen = seen
  }
}

/**
 * Reads a file and previews the effect of each line: imports and judges the lines as an import
 * does, then rolls back, so that a preview cannot differ from the import.
 */
export const reportPreviewStatement = handle('reportPreviewStatement', async (ask, context) => {
  const { db, clock, locale, me } = context
  const bytes = bytesOf(ask, locale)
  const read = await readable(locale, () => readFile(db, bytes, ask.mapping ?? null))
  const mapping = ask.mapping ?? guessed(read)
  const table =
    read.tables.length > 0
      ? {
          sheets: sheetsOf(read.tables, mapping),
          mapping,
          kept: read.kept !== null,
          unread: read.recognised.known ? unreadSheets(read.tables, read.recognised.table) : [],
        }
      : null
  if (!read.recognised.known) return ok({ known: false, read: null, table })
  const { file } = read.recognised
  const system = ask.system ?? read.kept?.system ?? (await systemNamed(db, file))
  if (!system)
    return ok({
      known: false,
      read: { ...aboutFile(file), system, errors: [...file.errors], ...nothing },
      table,
    })
  const sha256 = digestOf(system, bytes)
  const known = (await sameFile(db, system, [sha256])) !== undefined
  const account = await myAccount(db, me())
  const judged: Seen =
    known || file.errors.length > 0 || file.lines.length === 0
      ? { ...nothing, errors: file.errors }
      : await undone(() =>
          db.transaction().execute(async (tx) => {
            const taken = await take(
              tx,
              { system, fileName: ask.fileName, sha256 },
              file,
              account.id,
              clock.now(),
            )
            throw new Undone(
              taken
                ? { ...(await judge(tx, taken.id)), errors: taken.refused }
                : { ...nothing, errors: [] },
            )
          }),
        )
  const { counts, lines } = judged
  return ok({
    known,
    read: { ...aboutFile(file), system, errors: [...judged.errors], counts, lines },
    table,
  })
})

async function undone(act: () => Promise<never>): Promise<Seen> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Undone) return error.seen
    throw error
  }
}

function aboutFile({ format, bank, account, lines, twice, balances }: ReadFile) {
  const days = lines.map(({ day }) => day).sort()
  return {
    format,
    bank,
    account,
    rows: lines.length,
    twice: twice.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    balances: balances
      ? {
          opening: balances.opening / 100,
          came: balances.came / 100,
          went: balances.went / 100,
          closing: balances.closing / 100,
        }
      : null,
  }
}

type Row = {
  line: number
  day: string
  operation: string
  key: string
  outside_id: string
  payer: string
  purpose: string
  amount_tiyn: string
  fee_tiyn: number
  verdict: string
}

const verdictOf = (text: string) => verdicts.find((one) => one === text) ?? ('unknown' as const)

async function judge(tx: Tx, id: string) {
  const { rows: counts } = await sql<{ verdict: string; count: number }>`
    select verdict, count(*)::int as count from judged_lines where statement_id = ${id} group by verdict`.execute(
    tx,
  )
  const { rows } = await sql<Row>`
    select line, day::text as day, operation, key, outside_id, payer, purpose, amount_tiyn, fee_tiyn, verdict
    from (select *, row_number() over (partition by verdict order by line) as place
      from judged_lines where statement_id = ${id}) as line
    where place <= case when verdict = 'unknown' then ${ASKED}::int else ${SHOWN}::int end order by line`.execute(
    tx,
  )
  const keys = rows
    .filter(({ verdict }) => verdict === 'unknown')
    .map(({ line }) => `${id}:${line}`)
  const likely = await likelyPayments(tx, [...(await linesOf(tx, keys)).values()])
  return {
    counts: counts.map(({ verdict, count }) => ({ verdict: verdictOf(verdict), count })),
    lines: rows.map((row) => {
      const means = likely.get(`${id}:${row.line}`)
      return {
        line: row.line,
        day: row.day,
        key: row.key,
        outsideId: row.outside_id,
        operation: operations.find((one) => one === row.operation) ?? ('other' as const),
        payer: row.payer,
        purpose: row.purpose,
        verdict: verdictOf(row.verdict),
        amount: Number(row.amount_tiyn) / 100,
        fee: row.fee_tiyn / 100,
        likely: means
          ? {
              id: means.id,
              orderId: means.orderId,
              day: means.day,
              amount: means.amount,
              by: means.by,
            }
          : null,
      }
    }),
  }
}

/** Returns the first rows of each sheet, or those around the header if it is known. */
function sheetsOf(tables: readonly Table[], mapping: Mapping | null) {
  return tables.slice(0, SHEETS).map(({ name, rows }) => {
    const head = name === mapping?.sheet ? rows.findIndex(({ line }) => line === mapping.line) : 0
    const from = Math.max(0, head - ROWS / 2)
    return {
      name,
      rows: rows.slice(from, from + ROWS).map(({ line, cells }) => ({
        line,
        cells: cells.slice(0, CELLS).map((cell) => textOf(cell).slice(0, LONGEST_CELL)),
      })),
    }
  })
}
