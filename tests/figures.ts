import { addDays, lastOfMonth, startOfDay } from '#domain/calendar.ts'
import { pastUs } from '#domain/contract/facts.ts'
import { figuresOf } from '#server/reports/overview.ts'
import {
  insurerColumns,
  matchedColumns,
  movementColumns,
  orderColumns,
} from '#texts/report-columns.ts'
import { sheetOf } from './read-xlsx.ts'
import type { TestApp } from './test-app.ts'

type Period = { from: string; to: string }
type Line = Record<string, unknown>
type Told = Record<string, number>
type Promoter = { id: string; token: string }

const sumOf = (rows: readonly Line[], key: string): number =>
  rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)

/** Names of figures of a period's movements, and of sales as they stand, in the files' words. */
const movements = {
  premium: insurerColumns.premium.file.ru,
  ogpoPlus: insurerColumns.ogpoPlus.file.ru,
  commission: insurerColumns.commission.file.ru,
} as const
const standing = {
  premium: orderColumns.premium.file.ru,
  ogpoPlus: orderColumns.ogpoPlus.file.ru,
  commission: orderColumns.commission.file.ru,
} as const
type Money = keyof typeof movements
const isMoney = Object.keys(movements) as Money[] // the keys of the table

/**
 * What differs among all that the accountant and a promoter are told of a period, by screens and
 * files; `period` is a time in which everything has happened.
 */
export const differingFigures = async (
  at: TestApp,
  accountant: string,
  period: Period,
  promoters: readonly Promoter[] = [],
): Promise<string[]> => (await figuresIn(at, accountant, period, promoters, true)).different

/**
 * The same of every month of a time and of what lies before and after each of some days; and that
 * the parts of the time sum to the whole.
 */
export async function differingByTime(
  at: TestApp,
  accountant: string,
  whole: Period,
  { days = [], promoters = [] }: { days?: readonly string[]; promoters?: readonly Promoter[] } = {},
): Promise<string[]> {
  const told = await figuresIn(at, accountant, whole, promoters, true)
  const different = [...told.different]
  const divided = [
    monthsOf(whole),
    ...days.map((day) => [
      { from: whole.from, to: addDays(day, -1) },
      { from: day, to: day },
      { from: addDays(day, 1), to: whole.to },
    ]),
  ]
  for (const parts of divided) {
    const sums: Told = {}
    for (const part of parts.filter(({ from, to }) => from <= to)) {
      const of = await figuresIn(at, accountant, part, promoters, false)
      different.push(...of.different.map((one) => `${part.from}–${part.to} ${one}`))
      for (const [name, figure] of Object.entries(of.sums)) sums[name] = (sums[name] ?? 0) + figure
    }
    for (const [name, figure] of Object.entries(told.sums))
      if ((sums[name] ?? 0) !== figure)
        different.push(`${name} of ${JSON.stringify(parts)}: ${sums[name] ?? 0} and not ${figure}`)
  }
  return different
}

/** The months of a time that begins and ends with one. */
function monthsOf({ from, to }: Period): Period[] {
  const months: Period[] = []
  for (let first = from; first <= to; first = addDays(lastOfMonth(first), 1))
    months.push({ from: first, to: lastOfMonth(first) })
  return months
}

/** What differs in one period, and the figures that a longer one is the sum of. */
async function figuresIn(
  at: TestApp,
  accountant: string,
  period: Period,
  promoters: readonly Promoter[],
  /** Everything has happened within it: sales as they stand are the sum of their movements. */
  isWhole: boolean,
): Promise<{ different: string[]; sums: Told }> {
  const different: string[] = []
  /** What is printed under a name, by the name and where it stands. */
  const named = new Map<string, Told>()
  /** What means the same: by where it stands. */
  const same = (what: string, told: Told) => {
    if (new Set(Object.values(told)).size > 1) different.push(`${what}: ${JSON.stringify(told)}`)
  }
  const query = new URLSearchParams(period)
  const read = async (path: string, more: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ ...period, ...more })
    const { body, text } = await at.raw(`/api/reports/${path}?${asked}`, {
      method: 'GET',
      token: accountant,
    })
    if (!body.success) throw new Error(`${path}: ${text}`)
    return body
  }
  /** A file's rows and its row of totals, by the titles of its columns. */
  const fileOf = async (path: string, format: 'csv' | 'xlsx') => {
    const answer = await fetch(`${at.url}/api/reports/${path}?${query}&format=${format}`, {
      headers: { authorization: `Bearer ${accountant}`, 'accept-language': 'ru' },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (format === 'csv') {
      const [head = '', ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n')
      const names = head.split(';')
      const rows = lines.map((line) =>
        Object.fromEntries(line.split(';').map((value, n) => [names[n] ?? '', value])),
      )
      return { rows, totals: {} as Line, names }
    }
    const [head = [], ...rows] = sheetOf(bytes).slice(5)
    const named = rows.map((row) =>
      Object.fromEntries(row.map(({ value }, n) => [String(head[n]?.value), value])),
    )
    const names = head.map(({ value }) => String(value))
    return { rows: named.slice(0, -1), totals: named.at(-1) ?? {}, names }
  }
  const everyLine = async (path: string) => {
    const rows: Line[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const body = await read(path, cursor ? { cursor } : {})
      rows.push(...body.data)
      cursor = body.next
    }
    return rows
  }
  const [overview, insurers, people, orders, rows, moved, moves, reconciled] = await Promise.all([
    read('overview').then(({ data }) => data),
    read('insurers').then(({ data }) => data as Line[]),
    read('promoters').then(({ data }) => data as Line[]),
    read('orders').then(({ totals }) => totals),
    everyLine('orders'),
    read('movements').then(({ totals }) => totals),
    everyLine('movements'),
    read('reconciliation').then(({ data }) => data),
  ])
  const files = {
    orders: [await fileOf('orders', 'csv'), await fileOf('orders', 'xlsx')],
    insurers: [await fileOf('insurers', 'csv'), await fileOf('insurers', 'xlsx')],
    promoters: [await fileOf('promoters', 'csv'), await fileOf('promoters', 'xlsx')],
    movements: [await fileOf('movements', 'csv'), await fileOf('movements', 'xlsx')],
  } as const
  const inFiles = (of: keyof typeof files, title: string): Told => ({
    [`${of}.csv`]: sumOf(files[of][0]?.rows ?? [], title),
    [`${of}.xlsx`]: sumOf(files[of][1]?.rows ?? [], title),
    [`${of}.xlsx totals`]: Number(files[of][1]?.totals[title] ?? 0),
  })
  // Whatever file has a column of a name has the same sum below it, also a file of tomorrow.
  for (const of of Object.keys(files) as (keyof typeof files)[])
    for (const name of files[of][1].names)
      if (typeof files[of][1].totals[name] === 'number')
        named.set(name, { ...named.get(name), ...inFiles(of, name) })
  for (const [name, told] of named) same(name, told)
  same('policies', {
    overview: overview.policies,
    insurers: sumOf(insurers, 'policies'),
    reconciliation: reconciled.checked.policies,
    ...(isWhole ? { orders: orders.policies } : {}),
    ...inFiles('insurers', insurerColumns.policies.file.ru),
  })
  for (const key of isMoney) {
    same(key, {
      overview: overview[key],
      insurers: sumOf(insurers, key),
      'movements, totals': moved[key],
      'movements, rows': sumOf(moves, key),
      ...inFiles('insurers', movements[key]),
      ...inFiles('movements', movements[key]),
      ...(isWhole ? { 'orders, totals': orders[key] } : {}),
      ...(key === 'ogpoPlus' ? {} : { 'overview, insurers': sumOf(overview.insurers, key) }),
      ...(key === 'commission' ? {} : { 'overview, days': sumOf(overview.days, key) }),
    })
    same(`${key} of orders as they stand`, {
      totals: orders[key],
      rows: sumOf(rows, key),
      ...inFiles('orders', standing[key]),
    })
  }
  same('premium by channel', {
    overview: overview.premium,
    channels: sumOf(overview.channels, 'premium'),
  })
  same('to pass on', {
    overview: overview.toPassOn,
    'overview, insurers': sumOf(overview.insurers, 'toPassOn'),
    insurers: sumOf(insurers, 'toPassOn'),
    'movements, totals': moved.toPassOn,
    'movements, rows': sumOf(moves, 'toPassOn'),
    ...inFiles('insurers', insurerColumns.toPassOn.file.ru),
    ...inFiles('movements', movementColumns.toPassOn.file.ru),
  })
  same('due to clients', {
    insurers: sumOf(insurers, 'refundDue'),
    'movements, totals': moved.refundDue,
    'movements, rows': sumOf(moves, 'refundDue'),
    ...inFiles('movements', movementColumns.refundDue.file.ru),
  })
  same('movements', { totals: moved.count, rows: moves.length })
  same('paid and in force', {
    'orders, totals': orders.amount,
    'orders, rows': sumOf(rows, 'paid'),
    ...inFiles('orders', orderColumns.paid.file.ru),
  })
  same('orders', {
    totals: orders.count,
    rows: rows.length,
    'by status': sumOf(orders.byStatus, 'count'),
  })
  same('asked for', {
    rows: sumOf(rows, 'amount'),
    'by status': sumOf(orders.byStatus, 'amount'),
  })
  for (const insurer of insurers) {
    const code = String(insurer.insurer)
    const [{ totals }, { totals: ofMoves }] = await Promise.all([
      read('orders', { insurer: code }),
      read('movements', { insurer: code }),
    ])
    const shown = overview.insurers.find((one: Line) => one.insurer === code) ?? {}
    for (const key of ['premium', 'commission'])
      same(`${key} of ${code}`, {
        insurers: Number(insurer[key]),
        overview: shown[key],
        movements: ofMoves[key],
        ...(isWhole ? { orders: totals[key] } : {}),
      })
    same(`to pass on to ${code}`, {
      insurers: Number(insurer.toPassOn),
      overview: shown.toPassOn,
      movements: ofMoves.toPassOn,
    })
  }
  // What belongs to no promoter is a line of its own, so that together they are all there is.
  const ofEach = async (path: string) =>
    Promise.all(
      people.map(
        async ({ promoter }) => (await read(path, { promoter: String(promoter) })).totals as Line,
      ),
    )
  const [movesOfEach, ordersOfEach] = [await ofEach('movements'), await ofEach('orders')]
  for (const key of ['policies', 'premium', 'commission'] as const)
    same(`${key} of promoters`, {
      report: sumOf(people, key),
      overview: overview[key],
      ...(isWhole ? { orders: sumOf(ordersOfEach, key) } : {}),
      ...(key === 'policies'
        ? {}
        : { movements: sumOf(movesOfEach, key), ...inFiles('promoters', movements[key]) }),
    })
  for (const { id, token } of promoters) {
    const told = people.find(({ promoter }) => promoter === id)
    await samePromoter(at, token, period, { policies: 0, premium: 0, ...told }, same, isWhole)
  }
  await moneyAgrees(at, period, reconciled, same)
  await statementsAgree(at, accountant, period, await everyLine('matched'), fileOf, same, isWhole)
  await refundsAgree(overview, read, fileOf, same)
  // Whole months are also what is closed.
  const wholeMonths = monthsOf({ ...period, from: `${period.from.slice(0, 7)}-01` }).filter(
    ({ from, to }) => from >= period.from && to <= period.to,
  )
  for (const month of wholeMonths) {
    const { insurers: closing } = await figuresOf(at.db, month.from.slice(0, 7))
    const ofMonth = await read('insurers', month)
    for (const key of ['policies', 'premium', 'ogpoPlus', 'commission', 'toPassOn', 'refundDue'])
      same(`${key} of the closing of ${month.from}`, {
        closing: sumOf(closing, key),
        insurers: sumOf(ofMonth.data, key),
      })
  }
  const { balance } = reconciled
  return {
    different,
    sums: {
      policies: overview.policies,
      ...Object.fromEntries(isMoney.map((key) => [key, overview[key]])),
      toPassOn: overview.toPassOn,
      refundDue: moved.refundDue,
      movements: moved.count,
      orders: orders.count,
      'paid and in force': orders.amount,
      ...Object.fromEntries(isMoney.map((key) => [`${key} of orders`, orders[key]])),
      refunds: overview.refunds.amount,
      'pay of promoters': sumOf(people, 'pay'),
      payments: balance.paid.count,
      paid: balance.paid.amount,
      returned: balance.returned.amount,
      waiting: balance.waiting.amount,
    },
  }
}

type Same = (what: string, told: Told) => void
type FileOf = (path: string, format: 'csv' | 'xlsx') => Promise<{ rows: Line[]; totals: Line }>

/** What statements say, wherever it is told: their list, what agrees with the ledger, what does not. */
async function statementsAgree(
  at: TestApp,
  token: string,
  period: Period,
  rows: readonly Line[],
  fileOf: FileOf,
  same: Same,
  isWhole: boolean,
) {
  const reconciled = async (of: Period) => {
    const { body } = await at.api(
      'reportReconciliation',
      { ...of, kind: 'statement_unmatched' },
      token,
    )
    if (!body.success) throw new Error(body.message)
    const { counts, settled, matched, exceptions } = body.data
    return {
      matched,
      exceptions,
      open: (kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0,
      waits: (kind: string) =>
        settled.filter((one) => one.kind === kind && one.how === 'waits').length,
    }
  }
  const month = period.from.slice(0, 7)
  const [statements, all, ofMonth, closing, matched, csv, xlsx] = await Promise.all([
    at.api('reportStatements', {}, token).then(({ body }) => body),
    reconciled(period),
    reconciled({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) }),
    figuresOf(at.db, month).then(({ figures }) => figures.lines),
    at.api('reportMatched', period, token).then(({ body }) => body),
    fileOf('matched', 'csv'),
    fileOf('matched', 'xlsx'),
  ])
  if (!statements.success || !matched.success) throw new Error('no statements')
  const { totals } = matched
  same('matched', {
    reconciliation: all.matched,
    totals: totals?.count ?? 0,
    rows: rows.length,
    csv: csv.rows.length,
    xlsx: xlsx.rows.length,
  })
  for (const key of ['amount', 'theirs', 'fee'] as const)
    same(`${key} of what is matched`, {
      totals: totals?.[key] ?? 0,
      rows: inTiyn(rows, key),
      csv: inTiyn(csv.rows, matchedColumns[key].file.ru),
      xlsx: inTiyn(xlsx.rows, matchedColumns[key].file.ru),
      'xlsx totals': Number(xlsx.totals[matchedColumns[key].file.ru] ?? 0),
    })
  // All statements are of the whole time.
  if (isWhole)
    same('lines that are no payment of ours', {
      statements: sumOf(statements.data, 'unmatched'),
      reconciliation: all.open('statement_unmatched'),
    })
  // Before a month is closed nothing waits.
  const kinds = ['statement_unmatched', 'not_in_statement'] as const
  same('open lines of a month', {
    closing: closing.open,
    reconciliation: kinds.reduce((sum, kind) => sum + ofMonth.open(kind) + ofMonth.waits(kind), 0),
  })
  if (ofMonth.waits('statement_unmatched') === 0)
    same('money of open lines of a month', {
      closing: closing.amount,
      reconciliation: sumOf(ofMonth.exceptions, 'theirs'),
    })
}

/** A file of people writes tiyn behind a comma. */
const inTiyn = (rows: readonly Line[], key: string): number =>
  rows.reduce(
    (sum, row) => sum + Math.round(Number(String(row[key] ?? 0).replace(',', '.')) * 100),
    0,
  ) / 100

/**
 * What a promoter reads of the own sales, against what the accountant reads of them: by the days of
 * the months' statements, and of the sales as they stand now.
 */
async function samePromoter(
  at: TestApp,
  token: string,
  period: Period,
  told: Line,
  same: Same,
  isWhole: boolean,
) {
  const months = monthsOf({ ...period, from: `${period.from.slice(0, 7)}-01` })
  const statements = await Promise.all(
    months.map(async ({ from }) => {
      const { body } = await at.api('promoterStatement', { month: from.slice(0, 7) }, token)
      if (!body.success) throw new Error(body.message)
      return body.data
    }),
  )
  const days = statements
    .flatMap((one) => one.days)
    .filter(({ day }) => day >= period.from && day <= period.to)
  const areWhole = period.from.endsWith('-01') && period.to === lastOfMonth(period.to)
  const totals = statements.map((one) => one.totals)
  const insurers = statements.flatMap((one) => one.insurers)
  for (const key of ['policies', 'premium'] as const)
    same(`${key} of a promoter`, {
      report: Number(told[key]),
      'statement, days': sumOf(days, key),
      ...(areWhole
        ? { statement: sumOf(totals, key), 'statement, insurers': sumOf(insurers, key) }
        : {}),
    })
  same('pay of a promoter', {
    report: Number(told.pay ?? 0),
    'statement, days': sumOf(days, 'pay'),
    ...(areWhole ? { statement: sumOf(totals, 'pay') } : {}),
  })
  const today = at.server.deps.clock.today()
  const { body: day } = await at.api('promoterDay', {}, token)
  if (!day.success) throw new Error(day.message)
  if (period.from === today && period.to === today)
    same('premium of a day of a promoter', { report: Number(told.premium), day: day.data.premium })
  const month = monthsOf({ from: `${today.slice(0, 7)}-01`, to: today })[0]
  if (month?.from === period.from && month.to === period.to)
    same('pay of the month of a promoter', {
      report: Number(told.pay ?? 0),
      day: day.data.pay?.month ?? 0,
    })
  if (!isWhole) return
  for (const name of ['month', 'last_month'] as const) {
    const { body } = await at.api('promoterSales', { period: name, limit: 50 }, token)
    if (!body.success) throw new Error(body.message)
    const { totals: sums, sales, next } = body.data
    if (next !== null) continue
    same('premium of sales as they stand', { totals: sums.premium, rows: sumOf(sales, 'booked') })
    same('pay of sales as they stand', { totals: sums.pay ?? 0, rows: sumOf(sales, 'pay') })
  }
}

type Part = { count: number; amount: number }
type Reconciled = {
  checked: { payments: number }
  balance: Record<'paid' | 'policies' | 'returned' | 'returning' | 'waiting', Part>
}

/** What came and what went, by the ledger's lines, where they are told, and the receipts of both. */
async function moneyAgrees(
  at: TestApp,
  { from, to }: Period,
  { checked, balance }: Reconciled,
  same: Same,
) {
  const { rows } = await at.server.deps.pool.query<{ told: string; count: string; amount: string }>(
    `select case kind when 'payment' then 'came' else 'went' end as told, count(*), sum(ledger.amount) as amount
       from ledger left join refunds on ledger.key in ('refund:' || refunds.id, 'set_off:' || refunds.id)
       where kind in ('payment', 'refund', 'set_off') and at >= $1 and at < $2
         and not (coalesce(refunds.reason, '') = any($3)) group by 1
     union all select operation, count(*), sum(amount) from fiscal_receipts
       where created_at >= $1 and created_at < $2 group by operation`,
    // What a card's bank or a partner gave back past us has no receipt of ours.
    [startOfDay(from), startOfDay(addDays(to, 1)), [...pastUs]],
  )
  const of = (told: string, key: 'count' | 'amount') =>
    Number(rows.find((row) => row.told === told)?.[key] ?? 0)
  const { paid, ...places } = balance
  const parts = (key: keyof Part) =>
    (['policies', 'returned', 'returning', 'waiting'] as const).reduce(
      (sum, place) => sum + places[place][key],
      0,
    )
  same('payments', {
    ledger: of('came', 'count'),
    receipts: of('sale', 'count'),
    checked: checked.payments,
    balance: paid.count,
    'balance, parts': parts('count'),
  })
  same('paid', {
    ledger: of('came', 'amount'),
    receipts: of('sale', 'amount'),
    balance: paid.amount,
    'balance, parts': parts('amount'),
  })
  for (const key of ['count', 'amount'] as const)
    same(`gone back, ${key}`, { ledger: of('went', key), receipts: of('return', key) })
}

async function refundsAgree(
  overview: { refunds: { count: number; amount: number; days: Line[]; reasons: Line[] } },
  read: (
    path: string,
    more?: Record<string, string>,
  ) => Promise<{ data: Line[]; next: string | null }>,
  fileOf: (path: string, format: 'csv' | 'xlsx') => Promise<{ rows: Line[]; totals: Line }>,
  same: Same,
) {
  const rows: Line[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const body: { data: Line[]; next: string | null } = await read(
      'refunds',
      cursor ? { cursor } : {},
    )
    rows.push(...body.data)
    cursor = body.next
  }
  const { refunds } = overview
  const file = await fileOf('refunds', 'xlsx')
  same('refunds', {
    overview: refunds.amount,
    days: sumOf(refunds.days, 'amount'),
    reasons: sumOf(refunds.reasons, 'amount'),
    register: sumOf(rows, 'amount'),
    file: sumOf(file.rows, 'Сумма возврата, ₸'),
    totals: Number(file.totals['Сумма возврата, ₸'] ?? 0),
  })
  same('number of refunds', { overview: refunds.count, register: rows.length })
}
