import { addDays, lastOfMonth, startOfDay } from '#domain/calendar.ts'
import { pastUs } from '#domain/contract/facts.ts'
import { figuresOf } from '#server/reports/overview.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { sheetOf } from './read-xlsx.ts'
import type { TestApp } from './test-app.ts'

type Period = { from: string; to: string }
type Line = Record<string, unknown>
type Told = Record<string, number>

const sumOf = (rows: readonly Line[], key: string): number =>
  rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)

/** Everything the accountant and a promoter are told of a period, by screens and files. */
export async function differingFigures(
  at: TestApp,
  accountant: string,
  period: Period,
  promoters: readonly { id: string; token: string }[] = [],
): Promise<string[]> {
  const different: string[] = []
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
      return { rows, totals: {} as Line }
    }
    const [head = [], ...rows] = sheetOf(bytes).slice(5)
    const named = rows.map((row) =>
      Object.fromEntries(row.map(({ value }, n) => [String(head[n]?.value), value])),
    )
    return { rows: named.slice(0, -1), totals: named.at(-1) ?? {} }
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
  const [overview, insurers, people, orders, rows, moved, movements] = await Promise.all([
    read('overview').then(({ data }) => data),
    read('insurers').then(({ data }) => data as Line[]),
    read('promoters').then(({ data }) => data as Line[]),
    read('orders').then(({ totals }) => totals),
    everyLine('orders'),
    read('movements').then(({ totals }) => totals),
    everyLine('movements'),
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
  same('policies', {
    overview: overview.policies,
    insurers: sumOf(insurers, 'policies'),
    orders: orders.policies,
    reconciliation: (await read('reconciliation')).data.checked.policies,
    ...inFiles('insurers', 'Полисов'),
  })
  const titles = {
    premium: 'Страховая премия, ₸',
    ogpoPlus: 'ОГПО+, ₸',
    commission: 'Комиссия брокера, ₸',
  }
  for (const [key, title] of Object.entries(titles))
    same(key, {
      overview: overview[key],
      insurers: sumOf(insurers, key),
      'orders, totals': orders[key],
      'orders, rows': sumOf(rows, key),
      'movements, totals': moved[key],
      'movements, rows': sumOf(movements, key),
      ...inFiles('orders', title),
      ...inFiles('insurers', title),
      ...inFiles('movements', title),
      ...(key === 'ogpoPlus' ? {} : { 'overview, insurers': sumOf(overview.insurers, key) }),
      ...(key === 'commission' ? {} : { 'overview, days': sumOf(overview.days, key) }),
    })
  same('premium by channel', {
    overview: overview.premium,
    channels: sumOf(overview.channels, 'premium'),
  })
  same('to pass on', {
    overview: overview.toPassOn,
    'overview, insurers': sumOf(overview.insurers, 'toPassOn'),
    insurers: sumOf(insurers, 'toPassOn'),
    'movements, totals': moved.toPassOn,
    'movements, rows': sumOf(movements, 'toPassOn'),
    ...inFiles('insurers', 'К перечислению, ₸'),
    ...inFiles('movements', 'К перечислению, ₸'),
  })
  same('due to clients', {
    insurers: sumOf(insurers, 'refundDue'),
    'movements, totals': moved.refundDue,
    'movements, rows': sumOf(movements, 'refundDue'),
    ...inFiles('movements', 'К возврату клиентам, ₸'),
  })
  same('movements', { totals: moved.count, rows: movements.length })
  same('paid and in force', {
    'orders, totals': orders.amount,
    'orders, rows': sumOf(rows, 'paid'),
    ...inFiles('orders', 'Оплачено и действует, ₸'),
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
    const { totals } = await read('orders', { insurer: code })
    const shown = overview.insurers.find((one: Line) => one.insurer === code) ?? {}
    for (const key of ['premium', 'commission'])
      same(`${key} of ${code}`, {
        insurers: Number(insurer[key]),
        overview: shown[key],
        orders: totals[key],
      })
    same(`to pass on to ${code}`, { insurers: Number(insurer.toPassOn), overview: shown.toPassOn })
  }
  // What belongs to no promoter is a line of its own, so that together they are all there is.
  for (const key of ['policies', 'premium', 'commission'])
    same(`${key} of promoters`, {
      report: sumOf(people, key),
      overview: overview[key],
      orders: sumOf(
        await Promise.all(
          people.map(
            async ({ promoter }) => (await read('orders', { promoter: String(promoter) })).totals,
          ),
        ),
        key,
      ),
      ...(key === 'policies' ? {} : inFiles('promoters', titles[key as keyof typeof titles])),
    })
  for (const { id, token } of promoters) {
    const told = people.find(({ promoter }) => promoter === id) ?? { policies: 0, premium: 0 }
    await samePromoter(at, token, told, same)
  }
  await moneyAgrees(at, period, (await read('reconciliation')).data, same)
  await statementsAgree(at, accountant, period, await everyLine('matched'), fileOf, same)
  await refundsAgree(await read('overview').then(({ data }) => data), read, fileOf, same)
  for (const month of [period.from.slice(0, 7)]) {
    const { insurers: closing } = await figuresOf(at.db, month)
    const end = `${month}-${new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate()}`
    const ofMonth = await read('insurers', { from: `${month}-01`, to: end })
    for (const key of ['premium', 'commission', 'toPassOn', 'refundDue'])
      same(`${key} of the closing`, {
        closing: sumOf(closing, key),
        insurers: sumOf(ofMonth.data, key),
      })
  }
  return different
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
  // All statements are of this period.
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

/** What a promoter reads of the own sales of this month, against what the accountant reads of them. */
async function samePromoter(at: TestApp, token: string, told: Line, same: Same) {
  const [month, sales] = await Promise.all([
    at.api('promoterStatement', {}, token),
    at.api('promoterSales', { period: 'month', limit: 50 }, token),
  ])
  if (!month.body.success || !sales.body.success) throw new Error('no sales of the promoter')
  const { totals, days, insurers } = month.body.data
  const list = sales.body.data
  for (const key of ['policies', 'premium'] as const)
    same(`${key} of a promoter`, {
      report: Number(told[key]),
      statement: totals[key],
      'statement, days': sumOf(days, key),
      'statement, insurers': sumOf(insurers, key),
      sales: key === 'policies' ? list.totals.issued : list.totals.premium,
      ...(list.next === null && key === 'premium'
        ? { 'sales, rows': sumOf(list.sales, 'booked') }
        : {}),
    })
  same('pay of a promoter', {
    statement: totals.pay ?? 0,
    'statement, days': sumOf(days, 'pay'),
    sales: list.totals.pay ?? 0,
    ...(list.next === null ? { 'sales, rows': sumOf(list.sales, 'pay') } : {}),
  })
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
