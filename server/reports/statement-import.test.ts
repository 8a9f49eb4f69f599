import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type SortOf, sortsOf, statementSorts } from '#domain/report.ts'
import type { ReadLine } from '#domain/statements/line.ts'
import { accountant, type TwoSales, twoSales } from '#tests/accounting.ts'
import { account } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { keysOf } from './sale.ts'

/** Files of banks, from the preview to the books, through HTTP. */

const at = sharedTestApp()
let made: Promise<TwoSales> | null = null
const books = () => (made ??= twoSales(at()))
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const sample = (name: string) => readFileSync(`tests/statements/${name}`)
const of = (file: string | Buffer, fileName = 'bank.csv') => ({ fileName, file: base64(file) })

async function preview(file: string | Buffer, more: object = {}) {
  const { token } = await books()
  const { status, body } = await at().api('reportPreviewStatement', { ...of(file), ...more }, token)
  if (!body.success) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data
}
const sent = async (file: string | Buffer, more: object = {}) =>
  at().api(
    'reportImportStatement',
    { system: 'account', ...of(file), ...more } as never,
    (await books()).token,
  )
async function imported(file: string | Buffer, more: object = {}) {
  const { status, body } = await sent(file, more)
  if (!body.success) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
const withdrawAll = async () => {
  const { token } = await books()
  for (const { id } of await at().db.selectFrom('statements').select('id').execute())
    expect(
      (await at().api('reportWithdrawStatement', { id, reason: 'wrong file' }, token)).body,
    ).toEqual({
      success: true,
    })
}
const counts = (data: Awaited<ReturnType<typeof preview>>) =>
  Object.fromEntries((data.read?.counts ?? []).map(({ verdict, count }) => [verdict, count]))
const HEAD = 'Дата;Номер документа;Дебет;Кредит;Контрагент;ИИН контрагента;Назначение\n'

test('a return that nobody asked for is sought among the bills of the bank whose statement tells it', async () => {
  const { orderId, amount } = await books()
  const back: ReadLine = {
    line: 2,
    day: '2026-11-20',
    operation: 'refund',
    way: 'out',
    numbers: [`${orderId}-1`],
    outsideId: '',
    amountTiyn: amount * 100,
    feeTiyn: 0,
    payer: '',
    payerIin: '',
    purpose: '',
  }
  for (const system of ['mobile_bank', 'account', 'card', 'epay'] as const) {
    const isBank = system === 'mobile_bank' || system === 'account'
    const found = await keysOf(at().db, system, [back])
    expect(found.get(2)?.key, system).toBe(isBank ? `${orderId}-1` : undefined)
  }
})

test('a preview tells what each line will do and writes nothing; the import does just that', async () => {
  const { orderId, amount } = await books()
  const file = `${HEAD}20.11.2026;1;;${amount},00;Тестов;;Оплата полиса, заказ ${orderId}
20.11.2026;2;150,40;;Банк;;Комиссия за ведение счета
20.11.2026;3;;98734,12;АО Kaspi Bank;;Перечисление по операциям Kaspi Pay
20.11.2026;4;500000,00;;ТОО Арна;;Аренда за ноябрь
20.11.2026;5;;777,00;Иванов;;Оплата
20.11.2026;6;1000,00;;Банк;;Опротестование по карте, chargeback\n`
  const seen = await preview(file)
  expect(seen).toMatchObject({
    known: false,
    read: { format: 'account', system: 'account', errors: [] },
  })
  const expected = { matched: 1, fee: 1, payout: 1, not_ours: 1, unknown: 1, chargeback: 1 }
  expect(counts(seen)).toEqual(expected)
  expect(seen.read?.lines[0]).toMatchObject({ key: `${orderId}-1`, verdict: 'matched' })
  expect(await at().db.selectFrom('statements').select('id').execute()).toEqual([])
  const { data, known } = await imported(file)
  expect([known, data.rows, data.unmatched]).toEqual([false, 6, 2])
  expect(data.fee).toBe(0)
  expect(await imported(file)).toMatchObject({ known: true })
  expect((await preview(file)).known).toBe(true)
  // Another, overlapping file: old lines are known, one line is new.
  const later = await preview(`${file}21.11.2026;7;;10,00;Иванов;;Оплата\n`)
  expect(counts(later)).toEqual({ known: 6, unknown: 1 })
  await withdrawAll()
})

test('a register names a payment by the bank’s own number', async () => {
  const { orderId, amount } = await books()
  const { db } = at()
  await db
    .updateTable('payment_attempts')
    .set({ outside_id: '700000000777' })
    .where('id', '=', `${orderId}-1`)
    .execute()
  const seen = await preview(
    `#;Номер заказа (ID/RRN);Дата операции;Дата учета операции;Тип операции;Сумма операции (т);Сумма к зачислению/ списанию (т);Комиссия Kaspi Pay (т)\n1;700000000777;20.11.2026;21.11.2026;Покупка;${amount},00;0;-163,96\n`,
  )
  expect(seen.read).toMatchObject({
    format: 'kaspi_pay',
    system: 'mobile_bank',
    lines: [{ key: `${orderId}-1`, verdict: 'matched', fee: 163.96 }],
  })
})

test('a chargeback is matched by its sum, once for each that was booked, and makes us ask the acquirer', async () => {
  const { orderId } = await books()
  const { db, server } = at()
  const paymentId = `${orderId}-1`
  const paid = await db
    .selectFrom('payment_attempts')
    .select(['contract_id', 'system', 'outside_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const row = (sum: number, day = '20') => `${day}.11.2026;Чарджбэк;${paymentId};-${sum},00;0\n`
  const head = 'Дата операции;Тип операции;RRN;Сумма операции;Комиссия\n'
  const asked: unknown[] = []
  await db
    .updateTable('payment_attempts')
    .set({ system: 'card' })
    .where('id', '=', paymentId)
    .execute()
  await db
    .insertInto('refunds')
    .values(
      ['1', '2'].map((number) => ({
        id: `R-${paymentId}-chargeback-${number}`,
        contract_id: paid.contract_id,
        order_id: orderId,
        attempt_id: paymentId,
        amount: 7,
        reason: 'chargeback',
        state: 'done',
        created_at: new Date(),
      })),
    )
    .execute()
  const verdictsOf = async (file: string) =>
    (await preview(file, { system: 'card' })).read?.lines.map(({ verdict }) => verdict)
  expect(await verdictsOf(head + row(5_000) + row(7) + row(7, '21') + row(7, '22'))).toEqual([
    'amount_differs',
    'matched',
    'matched',
    'repeated',
  ])
  const { enqueue } = server.deps.queue
  server.deps.queue.enqueue = async (tx, job, payload, ...rest) => {
    if (job.name === paymentCheckJob.name) asked.push(payload)
    return enqueue.call(server.deps.queue, tx, job, payload, ...rest)
  }
  try {
    await imported(head + row(7), { system: 'card' })
    expect(asked).toEqual([{ attemptId: paymentId }])
  } finally {
    server.deps.queue.enqueue = enqueue
    await withdrawAll()
    await db
      .deleteFrom('refunds')
      .where('attempt_id', '=', paymentId)
      .where('reason', '=', 'chargeback')
      .execute()
    await db
      .updateTable('payment_attempts')
      .set({ system: paid.system })
      .where('id', '=', paymentId)
      .execute()
  }
})

test('a line without a number is likely a payment by sum, day and payer; a person’s yes links it', async () => {
  const { orderId, lateId, amount, token } = await books()
  // The other sale has the same sum on the same day: the payer distinguishes them.
  await at()
    .db.updateTable('orders')
    .set({ buyer_iin: '900101300031' })
    .where('id', '=', lateId)
    .execute()
  const row = await at()
    .db.selectFrom('orders')
    .select('buyer_iin')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const paid = await at()
    .db.selectFrom('ledger')
    .select('at')
    .where('key', '=', `payment:${orderId}-1`)
    .executeTakeFirstOrThrow()
  const day = paid.at.toISOString().slice(0, 10)
  const file = `${HEAD}${day};91;;${amount},00;Тестов;${row.buyer_iin};Оплата\n`
  const seen = await preview(file)
  expect(seen.read?.lines[0]).toMatchObject({
    verdict: 'unknown',
    likely: { id: `${orderId}-1`, orderId, by: 'payer' },
  })
  const other = await sent(file, { confirmed: [{ line: 2, payment: 'nobody-1' }] })
  expect([other.status, other.body]).toMatchObject([
    422,
    { errors: [{ path: 'content.2.order_id' }] },
  ])
  expect(await at().db.selectFrom('statements').select('id').execute()).toEqual([])
  await imported(file, { confirmed: [{ line: 2, payment: `${orderId}-1` }] })
  const matched = await at().api('reportMatched', { from: '2026-11-01', to: '2026-11-30' }, token)
  expect(matched.body).toMatchObject({ data: [{ how: 'linked' }] })
  await withdrawAll()
})

test('columns nobody knows are told once and kept for the bank', async () => {
  const { token } = await books()
  const table = (day: string) => `мерзім;ақша;кімнен\n${day};10,00;Тестов\n`
  const seen = await preview(table('20.11.2026'))
  expect(seen).toMatchObject({ read: null, table: { kept: false } })
  const unknown = await sent(table('20.11.2026'))
  expect([unknown.status, unknown.body]).toMatchObject([422, { errors: [{ path: 'file' }] }])
  const mapping = {
    sheet: '',
    line: 1,
    of: 'register' as const,
    bank: 'Демо',
    columns: { date: [0], amount: [1], payer: [2] },
  }
  expect((await preview(table('20.11.2026'), { mapping })).read?.rows).toBe(1)
  await imported(table('20.11.2026'), { system: 'card', mapping, keep: true })
  const again = await preview(table('21.11.2026'))
  expect(again).toMatchObject({
    read: { rows: 1, system: 'card', bank: 'Демо' },
    table: { kept: true },
  })
  const kept = await at().api('reportStatementFormats', {}, token)
  expect(kept.body).toMatchObject({
    data: [
      {
        bank: 'Демо',
        system: 'card',
        titles: ['мерзім', 'ақша', 'кімнен'],
        columns: [
          { field: 'date', titles: ['мерзім'] },
          { field: 'amount', titles: ['ақша'] },
          { field: 'payer', titles: ['кімнен'] },
        ],
      },
    ],
  })
  if (!kept.body.success) throw new Error('no formats')
  const [format] = kept.body.data
  const forget = { id: format?.id ?? '' }
  expect((await at().api('reportForgetStatementFormat', forget, token)).body).toEqual({
    success: true,
  })
  expect((await at().api('reportForgetStatementFormat', forget, token)).status).toBe(404)
  expect((await preview(table('21.11.2026'))).read).toBeNull()
  await withdrawAll()
})

test.each<[string, string | Buffer]>([
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ['half a spreadsheet', sample('kaspi-pay-1.xlsx').subarray(0, 9000)],
  ['half an old one', sample('statement-1-old.xls').subarray(0, 2000)],
  ['nothing', ''],
  ['a page without a table', '<html><body>Войдите снова</body></html>'],
  ['1C of too many lines', `1CClientBankExchange\n${'СекцияДокумент=1\n'.repeat(100_001)}`],
])('%s is answered in words', async (_name, file) => {
  const { token } = await books()
  for (const answer of [
    await at().api('reportPreviewStatement', of(file), token),
    await sent(file),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: [{ path: 'file' }] })
  }
})

test('text of too many lines is answered in words too', async () => {
  const { token } = await books()
  const content = `1CClientBankExchange\n${'СекцияДокумент=1\n'.repeat(100_001)}`
  const ask = { system: 'account' as const, fileName: 'kl_to_1c.txt', content }
  const answer = await at().api('reportImportStatement', ask, token)
  expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ path: 'content' }] }])
})

/** Returns the peak memory of some work above the idle process; bytes. */
async function heldBy<Done>(work: () => Promise<Done>): Promise<{ done: Done; held: number }> {
  const held = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, held())
  }, 5)
  try {
    return { done: await work(), held: Math.max(most, held()) - before }
  } finally {
    clearInterval(watch)
  }
}

test('a file of 200 MB is answered in words and kept nowhere', async () => {
  const { token } = await books()
  const part = Buffer.alloc(1024 * 1024, 'A')
  const begin = Buffer.from('{"system":"card","fileName":"large.csv","file":"')
  const end = Buffer.from('"}')
  async function* file() {
    yield begin
    for (let n = 0; n < 200; n += 1) yield part
    yield end
  }
  for (const [call, told] of [
    ['reportImportStatement', true],
    ['reportPreviewStatement', true],
    ['reportPreviewStatement', false],
  ] as const) {
    const { path, method } = contract[call]
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-language': 'ru',
      'content-type': 'application/json',
      ...(told ? { 'content-length': begin.length + 200 * part.length + end.length } : {}),
    }
    const { done, held } = await heldBy(async () => {
      const asked = request(`${at().url}${path}`, { method, headers })
      const [[answer]] = await Promise.all([
        once(asked, 'response') as Promise<[IncomingMessage]>,
        pipeline(file(), asked),
      ])
      return { status: answer.statusCode, body: await text(answer) }
    })
    expect(done.status).toBe(413)
    expect(JSON.parse(done.body)).toMatchObject({
      errors: [{ path: 'file', message: fieldText('statement_too_large', 'ru') }],
    })
    expect(held).toBeLessThan(150_000_000)
  }
})

test('a day without a movement is no empty file', async () => {
  const { status, body } = await sent(
    ':20:S\n:25:KZ55722TEST000000002\n:60F:C261101KZT5,\n:62F:C261102KZT5,\n',
  )
  expect([status, body]).toMatchObject([
    422,
    { errors: [{ path: 'content', message: fieldText('statement_no_movement', 'kz') }] },
  ])
})

test('a file of a million lines, or of one endless line, is answered in words', async () => {
  const { token } = await books()
  for (const [file, why] of [
    ['Дата;Сумма;Комиссия\n'.concat('1;2;3\n'.repeat(1_000_000)), 'statement_too_long'],
    [';'.repeat(12_000_000), 'statement_columns'],
    ['{"a":1}', 'statement_no_text'],
  ] as const) {
    const bytes = Buffer.from(file).toString('base64')
    const ask = { system: 'card' as const, fileName: 'large.csv', file: bytes }
    const { status, body } = await at().api('reportImportStatement', ask, token, 'ru')
    expect([status, body]).toMatchObject([
      422,
      { errors: [{ path: 'file', message: fieldText(why, 'ru') }] },
    ])
  }
})

test('a web page that a bank names a spreadsheet is previewed and taken', async () => {
  const { orderId, amount } = await books()
  const page = `<html><body><table><tr><td>Дата<td>Номер<td>Дебет<td>Кредит<td>Контрагент<td>Назначение</tr>
<tr><td>20.11.2026<td>1<td><td>${amount},00<td>Тестов<td>Оплата, заказ ${orderId}</tr></table></body></html>`
  expect(counts(await preview(page))).toEqual({ matched: 1 })
  expect((await imported(page)).data).toMatchObject({ format: 'account', rows: 1, unmatched: 0 })
  await withdrawAll()
})

test('lines of a statement are sorted by a column, page after page', async () => {
  const { token } = await books()
  const count = 230
  const lines = Array.from(
    { length: count },
    (_, n) => `${12 + (n % 9)}.11.2026;${(n * 7919) % 1000};${n + 1},00;;ТОО Арна;;Аренда\n`,
  )
  const { data } = await imported(HEAD + lines.join(''))
  type Sort = SortOf<typeof statementSorts> | 'open'
  const all = async (sort: Sort) => {
    const seen: { line: number; day: string; outsideId: string }[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const asked = { id: data.id, sort, ...(after ? { after } : {}) }
      const { body } = await at().api('reportStatementRows', asked, token)
      if (!body.success) throw new Error(JSON.stringify(body))
      seen.push(...body.data)
      after = body.next
    }
    return seen
  }
  for (const sort of ['open', ...sortsOf(statementSorts)] as const)
    expect(new Set((await all(sort)).map(({ line }) => line)).size, sort).toBe(count)
  for (const key of ['line', 'day', 'outsideId'] as const) {
    const rising = await all(key)
    expect(rising.map((row) => row[key])).toEqual(
      rising.map((row) => row[key]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    )
    expect((await all(`-${key}`)).map(({ line }) => line)).toEqual(
      rising.map(({ line }) => line).toReversed(),
    )
  }
  expect((await at().api('reportStatementRows', { id: data.id, after: 'x' }, token)).status).toBe(
    422,
  )
  await withdrawAll()
})

test('a refund in an account’s statement has its payment looked at, whatever it was paid by', async () => {
  const { orderId, lateId } = await books()
  const { db } = at()
  const looked = async () => {
    const { rows } = await sql<{ id: string }>`
      select distinct data ->> 'attemptId' as id from pgboss.job where name = ${paymentCheckJob.name} order by id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  await sql`delete from pgboss.job where name = ${paymentCheckJob.name}`.execute(db)
  await db
    .updateTable('payment_attempts')
    .set({ outside_id: 'RRN700000000888' })
    .where('id', '=', `${lateId}-1`)
    .execute()
  const line = `1000,00;;Тестов;;Возврат по платежу`
  // A register of another system does not cover these payments.
  await imported(`${HEAD}20.11.2026;31;${line} ${orderId}\n`, { system: 'card' })
  expect(await looked()).toEqual([])
  await imported(`${HEAD}21.11.2026;32;${line} ${orderId}
21.11.2026;RRN700000000888;${line}
21.11.2026;33;1000,00;;ТОО Арна;;Аренда\n`)
  expect(await looked()).toEqual([`${lateId}-1`, `${orderId}-1`].sort())
  await withdrawAll()
})

test('a line is matched by the order’s number as a bill’s purpose says it and a bank copies it', async () => {
  const { orderId, amount } = await books()
  const [number = ''] = orderId.split('-')
  const copies = [number, number.toLowerCase(), number.replace('QG', 'QG ').replace('000', 'О00')]
  for (const copy of copies) {
    const seen = await preview(
      `${HEAD}20.11.2026;1;;${amount},00;Тестов;;Полис ОГПО, заказ ${copy}\n`,
    )
    expect(seen.read?.lines, copy).toMatchObject([{ key: `${orderId}-1`, verdict: 'matched' }])
  }
})

test('a day that has not come is refused by its line, and nothing is taken', async () => {
  const file = `${HEAD}20.11.2026;1;;10,00;Иванов;;Оплата\n20.11.2027;2;;10,00;Иванов;;Оплата\n`
  expect((await preview(file)).read?.errors).toEqual([{ line: 3, field: 'date', why: 'future' }])
  expect(await sent(file)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'content.3.date', message: fieldText('statement_future', 'kz') }] },
  })
  expect(await at().db.selectFrom('statements').select('id').execute()).toEqual([])
})

test('a statement is withdrawn with a reason and not without', async () => {
  const { token } = await books()
  const { data } = await imported(`${HEAD}20.11.2026;41;;10,00;Иванов;;Оплата\n`)
  for (const reason of ['', ' no  ']) {
    const answer = await at().api('reportWithdrawStatement', { id: data.id, reason }, token)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ path: 'reason' }] }])
  }
  await withdrawAll()
})

test('a file with a wrong line is told by the line, and nothing of it is taken', async () => {
  const file = sample('1c-1-v2-utf8.txt').toString().replace('Валюта=KZT', 'Валюта=USD')
  expect((await preview(file)).read?.errors).toEqual([
    { line: 19, field: 'currency', why: 'currency' },
  ])
  const answer = await sent(file)
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { errors: [{ path: 'content.19.currency' }] },
  ])
  expect(await at().db.selectFrom('statements').select('id').execute()).toEqual([])
})

test('of a closed month only what an earlier statement has is taken', async () => {
  const file = `${HEAD}30.09.2026;1;;10,00;Иванов;;Оплата\n`
  await imported(file)
  const { id: by } = await account(at(), accountant, { role: 'accountant' })
  await at()
    .db.insertInto('closed_periods')
    .values({ month: '2026-09', figures: '[]', closed_at: new Date(), closed_by: by })
    .execute()
  const overlapping = `${file}01.11.2026;2;;11,00;Иванов;;Оплата\n`
  expect(counts(await preview(overlapping))).toEqual({ known: 1, unknown: 1 })
  await imported(overlapping)
  const fresh = `${HEAD}29.09.2026;3;;10,00;Иванов;;Оплата\n`
  expect((await preview(fresh)).read?.errors).toEqual([{ line: 2, field: 'date', why: 'closed' }])
  const answer = await sent(fresh)
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { errors: [{ path: 'content.2.date' }] },
  ])
})

test('whose a statement in our own form is nobody is told but by its payments, or by a person', async () => {
  const { orderId, amount } = await books()
  const head = 'date;operation;order_id;payment_id;amount;fee\n'
  const unknown = `${head}2026-11-20;payment;NOBODY-1;77;500;0\n`
  const asked = await preview(unknown)
  expect(asked).toMatchObject({ read: { format: 'own', system: null, rows: 1, lines: [] } })
  expect(await preview(unknown, { system: 'card' })).toMatchObject({ read: { system: 'card' } })
  const { system } = await at()
    .db.selectFrom('payment_attempts')
    .select('system')
    .where('id', '=', `${orderId}-1`)
    .executeTakeFirstOrThrow()
  const ours = `${head}2026-11-20;payment;${orderId}-1;78;${amount};0\n`
  expect(await preview(ours)).toMatchObject({ read: { system } })
})

test('a sheet under heads that nobody knows is told, with how many of its rows were not read', async () => {
  const { amount, orderId } = await books()
  const table = (rows: string[][]) =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
  const head = HEAD.trim().split(';')
  const known = [head, ['20.11.2026', '1', '', String(amount), 'Тестов', '', `заказ ${orderId}`]]
  const other = [
    ['Колонка А', 'Колонка Б'],
    ['21.11.2026', '1 500,00'],
    ['22.11.2026', '700,00'],
  ]
  const seen = await preview(`<html><body>${table(known)}${table(other)}</body></html>`)
  expect(seen.read?.rows).toBe(1)
  expect(seen.table?.unread).toMatchObject([{ rows: 2 }])
  expect((await preview(`<html><body>${table(known)}</body></html>`)).table?.unread).toEqual([])
})
