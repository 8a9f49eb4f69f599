import { type RawBuilder, sql } from 'kysely'
import { beginning, type Movement, movementNames, movements } from '#domain/books/movements.ts'
import type { Locale } from '#domain/locale.ts'
import { NO_PROMOTER } from '#domain/report.ts'
import { movementColumns } from '#texts/report-columns.ts'
import { movementWords, saleChannels, wordFor } from '#texts/report-words.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { holderIn, plateIn, salesBeside } from '../products/products.ts'
import {
  fileColumns,
  type KeptLine,
  type ReportFile,
  reportFile,
  sentLine,
} from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf, promoterIin } from './names.ts'
import {
  batches,
  instantsOf,
  type Keyed,
  ledgerPlaceOf,
  PAGE,
  type Place,
  pageOf,
  skippedBy,
} from './reports.ts'

type Filter = {
  since: Date
  until: Date
  insurer?: string | undefined
  channel?: string | undefined
  movement?: Movement | undefined
  plus?: boolean | undefined
  /** The promoter's IIN, or that there is none; null for all. */
  promoter: string | null
}
type Row = KeptLine<typeof movementColumns> & Keyed & { orderId: string; movement: Movement }

/** The line of the ledger that begins a movement (domain/books/movements.ts), and its sale. */
const line = (column: string) => sql.ref(`line.${column}`)
const sale = () => salesBeside(line('order_id'))
const prefix = sql<string>`split_part(${line('key')}, ':', 1)`
const movement = sql<Movement>`case ${prefix} ${sql.join(
  movementNames.map((name) => sql`when ${sql.lit(movements[name])} then ${sql.lit(name)}`),
  sql` `,
)} end`

/** The posting of another kind with the same event: `commission_cancelled:…` of `premium_…`. */
const beside = (kind: 'commission' | 'ogpo_plus') => sql`
  left join ledger as ${sql.ref(kind)} on ${line('kind')} = 'premium'
    and ${sql.ref(`${kind}.key`)} = ${sql.lit(kind)} || substr(${line('key')}, length('premium') + 1)`
const signed = (of: string, plus: string) =>
  sql<number>`coalesce(case when ${sql.ref(`${of}.credit`)} = ${sql.lit(plus)} then ${sql.ref(`${of}.amount`)} else -${sql.ref(`${of}.amount`)} end, 0)`
const sums = {
  premium: sql<number>`case when line.kind = 'premium' then ${signed('line', 'insurer')} else 0 end`,
  ogpoPlus: signed('ogpo_plus', 'insurer'),
  commission: signed('commission', 'commission'),
  refundDue: sql<number>`case when line.kind = 'returned' then line.amount else 0 end`,
}
const toPassOn = sql<number>`(${sums.premium} + ${sums.ogpoPlus} - ${sums.commission} - ${sums.refundDue})`

const soldBy = (of: RawBuilder<unknown>, promoter: string | null) => {
  if (promoter === null) return sql``
  return promoter === NO_PROMOTER ? sql`and ${of} is null` : sql`and ${of} = ${promoter}`
}

const found = ({ since, until, insurer, channel, movement: only, plus, promoter }: Filter) => {
  const of = sale()
  return sql`from ledger as line ${beside('ogpo_plus')} ${beside('commission')} ${of.join}
    where line.at >= ${since} and line.at < ${until} and line.kind in (${sql.join(beginning.map((kind) => sql.lit(kind)))})
      ${insurer === undefined ? sql`` : sql`and ${of.insurer} = ${insurer}`}
      ${channel ? sql`and ${of.channel} = ${channel}` : sql``}
      ${soldBy(of.promoter, promoter)}
      ${only ? sql`and ${prefix} = ${movements[only]}` : sql``}
      ${plus ? sql`and ogpo_plus.id is not null` : sql``}`
}

async function movementPage(
  db: Sql,
  filter: Filter,
  order: 'asc' | 'desc',
  after: Place | null,
  limit: number,
  skipped = 0,
): Promise<Row[]> {
  const direction = sql.raw(order)
  const than: RawBuilder<unknown> = after
    ? sql`and (line.at, line.id) ${sql.raw(order === 'desc' ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]}::bigint)`
    : sql``
  const of = sale()
  const facts = sql`told.facts`
  const { rows } = await sql<Row>`
    select told.*, made.global_id as "policyNumber", made.start_date::text as "startDate", made.end_date::text as "endDate",
      ${holderIn(facts)} as holder, ${plateIn(facts)} as plate,
      (select attempt.id from payment_attempts as attempt where attempt.order_id = told."orderId" and attempt.period = told.period
        and attempt.state in ('paid', 'refunding', 'refunded') order by attempt.created_at desc limit 1) as "paymentId",
      case when told.movement in ('ended', 'cancelled') then (select refunds.id from refunds
        where refunds.order_id = told."orderId" and refunds.created_at = told.at order by refunds.id limit 1) end as "refundId"
    from (
      select line.id::text as id, line.at::text as place, line.at, line.order_id as "orderId", ${movement} as movement,
        ${of.insurer} as insurer, ${of.channel} as channel, ${of.number} as number, ${of.promoter} as promoter, ${of.client} as client,
        ${of.facts} as facts, ${of.policy} as policy,
        ${of.period(sql`substr(line.key, strpos(line.key, ':') + 1)`)} as period,
        ${sums.premium} as premium, ${sums.ogpoPlus} as "ogpoPlus", ${sums.commission} as commission, ${sums.refundDue} as "refundDue",
        ${toPassOn} as "toPassOn"
      ${found(filter)} ${than} order by line.at ${direction}, line.id ${direction} limit ${limit} offset ${skipped}
    ) as told left join policies as made on made.id = told.policy
    order by told.place::timestamptz ${direction}, told.id::bigint ${direction}`.execute(db)
  return rows
}

/** How many movements there are, of which sales, and their sums, as the ledger has them. */
async function movementsIn(db: Sql, filter: Filter) {
  const names = [...Object.entries(sums), ['toPassOn', toPassOn] as const]
  const { rows } = await sql<Record<keyof typeof sums | 'toPassOn' | 'count' | 'sold', string>>`
    select count(*) as count, count(*) filter (where ${prefix} = ${movements.sold}) as sold,
      ${sql.join(names.map(([name, sum]) => sql`coalesce(sum(${sum}), 0) as ${sql.ref(name)}`))}
    ${found(filter)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has no row')
  return {
    count: Number(row.count),
    sold: Number(row.sold),
    premium: Number(row.premium),
    ogpoPlus: Number(row.ogpoPlus),
    commission: Number(row.commission),
    refundDue: Number(row.refundDue),
    toPassOn: Number(row.toPassOn),
  }
}

type Names = Awaited<ReturnType<typeof namesOf>>
const named = (row: Row, names: Names): Row => ({ ...row, promoter: names.promoter(row.promoter) })

async function filterOf(db: Sql, ask: FileAsk, locale: Locale): Promise<Filter> {
  const { insurer, channel, promoter, movement: wanted, plus } = ask
  return {
    ...instantsOf(ask, { locale }),
    insurer,
    channel,
    plus: plus === 'yes',
    movement: movementNames.find((one) => one === wanted),
    promoter: await promoterIin(db, promoter),
  }
}

/** The movements as a file. */
export async function movementsFile(
  db: Sql,
  locale: Locale,
  ask: FileAsk,
  title?: string,
): Promise<ReportFile> {
  const { insurer, channel, promoter, movement: wanted } = ask
  const filter = await filterOf(db, ask, locale)
  const names = await namesOf(db, locale)
  const order = ask.sort === 'oldest' ? 'asc' : 'desc'
  return reportFile({
    name: 'movements',
    ...(title ? { title } : {}),
    locale,
    period: { from: ask.from, to: ask.to },
    filters: { insurer, channel, promoter, movement: wanted },
    words: { movement: movementWords[locale], channel: saleChannels[locale] },
    columns: fileColumns(movementColumns, locale, {
      movement: (code) => wordFor(movementWords[locale], code),
      channel: (code) => wordFor(saleChannels[locale], code),
      insurer: names.insurer,
    }),
    ...(ask.columns ? { only: ask.columns } : {}),
    rows: batches(async (after, limit) =>
      (await movementPage(db, filter, order, after, limit)).map((row) => named(row, names)),
    ),
    count: async () => (await movementsIn(db, filter)).count,
  })
}

/** Lists what changed premium, commission or insurers' returns, one line each. */
export const reportMovements = handle('reportMovements', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await movementsFile(db, locale, ask))
  const filter = await filterOf(db, ask, locale)
  const order = ask.sort === 'oldest' ? 'asc' : 'desc'
  const [names, rows, totals] = await Promise.all([
    namesOf(db, locale),
    movementPage(db, filter, order, ledgerPlaceOf(ask.cursor), PAGE + 1, skippedBy(ask)),
    ask.cursor ? null : movementsIn(db, filter),
  ])
  const { shown, next } = pageOf(rows)
  const lines = shown.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    ...sentLine(movementColumns, named(row, names)),
    movement: row.movement,
  }))
  return { ...ok(lines), next, totals }
})
