import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import type { WayName } from '#domain/payment-ways.ts'
import { type StatementSystem, verdicts } from '#domain/statement.ts'
import type { ReadLine } from '#domain/statements/line.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { contractOf, readContract } from '../contracts/page.ts'
import type { Sql } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { desks, salesBeside } from '../products/products.ts'
import { shortFacts } from '../quotes/quotes.ts'
import { maskedIin } from '../sheets/report-file.ts'
import { namesInEveryLanguage } from './names.ts'

/**
 * A contract as the books have it, by whatever of it an accountant has in hand; the look is in the
 * audit log.
 */
export const reportSale = handle('reportSale', async ({ id: wanted }, context) => {
  const { db, clock, me, locale } = context
  const id = await contractNamed(db, wanted)
  if (!id) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'contract.looked_at',
    object: { kind: 'contract', id },
  })
  const { page } = await readContract(db, id)
  const payments = page.payments.map((payment) => payment.id)
  const refunds = page.refunds.map((refund) => refund.id)
  return ok({
    ...page,
    sold: await soldAs(
      db,
      locale,
      page.orders.map((order) => order.id),
    ),
    lines: await linesAbout(db, payments, refunds),
    receipts: await receiptsOf(db, payments, refunds),
  })
})

/** The contract that an order, policy, payment, refund, receipt or line of a statement is of. */
async function contractNamed(db: Sql, wanted: string): Promise<string | undefined> {
  const named = await contractOf(db, wanted)
  if (named) return named
  const [statement = '', line = ''] = wanted.split(':')
  const { rows } = await sql<{ id: string }>`
    select contract_id as id from payment_attempts where id = ${wanted}
    union all select contract_id from refunds where id = ${wanted}
    union all select ledger.contract_id from fiscal_receipts join ledger on ledger.order_id = fiscal_receipts.order_id
      where fiscal_receipts.id = ${wanted}
    union all select coalesce(attempt.contract_id, refunds.contract_id)
      from statement_rows as line left join payment_attempts as attempt on attempt.id = line.key
        left join refunds on refunds.id = line.key
      where line.statement_id::text = ${statement} and line.line::text = ${line} and coalesce(attempt.contract_id, refunds.contract_id) is not null
    union all select attempt.contract_id from settled_differences as settled join payment_attempts as attempt on attempt.id = settled.linked
      where settled.kind = 'statement_unmatched' and settled.key = ${wanted} and settled.undone_at is null
    limit 1`.execute(db)
  return rows[0]?.id
}

type Sold = {
  id: string
  insurer: string
  channel: string
  source: string | null
  promoter: string | null
  client: string | null
}

/** Returns how a contract's sales were sold; people as surname, initial and four digits. */
async function soldAs(db: Sql, locale: Locale, ids: string[]) {
  const sale = salesBeside(sql`wanted.id`)
  const { rows } = await sql<Sold>`
    select wanted.id, ${sale.insurer} as insurer, ${sale.channel} as channel, ${sale.source} as source,
      ${sale.promoter} as promoter, ${sale.client} as client
    from unnest(${ids}::text[]) as wanted (id) ${sale.join}`.execute(db)
  const facts = new Map(
    (await Promise.all(desks().map((desk) => desk.facts(db, ids))))
      .flat()
      .map((one) => [one.id, one.facts]),
  )
  const { [locale]: names } = await namesInEveryLanguage(db)
  const promoters = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .where('iin', 'in', ['', ...rows.flatMap(({ promoter }) => promoter ?? [])])
    .execute()
  const accountOf = new Map(promoters.map((one) => [one.iin, one.id]))
  return rows.map((row) => {
    const { who, plate } = shortFacts(facts.get(row.id), locale)
    return {
      order_id: row.id,
      who,
      plate,
      iin: maskedIin(row.client),
      insurer: row.insurer || null,
      channel: row.channel,
      source: row.source,
      promoter:
        row.promoter === null
          ? null
          : { id: accountOf.get(row.promoter) ?? '', name: names.promoter(row.promoter) ?? '–' },
    }
  })
}

type Line = {
  statement_id: string
  file: string
  system: WayName
  line: number
  day: string
  operation: 'payment' | 'refund'
  about: string
  outside_id: string
  amount: number
  fee: number
  verdict: string
  linked: boolean
}

/** Lines of statements with the numbers of payments and refunds, and those linked with one. */
async function linesAbout(db: Sql, payments: string[], refunds: string[]) {
  const told = sql`line.statement_id, statements.file_name as file, line.system, line.line, line.day::text as day, line.operation`
  const rest = sql`line.outside_id, line.amount, line.fee_tiyn / 100.0::float8 as fee, line.verdict`
  const { rows } = await sql<Line>`
    select ${told}, line.key as about, ${rest}, false as linked
    from judged_lines as line join statements on statements.id = line.statement_id
    where line.key = any(${[...payments, ...refunds]}::text[])
    union all
    select ${told}, settled.linked, ${rest}, true
    from settled_differences as settled
      join judged_lines as line on line.statement_id = split_part(settled.key, ':', 1)::uuid
        and line.line = split_part(settled.key, ':', 2)::int
      join statements on statements.id = line.statement_id
    where settled.kind = 'statement_unmatched' and settled.undone_at is null and settled.linked = any(${payments}::text[])
    order by day, statement_id, line`.execute(db)
  return rows.map(({ verdict, ...line }) => ({
    ...line,
    verdict: verdicts.find((one) => one === verdict) ?? ('unknown' as const),
  }))
}

/** Receipts of the cash register; those of Home refunds used to be known by the payment. */
async function receiptsOf(db: Sql, payments: string[], refunds: string[]) {
  const ids = [
    ...payments.flatMap((id) => [`payment:${id}`, `refund:${id}`]),
    ...refunds.map((id) => `refund:${id}`),
  ]
  const rows = await db
    .selectFrom('fiscal_receipts')
    .select(['id', 'operation', 'number', 'state', 'amount', 'created_at', 'url'])
    .where('id', 'in', ['', ...ids])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export type Key = { key: string; foundBy: 'number' | 'bank_number' | 'order' | null }

/**
 * Payment methods whose bank may return money unasked; its statement then shows that by the
 * payment.
 */
const givesBack: Readonly<Record<StatementSystem, WayName | null>> = {
  mobile_bank: 'mobile_bank',
  account: 'mobile_bank',
  card: null,
  epay: null,
}

type Found = { line: number; id: string; by: 'number' | 'bank_number' | 'order'; same: boolean }

/**
 * The payment or refund of ours that each line names: by our number on it, by the bank's own, by an
 * order that has one such payment. A number that several could be is no number.
 */
export async function keysOf(
  db: Sql,
  system: StatementSystem,
  lines: readonly ReadLine[],
): Promise<Map<number, Key>> {
  const payments = lines.filter(
    ({ operation }) => operation === 'payment' || operation === 'chargeback',
  )
  const refunds = lines.filter(({ operation }) => operation === 'refund')
  const found = payments.length > 0 ? await paymentsOf(db, system, payments) : []
  const ours = refunds.length > 0 ? await refundsOf(db, refunds) : []
  // A sum above our refund is not that refund: the bill's bank returned it unasked, and it belongs
  // to the bill.
  const asked = ours.filter(({ same, isPart }) => same || isPart)
  const linesOf = (all: readonly Found[]) => new Set(all.map(({ line }) => line))
  const named = linesOf(asked)
  const unasked = refunds.filter(({ line }) => !named.has(line))
  const way = givesBack[system]
  const given = unasked.length > 0 && way ? await paymentsOf(db, way, unasked) : []
  const known = linesOf([...asked, ...given])
  found.push(...asked, ...given, ...ours.filter(({ line }) => !known.has(line)))
  const byLine = new Map<number, Found[]>()
  for (const one of found) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one])
  return new Map(
    [...byLine].flatMap(([line, all]) => {
      const best = bestOf(all)
      return best ? [[line, { key: best.id, foundBy: best.by }] as const] : []
    }),
  )
}

const ranks = ['number', 'bank_number', 'order'] as const

function bestOf(all: readonly Found[]): Found | null {
  for (const rank of ranks) {
    const of = all.filter(({ by }) => by === rank)
    const exact = of.filter(({ same }) => same)
    const [one] = exact.length > 0 ? exact : of
    if (one) return (exact.length > 0 ? exact : of).length === 1 ? one : null
  }
  return null
}

const tokens = (lines: readonly ReadLine[]) => {
  const all = lines.flatMap(({ line, numbers, outsideId, amountTiyn }) =>
    [...new Set([...numbers, ...(outsideId === '' ? [] : [outsideId])])].map((number) => ({
      line,
      number,
      isOutside: number === outsideId,
      amount: amountTiyn,
    })),
  )
  return sql`unnest(${all.map(({ line }) => line)}::int[], ${all.map(({ number }) => number)}::text[],
    ${all.map(({ amount }) => amount)}::bigint[]) as said (line, number, tiyn)`
}

/** The first part of an order's id: all that a bill's purpose contains. */
const orderNumber = (orderId: RawBuilder<unknown>) => sql<string>`split_part(${orderId}, '-', 1)`

async function paymentsOf(db: Sql, system: StatementSystem, lines: readonly ReadLine[]) {
  const { rows } = await sql<Found>`
    with said as materialized (select distinct * from ${tokens(lines)})
    select said.line, attempt.id, 'number' as by, attempt.amount * 100::bigint = said.tiyn as same
    from said join payment_attempts as attempt on attempt.id = said.number
    union
    select said.line, attempt.id, 'number', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.invoice = said.number
    union
    select said.line, attempt.id, 'bank_number', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.outside_id = said.number
    where ${system} = 'account' or attempt.system = ${system}
    union
    select said.line, attempt.id, 'order', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.order_id = said.number
    where (${system} = 'account' or attempt.system = ${system}) and attempt.state in ('paid', 'refunding', 'refunded')
    union
    select said.line, attempt.id, 'order', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on ${orderNumber(sql`attempt.order_id`)} = said.number
    where (${system} = 'account' or attempt.system = ${system}) and attempt.state in ('paid', 'refunding', 'refunded')`.execute(
    db,
  )
  return rows
}

/** A refund often carries the number of the payment it gives back. */
async function refundsOf(db: Sql, lines: readonly ReadLine[]) {
  const { rows } = await sql<Found & { isPart: boolean }>`
    with said as materialized (select distinct * from ${tokens(lines)}),
    -- What a bank gave back unasked is booked by its line, which keeps the bill's number.
    back as (select id, attempt_id, order_id, outside_id, amount * 100::bigint as tiyn from refunds where reason <> 'bank_return')
    select said.line, back.id, 'number' as by, back.tiyn = said.tiyn as same, said.tiyn < back.tiyn as "isPart"
    from said join back on back.id = said.number
    union
    select said.line, back.id, 'bank_number', back.tiyn = said.tiyn, said.tiyn < back.tiyn
    from said join back on back.outside_id = said.number
    union
    select said.line, back.id, 'bank_number', back.tiyn = said.tiyn, said.tiyn < back.tiyn
    from said join payment_attempts as attempt on attempt.id = said.number or attempt.outside_id = said.number
    join back on back.attempt_id = attempt.id
    union
    select said.line, back.id, 'order', back.tiyn = said.tiyn, said.tiyn < back.tiyn
    from said join back on back.order_id = said.number
    union
    select said.line, back.id, 'order', back.tiyn = said.tiyn, said.tiyn < back.tiyn
    from said join back on ${orderNumber(sql`back.order_id`)} = said.number`.execute(db)
  return rows
}
