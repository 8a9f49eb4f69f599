import pg from 'pg'
import { expect, test } from 'vitest'
import { movementSorts, orderSorts, refundSorts } from '#domain/report.ts'
import { account, signedIn } from '#tests/client.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { sheetOf } from '#tests/read-xlsx.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const accountant = { iin: '850505499909', phone: '77010000555' }
const COUNT = 130
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

type Made = { token: string; orderId: string; amount: number }
let made: Promise<Made> | null = null
/** One real sale of today, and 130 orders of the first ten days of October. */
const accounting = () => (made ??= make())
async function make(): Promise<Made> {
  const of = at()
  const buying = await purchaseToken(of)
  const { orderId, quote } = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, orderId)
  const client = new pg.Client({ connectionString: of.databaseUrl })
  await client.connect()
  await manyOrders(client, COUNT, { from: '2026-10-01T00:00:00+05:00', days: 10 })
  await client.end()
  await account(of, accountant, { role: 'accountant' })
  return { token: await signedIn(of, accountant), orderId, amount: quote.premium }
}
const ask = async (path: string, query: string) => {
  const { token } = await accounting()
  return at().raw(`/api/reports/${path}?${query}`, { method: 'GET', token })
}
const file = async (path: string, query: string) => {
  const { token } = await accounting()
  const answer = await fetch(`${at().url}/api/reports/${path}?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a page of orders follows the page before it, by time and by sum, each order once', async () => {
  for (const sort of ['newest', 'oldest', 'dearest', 'cheapest']) {
    const seen: { id: string; createdAt: string; amount: number }[] = []
    const sums: ({ count: number } | null)[] = []
    let next: string | null = ''
    while (next !== null) {
      const { body } = await ask(
        'orders',
        `from=2026-10-01&to=2026-10-31&sort=${sort}${next ? `&cursor=${next}` : ''}`,
      )
      expect(body.success).toBe(true)
      seen.push(...body.data)
      sums.push(body.totals)
      next = body.next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(COUNT)
    expect(sums).toEqual([
      expect.objectContaining({ count: COUNT }),
      ...Array(sums.length - 1).fill(null),
    ])
    const keys = seen.map(({ createdAt, amount }) =>
      sort === 'newest' || sort === 'oldest' ? Date.parse(createdAt) : amount,
    )
    const falling = sort === 'newest' || sort === 'dearest'
    expect(keys).toEqual([...keys].sort((a, b) => (falling ? b - a : a - b)))
  }
})

test('rows are sorted by any column of an index, one way and the other, and each once', async () => {
  await accounting()
  const all = async (report: string, sort: string, query: string) => {
    const seen: (Record<string, unknown> & { id: string })[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await ask(
        report,
        `${query}&sort=${encodeURIComponent(sort)}${next ? `&cursor=${next}` : ''}`,
      )
      expect(body.success, JSON.stringify(body)).toBe(true)
      seen.push(...body.data)
      next = body.next
    }
    return seen
  }
  for (const [report, sorts, query, least] of [
    ['orders', orderSorts, 'from=2026-10-01&to=2026-10-31', COUNT],
    ['movements', movementSorts, 'from=2026-10-01&to=2026-10-31', COUNT - 10],
    ['refunds', refundSorts, NOVEMBER, 0],
  ] as const)
    for (const [key, { first, second }] of Object.entries(sorts)) {
      const one = await all(report, first, query)
      const other = await all(report, second, query)
      expect(one.length, `${report} ${key}`).toBeGreaterThanOrEqual(least)
      expect(other.map(({ id }) => id)).toEqual(one.map(({ id }) => id).toReversed())
      expect(new Set(one.map(({ id }) => id)).size).toBe(one.length)
      // Equal values are adjacent.
      const values = one.map((row) => row[key])
      const begins = values.filter((value, at) => at === 0 || value !== values[at - 1])
      expect(begins).toHaveLength(new Set(values).size)
    }
})

test('a page is asked for by its number too, and the one after it follows its cursor', async () => {
  const october = 'from=2026-10-01&to=2026-10-31'
  for (const sort of ['newest', 'cheapest']) {
    const first = (await ask('orders', `${october}&sort=${sort}`)).body
    const byCursor = (await ask('orders', `${october}&sort=${sort}&cursor=${first.next}`)).body
    const byNumber = (await ask('orders', `${october}&sort=${sort}&page=2`)).body
    expect(byNumber.data).toEqual(byCursor.data)
    expect(byNumber).toMatchObject({ next: null, totals: first.totals })
  }
  expect((await ask('orders', `${october}&page=3`)).body).toMatchObject({
    data: [],
    totals: { count: COUNT },
  })
  for (const report of ['orders', 'movements', 'claims', 'refunds'])
    for (const page of ['0', '-1', 'x', '10000'])
      expect((await ask(report, `${october}&page=${page}`)).body).toMatchObject({
        errors: [{ path: 'page' }],
      })
})

test('filters narrow the page and its totals alike', async () => {
  const query = 'from=2026-10-01&to=2026-10-31&status=issued&insurer=tobyl&source=con_aonit_ogpo'
  const page = await ask('orders', query)
  const lines: { status: string; insurer: string; amount: number }[] = page.body.data
  expect(lines.every(({ status, insurer }) => status === 'issued' && insurer === 'tobyl')).toBe(
    true,
  )
  expect(page.body.totals).toMatchObject({
    count: lines.length,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  })
  const nobody = await ask('orders', `${NOVEMBER}&promoter=${crypto.randomUUID()}`)
  expect(nobody.body.data).toEqual([])
})

test('what was paid is found whatever became of it, and nothing that nobody paid for', async () => {
  const { orderId } = await accounting()
  const { db } = at()
  const today = at().server.deps.clock.today()
  for (const days of ['from=2026-10-01&to=2026-10-31', `from=${today}&to=${today}`]) {
    const { body } = await ask('orders', `${days}&status=was_paid`)
    const lines: { id: string; status: string; paidAt: string | null }[] = body.data
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every(({ paidAt }) => paidAt !== null)).toBe(true)
  }
  const found = async () =>
    (await ask('orders', `from=${today}&to=${today}&status=was_paid`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found()).toContain(orderId)
  // Its money went back: it was still paid.
  await db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', orderId).execute()
  expect(await found()).toContain(orderId)
  const { paid_at } = await db
    .updateTable('orders')
    .set({ state: 'issued' })
    .where('id', '=', orderId)
    .returning('paid_at')
    .executeTakeFirstOrThrow()
  await db.updateTable('orders').set({ paid_at: null }).where('id', '=', orderId).execute()
  expect(await found()).not.toContain(orderId)
  await db.updateTable('orders').set({ paid_at }).where('id', '=', orderId).execute()
})

test('the screen shows four digits of an IIN; the insurer stands on the order itself', async () => {
  const { orderId } = await accounting()
  const { body, text } = await ask('orders', NOVEMBER)
  expect(body.data).toMatchObject([
    { id: orderId, client: `•••• ${buyer.iin.slice(-4)}`, insurer: 'dala', status: 'issued' },
  ])
  expect(text).not.toContain(buyer.iin)
})

test.each([
  ['from=2026-11-30&to=2026-11-01', 'to'],
  ['from=2024-01-01&to=2026-11-01', 'to'],
  ['from=2026-11-01', 'to'],
  [`${NOVEMBER}&cursor=bm90`, 'cursor'],
  [`${NOVEMBER}&format=pdf`, 'format'],
])('a wrong question %s is 422', async (query, path) => {
  const { status, body } = await ask('orders', query)
  expect(status).toBe(422)
  expect(body.errors[0].path).toBe(path)
})

test('CSV has a byte order mark, semicolons, four digits of an IIN and every row', async () => {
  const { answer, bytes } = await file('orders', `from=2026-10-01&to=2026-11-30&format=csv`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('qorgan-orders-2026-10-01-2026-11-30')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n')
  expect(head?.split(';')).toContain('ИИН клиента')
  expect(lines).toHaveLength(COUNT + 1)
  expect(lines[0]).toContain(`;•••• ${buyer.iin.slice(-4)};2026-11-21;`)
})

test('XLSX keeps an IIN as text, money as a number, days, and adds up', async () => {
  const { amount } = await accounting()
  const { answer, bytes } = await file(
    'orders',
    `from=2026-10-01&to=2026-11-30&status=issued&format=xlsx`,
  )
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  const rows = sheetOf(bytes)
  expect(rows[0]?.[0]?.value).toBe('Отчёт по заказам')
  expect(rows[1]?.[0]?.value).toBe('Период: 01.10.2026 – 30.11.2026')
  expect(rows[2]?.[0]?.value).toBe('Фильтры: Статус = Оформлен')
  const sale = rows[6] ?? []
  expect(sale.map(({ value }) => value)).toContain(`•••• ${buyer.iin.slice(-4)}`)
  // 21 November 2026 as spreadsheets count days.
  expect(sale[8]).toEqual({ value: 46_347, style: 3 })
  expect(sale[12]).toEqual({ value: amount, style: 1 })
  const last = rows.at(-1) ?? []
  expect(last[0]?.value).toBe(`Итого, строк: ${rows.length - 7}`)
  // Unpaid orders have no total, as they may never be paid; paid ones have.
  expect(last[12]?.value).toBe(null)
  expect(last[13]?.value).toBe(
    rows.slice(6, -1).reduce((sum, row) => sum + Number(row[13]?.value), 0),
  )
})

test('making a file is in the audit log, without a person', async () => {
  const rows = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'report.exported')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows[0]).toMatchObject({
    actor: expect.stringMatching(/^accountant:[0-9a-f-]{36}$/),
    object_id: 'orders',
  })
  expect(JSON.stringify(rows)).not.toContain(buyer.iin)
})

test('the statement per insurer is the ledger’s: premium, commission, to be passed on', async () => {
  spec('2.2.orders-report-statement-per')

  const { amount } = await accounting()
  const { body } = await ask('insurers', NOVEMBER)
  const commission = Math.round(amount * 0.15)
  expect(body.data).toMatchObject([
    {
      insurer: 'dala',
      policies: 1,
      premium: amount,
      ogpoPlus: 0,
      commission,
      refundDue: 0,
      toPassOn: amount - commission,
      // The books have not begun: the opening balance is unknown.
      opening: null,
      paid: null,
      left: null,
      act: null,
    },
  ])
  const october = await ask('insurers', 'from=2026-10-01&to=2026-10-31')
  expect(october.body.data.map(({ insurer }: { insurer: string }) => insurer)).toEqual([
    'alatau',
    'dala',
    'tobyl',
  ])
  const { bytes } = await file('insurers', `${NOVEMBER}&format=csv`)
  expect(bytes.toString('utf8')).toContain(
    `Страховая компания «Дала»;1;;${amount};0;${commission};0;${amount - commission};;;`,
  )
})

test('promoters’ commissions and pay, and what no promoter sold, are all the commission there is', async () => {
  spec('2.2.orders-report-promoters-commissions')

  const [own, ...nobody] = (await ask('promoters', NOVEMBER)).body.data
  const overview = (await ask('overview', NOVEMBER)).body.data
  expect(own).toMatchObject({ promoter: 'none', name: 'Промоутерсіз', policies: 1, pay: 0 })
  expect(own.commission).toBe(overview.commission)
  expect(nobody).toEqual([])
  const iin = '900101399908'
  const { id } = await at()
    .db.insertInto('accounts')
    .values({
      realm: 'promoter',
      role: 'promoter',
      iin,
      surname: 'Оспанов',
      name: 'Дәурен',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await at()
    .db.updateTable('orders')
    .set({ promoter_iin: iin })
    .where('id', '=', 'T000000001')
    .execute()
  const october = 'from=2026-10-01&to=2026-10-31'
  const line = {
    promoter: id,
    name: 'Оспанов Дәурен',
    policies: 1,
    premium: 27_919,
    commission: 4_188,
  }
  const [without, rest] = (await ask('promoters', october)).body.data
  // No rate is set for its day: the pay is unknown.
  expect(without).toEqual({ ...line, pay: null })
  expect(rest).toMatchObject({ promoter: 'none', pay: 0 })
  const terms = { account_id: id, day_goal: null, set_by: id }
  await at()
    .db.insertInto('promoter_terms')
    .values([
      { ...terms, effective_from: '2026-09-01', pay_percent: 30, set_at: new Date() },
      { ...terms, effective_from: '2026-11-01', pay_percent: 90, set_at: new Date() },
    ])
    .execute()
  const { body } = await ask('promoters', october)
  expect(body.data).toEqual([{ ...line, pay: Math.round(4_188 * 0.3) }, rest])
  const all = (await ask('overview', october)).body.data
  expect(line.commission + rest.commission).toBe(all.commission)
  expect(line.policies + rest.policies).toBe(all.policies)
  // Each line leads to its rows.
  const moved = (await ask('movements', `${october}&promoter=none`)).body.totals
  expect(moved.commission).toBe(rest.commission)
  expect((await ask('orders', `${october}&promoter=none`)).body.totals.count).toBe(COUNT - 1)
  expect((await ask('claims', `${october}&promoter=none`)).status).toBe(200)
  expect((await ask('orders', `${october}&promoter=nobody`)).body).toMatchObject({
    errors: [{ path: 'promoter' }],
  })
  const orders = await ask('orders', `from=2026-10-01&to=2026-10-31&promoter=${id}`)
  expect(orders.body.data).toMatchObject([
    { id: 'T000000001', promoter: 'Оспанов Дәурен', client: '' },
  ])
})

test('a claim is in its report with its policy’s insurer and source', async () => {
  const { orderId } = await accounting()
  const { db } = at()
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const owner = await db
    .selectFrom('accounts')
    .select('id')
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('claims')
    .values({
      id: 'QC00000001',
      account_id: owner.id,
      iin: buyer.iin,
      policy_id: policy.id,
      policy_number: policy.number,
      policy_type: 'ogpo',
      state: 'wait',
      claim_case: 'owner',
      claim_status: 'injured',
      damage_type: '=cmd()',
      asked_sum: 310_000,
      estimated_sum: 274_000,
      submitted_on: '2026-11-20',
      created_at: at().server.deps.clock.now(),
      updated_at: at().server.deps.clock.now(),
    })
    .execute()
  const { body } = await ask('claims', `${NOVEMBER}&insurer=dala&source=con_aonit_ogpo`)
  expect(body.data).toMatchObject([
    { id: 'QC00000001', status: 'wait', insurer: 'dala', client: `•••• ${buyer.iin.slice(-4)}` },
  ])
  // The number the client and the insurer read on it, and not that of the sale.
  expect(body.data).toMatchObject([{ policyNumber: policy.global_id }])
  expect((await ask('claims', NOVEMBER)).body.totals).toEqual({
    count: 1,
    asked: 310_000,
    estimated: 274_000,
    payable: 0,
    byStatus: [{ status: 'wait', count: 1 }],
  })
  expect(body.data).toMatchObject([{ asked: 310_000, estimated: 274_000, payable: null }])
  const { bytes } = await file('claims', `${NOVEMBER}&format=csv`)
  expect(bytes.toString('utf8')).toContain(
    `;•••• ${buyer.iin.slice(-4)};Своё имущество;Потерпевший;'=cmd();`,
  )
})

test('the options name insurers, promoters and sources', async () => {
  const { body } = await ask('options', '')
  expect(body.data.insurers).toContainEqual({
    value: 'dala',
    name: { kz: '«Дала» сақтандыру компаниясы', ru: 'Страховая компания «Дала»' },
  })
  expect(body.data.sources).toContain('con_aonit_ogpo')
})

test('a page of any filter is read by an index, not by looking through the table', async () => {
  const client = new pg.Client({ connectionString: at().databaseUrl })
  await client.connect()
  // On a few rows every plan costs the same: without sorts and scans, only the index's order
  // remains.
  for (const way of ['seqscan', 'sort', 'incremental_sort'])
    await client.query(`set enable_${way} = off`)
  const plan = async (where: string) => {
    const { rows } = await client.query<Record<string, string>>(
      `explain select id from orders where created_at >= '2026-10-01' and created_at < '2026-11-01' ${where} order by created_at desc, id desc limit 51`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  expect(await plan('')).toMatch(/Index Only Scan using orders_report /)
  expect(await plan(`and (created_at, id) < ('2026-10-05', 'x')`)).not.toMatch(/Sort/)
  expect(await plan(`and state = 'refund_failed'`)).not.toMatch(/Seq Scan|Sort/)
  expect(await plan(`and promoter_iin = '900101399908'`)).not.toMatch(/Seq Scan/)
  await client.end()
})
