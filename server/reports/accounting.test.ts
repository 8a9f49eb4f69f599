import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { contract } from '#contract/index.ts'
import { accountant, HEAD, type TwoSales, twoSales } from '#tests/accounting.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, purchaseToken, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

let made: Promise<TwoSales> | null = null
const accounting = () => (made ??= twoSales(at()))
const ask = async (path: string, query = '') => {
  const { token } = await accounting()
  return at().raw(`/api/reports/${path}?${query}`, { method: 'GET', token })
}
type Exception = {
  kind: string
  id: string
  orderId: string | null
  ours: number | null
  theirs: number | null
  note: string
  at: string | null
}
const exceptions = async (query = NOVEMBER): Promise<Exception[]> =>
  (await ask('reconciliation', query)).body.data.exceptions
const importFile = async (content: string, system: 'mobile_bank' | 'card' = 'mobile_bank') => {
  const { token } = await accounting()
  return at().api('reportImportStatement', { system, fileName: 'bank.csv', content }, token, 'ru')
}

test('every payment and every refund has its receipt of the cash register, once', async () => {
  const { orderId, lateId, amount } = await accounting()
  const receipts = await until(
    () => at().db.selectFrom('fiscal_receipts').selectAll().orderBy('id').execute(),
    (rows) => rows.length === 3 && rows.every(({ state }) => state === 'done'),
  )
  expect(receipts.map(({ id, operation, amount: sum }) => [id, operation, sum])).toEqual(
    [
      [`payment:${orderId}-1`, 'sale', amount],
      [`payment:${lateId}-1`, 'sale', expect.any(Number)],
      [`refund:R-${lateId}-1-late_or_second_payment`, 'return', expect.any(Number)],
    ].sort(),
  )
  expect(new Set(receipts.map(({ number }) => number)).size).toBe(3)
})

test('a register that is away does not hold up the sale; the receipt comes when it is back', async () => {
  await accounting()
  const { db } = at()
  await at().fault('fiscal', 'unavailable', { times: 4 })
  const { orderId } = await accounting()
  await db
    .insertInto('fiscal_receipts')
    .values({
      id: 'payment:again',
      operation: 'sale',
      order_id: orderId,
      amount: 5,
      created_at: new Date('2026-11-20T00:00:00Z'),
    })
    .execute()
  const receipt = await until(
    () =>
      db
        .selectFrom('fiscal_receipts')
        .selectAll()
        .where('id', '=', 'payment:again')
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'done',
  )
  expect(receipt.number).toMatch(/^7\d{8}$/)
})

test('the refund register names the refund, its way, its reason and its receipt', async () => {
  spec('2.2.orders-report-refund-register')

  const { lateId } = await accounting()
  const { body } = await ask('refunds', NOVEMBER)
  expect(body.data).toMatchObject([
    {
      orderId: lateId,
      way: 'mobile_bank',
      status: 'done',
      reason: 'late_or_second_payment',
      receipt: expect.stringMatching(/^7/),
    },
  ])
  expect((await ask('refunds', `${NOVEMBER}&status=failed`)).body.data).toEqual([])
})

test('sound books have no exception but the refunds, which are told', async () => {
  expect((await exceptions()).map(({ kind }) => kind)).toEqual(['refunded'])
})

test('a statement is matched by the attempt’s id; the same file again is the same statement', async () => {
  spec('2.2.orders-report-banks-acquirers')

  const { orderId, lateId, amount } = await accounting()
  const refund = `R-${lateId}-1-late_or_second_payment`
  const late = await at()
    .db.selectFrom('payment_attempts')
    .select('amount')
    .where('order_id', '=', lateId)
    .executeTakeFirstOrThrow()
  const content = `${HEAD}2026-11-20;payment;${orderId}-1;1;${amount};361\n2026-11-20;payment;${lateId}-1;2;${late.amount};0\n20.11.2026;возврат;${refund};3;${late.amount};\n2026-11-20;payment;QG-nobody-1;4;100;0\n2026-11-20;payment;${orderId}-1;5;${amount};0\n`
  const first = await importFile(content)
  expect(first.body).toMatchObject({
    success: true,
    known: false,
    data: { rows: 5, unmatched: 2, fee: 361, refunded: late.amount, from: '2026-11-20' },
  })
  const again = await importFile(content)
  expect(again.body).toMatchObject({
    success: true,
    known: true,
    data: { id: first.body.success ? first.body.data.id : '' },
  })
  const { token } = await accounting()
  const id = first.body.success ? first.body.data.id : ''
  const rows = await at().api('reportStatementRows', { id }, token)
  expect(rows.body.success && rows.body.data.map(({ line, verdict }) => [line, verdict])).toEqual([
    [5, 'unknown'],
    [6, 'repeated'],
    [2, 'matched'],
    [3, 'matched'],
    [4, 'matched'],
  ])
  const found = await exceptions()
  expect(
    found.filter(({ kind }) => kind === 'statement_unmatched').map(({ id: key }) => key),
  ).toEqual([`${orderId}-1`, 'QG-nobody-1'])
  // The date beside the line is the time of our payment, not the midnight of the statement's day.
  const paid = await at()
    .db.selectFrom('ledger')
    .select('at')
    .where('key', '=', `payment:${orderId}-1`)
    .executeTakeFirstOrThrow()
  expect(found.find(({ id: key }) => key === `${orderId}-1`)?.at).toBe(paid.at.toISOString())
})

test('a payment that the statement of its day does not have is an exception', async () => {
  await importFile(`${HEAD}2026-11-20;payment;other;9;77;0\n`, 'card')
  const { orderId } = await accounting()
  expect((await exceptions()).filter(({ kind }) => kind === 'not_in_statement')).toEqual([])
  await at().db.deleteFrom('statement_rows').where('key', '=', `${orderId}-1`).execute()
  expect(
    (await exceptions()).filter(({ kind }) => kind === 'not_in_statement').map(({ id }) => id),
  ).toEqual([`${orderId}-1`])
})

test('a file that is no statement says which line and field', async () => {
  const { status, body } = await importFile(`${HEAD}2026-11-20;payment;a;1;12,50;0\n`)
  expect(status).toBe(422)
  expect(body.errors).toEqual([{ path: 'content.2.amount', message: 'Проверьте значение' }])
})

test('what is paid and not issued, issued and not paid, refused and of another sum is on top', async () => {
  spec('2.2.orders-report-reconciliation-exceptions')

  const { orderId, lateId } = await accounting()
  const { db } = at()
  await db
    .updateTable('orders')
    .set({ state: 'issue_failed', paid_at: new Date('2026-11-20T07:00:00Z') })
    .where('id', '=', lateId)
    .execute()
  await db
    .updateTable('payment_attempts')
    .set({ state: 'expired' })
    .where('order_id', '=', orderId)
    .execute()
  await db.updateTable('orders').set({ commission: 1 }).where('id', '=', orderId).execute()
  // The database refuses to take a refund back that went out.
  await db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own)
    await own
      .updateTable('refunds')
      .set({ state: 'failed', error: 'card closed' })
      .where('order_id', '=', lateId)
      .execute()
    await sql`set session_replication_role = origin`.execute(own)
  })
  await at().api(
    'ogpoCalculate',
    sale({ order: { insurer: 'syrdarya' } }),
    await purchaseToken(at()),
  )
  const found = await exceptions()
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  expect(kinds.slice(0, 5)).toEqual([
    'paid_not_issued',
    'issued_not_paid',
    'ledger_differs',
    'refund_failed',
    'commission_mismatch',
  ])
  expect(found.find(({ kind }) => kind === 'paid_not_issued')).toMatchObject({
    orderId: lateId,
    note: 'issue_failed',
  })
  expect(found.find(({ kind }) => kind === 'issued_not_paid')).toMatchObject({ orderId })
  expect(found.filter(({ kind }) => kind === 'commission_mismatch')).toMatchObject([
    { id: orderId, ours: 1 },
    {
      id: 'syrdarya',
      note: '',
      refused: { insurer: expect.stringContaining('«'), ours: null, theirs: null, times: 1 },
    },
  ])
  const only = await exceptions(`${NOVEMBER}&kind=refund_failed`)
  expect(only).toMatchObject([{ kind: 'refund_failed', note: 'card closed' }])
})

test('of many exceptions of a kind the newest are named and all are counted', async () => {
  spec('2.2.orders-report-exceptions-kind')

  const { orderId } = await accounting()
  await at()
    .db.insertInto('fiscal_receipts')
    .values(
      Array.from({ length: 23 }, (_, n) => ({
        id: `refused:${n}`,
        operation: 'sale' as const,
        state: 'refused' as const,
        order_id: orderId,
        amount: n + 1,
        created_at: new Date(Date.UTC(2026, 10, 19, 0, n)),
      })),
    )
    .execute()
  const of = async (
    query: string,
  ): Promise<{ exceptions: Exception[]; counts: { kind: string; count: number }[] }> =>
    (await ask('reconciliation', query)).body.data
  const all = await of(NOVEMBER)
  const named = all.exceptions
    .filter(({ kind }) => kind === 'receipt_refused')
    .map(({ ours }) => ours)
  expect(named).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n))
  expect(all.counts).toContainEqual({ kind: 'receipt_refused', count: 23 })
  const only = await of(`${NOVEMBER}&kind=receipt_refused`)
  // The counts stay those of the period: the tabs above the rows show them.
  expect([only.exceptions.length, only.counts]).toEqual([23, all.counts])
  expect(new Set(only.exceptions.map(({ kind }) => kind))).toEqual(new Set(['receipt_refused']))
})

const isCall = (name: string): name is CallName => name in contract
const desks = Object.keys(contract)
  .filter(isCall)
  .filter((name) => /^(report|reference)[A-Z]/.test(name))
  .map((name) => [name, contract[name].path, contract[name].method, contract[name].may] as const)

test.each(desks)('%s is closed to whoever it is not for', async (_name, path, method, may) => {
  spec('6.accountant-reports')

  await accounting()
  const tokens = await others()
  const status = async (bearer?: string) =>
    (await at().raw(path, { method, ...(method === 'POST' ? { body: {} } : {}), token: bearer }))
      .status
  expect(await status()).toBe(401)
  for (const [who, bearer] of Object.entries(tokens)) {
    const allowed = may.some((one) => one === who || (one === 'staff' && who === 'administrator'))
    expect([who, await status(bearer)]).toEqual([
      who,
      allowed ? expect.toSatisfy((code: number) => code === 200 || code === 422) : 403,
    ])
  }
})

let known: Promise<
  Record<'user' | 'staff' | 'administrator' | 'accountant' | 'purchase', string>
> | null = null
const others = () => (known ??= everyone())
async function everyone() {
  const of = at()
  const staff = { iin: '880808399905', phone: '77010000661' }
  const administrator = { iin: '880808399915', phone: '77010000662' }
  await account(of, stranger)
  await account(of, staff, { role: 'staff' })
  await account(of, administrator, { role: 'staff', administrator: true })
  return {
    user: await signedIn(of, stranger),
    staff: await signedIn(of, staff),
    administrator: await signedIn(of, administrator),
    accountant: await signedIn(of, accountant),
    purchase: await purchaseToken(of, buyer),
  }
}
