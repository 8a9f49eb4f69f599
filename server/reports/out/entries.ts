import { type RawBuilder, sql } from 'kysely'
import { type Entry, entryKinds, entryOf } from '#domain/books/entries.ts'
import { ownParty, wayParty } from '#domain/books/parties.ts'
import { bookable } from '#domain/books/settle.ts'
import { type Vat, vatWithin } from '#domain/books/vat.ts'
import { addDays, almatyDay, type Day, startOfDay } from '#domain/calendar.ts'
import { type Account, accounts, postingKinds } from '#domain/contract/posting.ts'
import { wayNames } from '#domain/payment-ways.ts'
import type { Sql } from '../../db/connect.ts'
import { bookedIn } from '../../payments/record.ts'
import { ledgerSales } from '../../products/products.ts'
import { statementPerInsurer } from '../insurers.ts'
import { payOfPromoters } from '../promoters.ts'
import { daysOfMonth } from '../reports.ts'

/** One entry of the broker's books. Sums are tiyn, above nothing. */
export type BookEntry = {
  /** Stable between reads of the month: identifies what was entered already. */
  id: string
  day: Day
  entry: Entry
  tiyn: number
  /** Party that the line names: an insurer's code, a promoter; empty if none. */
  party: string
  /** Payment method. */
  way: string
  orderId: string
}
/** The entries of a month that are alike, added up. */
export type EntrySum = Pick<BookEntry, 'entry' | 'tiyn' | 'party' | 'way'> & { count: number }

export const spanOf = (month: string) => {
  const { from, to } = daysOfMonth(month)
  return { from, to, since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
}

const PAGE = 5_000
type LedgerRow = {
  id: string
  key: string
  at: Date
  /** The instant as the database has it. */
  place: string
  kind: string
  debit: string
  credit: string
  amount: string
  insurer: string
  order_id: string
}

/**
 * Returns a ledger row as an entry by its own names; an unknown name is a defect of the database.
 */
function entryOfRow({ kind, debit, credit }: Pick<LedgerRow, 'kind' | 'debit' | 'credit'>): Entry {
  const posting = postingKinds.find((one) => one === kind)
  const account = (name: string): Account | undefined => accounts.find((one) => one === name)
  const [to, from] = [account(debit), account(credit)]
  if (!posting || !to || !from) throw new Error(`no posting: ${kind} ${debit} ${credit}`)
  return entryOf({ kind: posting, debit: to, credit: from })
}
const wayOfRow = ({ debit, credit }: Pick<LedgerRow, 'debit' | 'credit'>): string =>
  wayNames.find((way) => way === debit || way === credit) ?? ''

const ledgerIn = (month: string) => {
  const { since, until } = spanOf(month)
  const { join, insurer } = ledgerSales()
  return { join, insurer, where: bookedIn({ since, until }) }
}

/** Of the ledger, a page at a time, in the order it was written. */
async function* ledgerEntries(db: Sql, month: string): AsyncGenerator<BookEntry[]> {
  const { join, insurer, where } = ledgerIn(month)
  for (let after: [string, string] | null = null; ; ) {
    const past: RawBuilder<unknown> = after
      ? sql`and (ledger.at, ledger.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`
      : sql``
    const { rows }: { rows: LedgerRow[] } = await sql<LedgerRow>`
      select ledger.id, ledger.key, ledger.at, ledger.at::text as place, ledger.kind, ledger.debit, ledger.credit, ledger.amount,
        ${insurer} as insurer, ledger.order_id
      from ledger ${join} where ${where} ${past}
      order by ledger.at, ledger.id limit ${PAGE}`.execute(db)
    yield rows.map((row) => ({
      id: `L-${row.key}`,
      day: almatyDay(row.at),
      entry: entryOfRow(row),
      tiyn: Number(row.amount) * 100,
      party: row.insurer,
      way: wayOfRow(row),
      orderId: row.order_id,
    }))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.place, last.id]
  }
}

async function ledgerSums(db: Sql, month: string): Promise<EntrySum[]> {
  const { join, insurer, where } = ledgerIn(month)
  type Sum = Omit<LedgerRow, 'id' | 'key' | 'at' | 'place' | 'order_id'> & { count: number }
  const { rows } = await sql<Sum>`
    select ledger.kind, ledger.debit, ledger.credit, ${insurer} as insurer, sum(ledger.amount) as amount, count(*)::int as count
    from ledger ${join} where ${where} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows.map((row) => ({
    entry: entryOfRow(row),
    tiyn: Number(row.amount) * 100,
    count: row.count,
    party: row.insurer,
    way: wayOfRow(row),
  }))
}

/** Verdicts of lines that are not in our books until somebody explains them. */
const unclear = sql`('unknown', 'amount_differs', 'not_in_our_books', 'chargeback', 'repeated',
  ${sql.join(bookable)})`

/**
 * Selects a month's statement lines with their explanations, without repetitions from an earlier
 * file of the same account or register. `ours`: the sum in our books, tiyn.
 */
const linesOf = (from: Day, to: Day) => sql`
  select judged.statement_id || ':' || judged.line as id, judged.day::text as day, judged.operation, judged.system,
    judged.amount_tiyn as tiyn, judged.fee_tiyn as fee, judged.verdict, judged.payer_iin as bin,
    coalesce(attempt.order_id, refund.order_id, '') as order_id,
    coalesce(nullif(judged.system, 'account'), attempt.system, paid.system, '') as way,
    coalesce(line.way, case when judged.operation in ('payment', 'payout') then 'in' when judged.operation <> 'other' then 'out' end) as went,
    coalesce(attempt.amount, refund.amount) * 100::bigint as ours,
    details.refund_id is not null as by_details, settled.how
  from judged_lines as judged
  join statement_rows as line on line.statement_id = judged.statement_id and line.line = judged.line
  join statements as of on of.id = judged.statement_id
  left join payment_attempts as attempt on judged.operation in ('payment', 'chargeback', 'refund') and attempt.id = judged.key
  left join refunds as refund on judged.operation = 'refund' and refund.id = judged.key
  left join payment_attempts as paid on paid.id = refund.attempt_id
  left join refund_details as details on details.refund_id = refund.id and details.paid_at is not null
  left join settled_differences as settled on settled.kind = 'statement_unmatched' and settled.undone_at is null
    and settled.key = judged.statement_id || ':' || judged.line
  where judged.day between ${from} and ${to}
    and not (judged.verdict = 'known' and exists (
      select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.day = line.day and other.operation = line.operation and other.key = line.key
        and other.outside_id = line.outside_id and other.amount_tiyn = line.amount_tiyn and other.payer = line.payer
        and earlier.system = of.system and earlier.account = of.account
        and (earlier.imported_at, earlier.id) < (of.imported_at, of.id)))`

/** `against`: the entry is reversed if the money was. */
const leg = (
  entry: string,
  tiyn: RawBuilder<unknown>,
  against: RawBuilder<unknown>,
  when: RawBuilder<unknown>,
  mark: string,
) => sql`select id || ${sql.lit(mark)} as id, day, ${sql.lit(entry)} as entry, ${tiyn} as tiyn, ${against} as against, bin, way, order_id
    from line where ${when}`
const onAccount = sql`system = 'account'`
const isOut = sql`went = 'out'`
const isIn = sql`went = 'in'`

/** Each line as the entries it makes. */
const legsOf = (from: Day, to: Day, bins: readonly string[]) => sql`
  with line as (${linesOf(from, to)})
  ${sql.join(
    [
      leg('register_fee', sql`fee`, sql`false`, sql`not ${onAccount} and fee <> 0`, ':fee'),
      leg('register_fee', sql`tiyn`, isIn, sql`not ${onAccount} and operation = 'fee'`, ''),
      leg('account_fee', sql`tiyn`, isIn, sql`${onAccount} and operation = 'fee'`, ''),
      leg(
        'to_account',
        sql`tiyn`,
        isOut,
        sql`${onAccount} and operation in ('payment', 'payout', 'refund', 'chargeback') and not by_details`,
        '',
      ),
      leg(
        'unknown_money',
        sql`case when verdict = 'amount_differs' then tiyn - ours else tiyn end`,
        isOut,
        sql`how = 'accepted' and verdict in ${unclear}
          and operation in ('payment', 'refund', 'chargeback')`,
        ':unknown',
      ),
      leg(
        'passed_on',
        sql`tiyn`,
        isIn,
        sql`${onAccount} and operation = 'other' and went is not null and bin <> '' and bin = any(${[...bins]}::text[])`,
        '',
      ),
    ],
    sql` union all `,
  )}`

type Leg = {
  id: string
  day: string
  entry: string
  tiyn: string
  against: boolean
  bin: string
  way: string
  order_id: string
}

/** Returns the entries of a month's statements. `bins`: the insurers' codes by their numbers. */
async function statementEntries(
  db: Sql,
  month: string,
  bins: ReadonlyMap<string, string>,
): Promise<BookEntry[]> {
  const { from, to } = daysOfMonth(month)
  const { rows } = await sql<Leg>`
    select * from (${legsOf(from, to, [...bins.keys()])}) as leg where tiyn <> 0 order by day, id, entry`.execute(
    db,
  )
  return rows.map((row) => {
    const kind = entryKinds.find((one) => one === row.entry)
    if (!kind) throw new Error(`no entry: ${row.entry}`)
    const tiyn = Number(row.tiyn)
    return {
      id: `S-${row.id}`,
      day: row.day,
      orderId: row.order_id,
      way: row.way,
      // A negative sum is reversed.
      entry: { kind, reversed: row.against !== tiyn < 0 },
      tiyn: Math.abs(tiyn),
      party: kind === 'passed_on' ? (bins.get(row.bin) ?? '') : '',
    }
  })
}

type Amount = { count: number; tiyn: number }

/** Returns the lines in no entry: unexplained, or of no sale, insurer or bank. */
export async function leftOf(db: Sql, month: string, bins: ReadonlyMap<string, string>) {
  const { from, to } = daysOfMonth(month)
  const sums = (when: RawBuilder<unknown>) =>
    sql`count(*) filter (where ${when})::int as count, coalesce(sum(tiyn) filter (where ${when}), 0) as tiyn`
  const unexplained = sql`verdict in ${unclear} and how is null`
  const other = sql`${onAccount} and operation = 'other' and (went is null or bin = '' or bin <> all(${[...bins.keys()]}::text[]))`
  const read = async (when: RawBuilder<unknown>): Promise<Amount> => {
    const { rows } = await sql<{ count: number; tiyn: string }>`
      with line as (${linesOf(from, to)}) select ${sums(when)} from line`.execute(db)
    return { count: rows[0]?.count ?? 0, tiyn: Number(rows[0]?.tiyn ?? 0) }
  }
  return { unexplained: await read(unexplained), others: await read(other) }
}

/** Returns what promoters are owed of a month's commission, by the terms of each day. */
async function promoterEntries(db: Sql, month: string): Promise<BookEntry[]> {
  const { to, ...span } = spanOf(month)
  const pays = await payOfPromoters(db, span)
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .where('iin', 'in', ['', ...pays.keys()])
    .orderBy('id')
    .execute()
  const entries: BookEntry[] = []
  for (const { id, iin } of people) {
    const pay = pays.get(iin)
    if (pay)
      entries.push({
        id: `P-${month}-${id}`,
        day: to,
        orderId: '',
        way: '',
        party: `promoter:${id}`,
        entry: { kind: 'promoter_pay', reversed: pay < 0 },
        tiyn: Math.abs(pay) * 100,
      })
  }
  return entries
}

/** The tax within the commission of each insurer. */
export async function taxOf(db: Sql, month: string, vat: Vat | null) {
  const { since, until } = spanOf(month)
  return (await statementPerInsurer(db, since, until)).flatMap(({ insurer, commission }) =>
    commission === 0
      ? []
      : {
          insurer,
          commission,
          tax: vat?.kind === 'payer' ? vatWithin(commission * 100, vat.percent) : 0,
        },
  )
}

async function taxEntries(db: Sql, month: string, vat: Vat | null): Promise<BookEntry[]> {
  const { to } = daysOfMonth(month)
  return (await taxOf(db, month, vat))
    .filter(({ tax }) => tax !== 0)
    .map(({ insurer, tax }) => ({
      id: `V-${month}-${insurer}`,
      day: to,
      orderId: '',
      way: '',
      party: insurer,
      entry: { kind: 'vat' as const, reversed: tax < 0 },
      tiyn: Math.abs(tax),
    }))
}

export type Known = { bins: ReadonlyMap<string, string>; vat: Vat | null }

async function besideLedger(db: Sql, month: string, { bins, vat }: Known): Promise<BookEntry[]> {
  return [
    ...(await statementEntries(db, month, bins)),
    ...(await promoterEntries(db, month)),
    ...(await taxEntries(db, month, vat)),
  ]
}

/** Every entry of a month, in parts. */
export async function* entriesOf(
  db: Sql,
  month: string,
  known: Known,
): AsyncGenerator<readonly BookEntry[]> {
  yield* ledgerEntries(db, month)
  yield await besideLedger(db, month, known)
}

/** The same, those that are alike added up. */
export async function sumsOf(db: Sql, month: string, known: Known): Promise<EntrySum[]> {
  const sums = new Map<string, EntrySum>()
  for (const { entry, tiyn, party, way } of await besideLedger(db, month, known)) {
    const key = [entry.kind, entry.reversed, party, way].join(' ')
    const sum = sums.get(key) ?? { entry, party, way, tiyn: 0, count: 0 }
    sums.set(key, { ...sum, tiyn: sum.tiyn + tiyn, count: sum.count + 1 })
  }
  return [...(await ledgerSums(db, month)), ...sums.values()]
}

/** Parties on the sides of an entry, by code; empty if none is named. */
export const namedBy = {
  clients: () => '',
  none: () => '',
  own: () => ownParty,
  way: ({ way }: Pick<BookEntry, 'way'>) => (way ? wayParty(way) : ''),
  line: ({ party }: Pick<BookEntry, 'party'>) => party,
} as const
