import { expect, test } from 'vitest'
import { accountant, HEAD, settles, type TwoSales, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
let made: Promise<TwoSales> | null = null
const books = () => (made ??= twoSales(at()))

const imported = async (lines: string, system: 'mobile_bank' | 'card' = 'mobile_bank') => {
  const { token } = await books()
  const { status, body } = await at().api(
    'reportImportStatement',
    { system, fileName: 'bank.csv', content: `${HEAD}${lines}` },
    token,
  )
  if (!body.success) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
const verdicts = async (id: string) => {
  const { token } = await books()
  const { body } = await at().api('reportStatementRows', { id }, token)
  if (!body.success) throw new Error(body.message)
  return Object.fromEntries(body.data.map(({ line, verdict }) => [line, verdict]))
}
const differences = async () => {
  const { token } = await books()
  const { body } = await at().api('reportReconciliation', NOVEMBER, token)
  if (!body.success) throw new Error(body.message)
  return body.data.exceptions.filter(({ kind }) => kind === 'statement_unmatched')
}
const withdraw = async (id: string) =>
  at().api('reportWithdrawStatement', { id, reason: 'wrong file' }, (await books()).token)
const withdrawAll = async () => {
  const rows = await at().db.selectFrom('statements').select('id').execute()
  for (const { id } of rows) expect((await withdraw(id)).body).toEqual({ success: true })
}

test('a fee is kept with its tiyn and added up right', async () => {
  const { orderId, amount, token } = await books()
  const { data } = await imported(
    `2026-11-20;payment;${orderId}-1;1;${amount};837,38\n2026-11-20;payment;nobody;2;100;-0,40\n`,
  )
  expect(data.fee).toBe(836.98)
  const rows = await at().api('reportStatementRows', { id: data.id }, token)
  expect(rows.body).toMatchObject({ data: [{ fee: -0.4 }, { fee: 837.38 }] })
  const matched = await at().api('reportMatched', NOVEMBER, token)
  expect(matched.body).toMatchObject({ data: [{ fee: 837.38 }], totals: { fee: 837.38 } })
  const csv = await fetch(
    `${at().url}/api/reports/matched?from=2026-11-01&to=2026-11-30&format=csv`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  )
  expect((await csv.text()).trimEnd().endsWith(';837,38')).toBe(true)
  await withdrawAll()
})

test('a movement that an earlier statement has is known; another payment of the same order is the exception', async () => {
  const { orderId, amount } = await books()
  const line = `2026-11-20;payment;${orderId}-1;1;${amount};0\n`
  const first = await imported(line)
  const second = await imported(`${line}2026-11-21;payment;${orderId}-1;2;${amount};0\n`)
  expect(await verdicts(first.data.id)).toEqual({ 2: 'matched' })
  expect(await verdicts(second.data.id)).toEqual({ 2: 'known', 3: 'repeated' })
  expect(second.data.unmatched).toBe(1)
  expect(await differences()).toHaveLength(1)
  // Without the earlier statement the later one has the movement.
  expect((await withdraw(first.data.id)).body).toEqual({ success: true })
  expect(await verdicts(second.data.id)).toEqual({ 2: 'matched', 3: 'repeated' })
  await withdrawAll()
})

test('a statement imported under the wrong system is withdrawn, and the right one matches; both before and after', async () => {
  const { orderId, amount, token } = await books()
  const line = `2026-11-20;payment;${orderId}-1;1;${amount};0\n`
  const wrong = await imported(line, 'card')
  const right = await imported(line)
  expect(right.known).toBe(false)
  expect(await verdicts(wrong.data.id)).toEqual({ 2: 'unknown' })
  expect(await verdicts(right.data.id)).toEqual({ 2: 'matched' })
  const [difference] = await differences()
  const settled = await settles(at(), token, {
    ...NOVEMBER,
    kind: 'statement_unmatched',
    key: difference?.key ?? '',
    how: 'accepted',
    note: 'wrong system',
  })
  expect(settled.count).toBe(1)
  expect((await withdraw(wrong.data.id)).body).toEqual({ success: true })
  expect((await withdraw(wrong.data.id)).status).toBe(404)
  expect(await differences()).toEqual([])
  const settlements = await at()
    .db.selectFrom('settled_differences')
    .select('id')
    .where('undone_at', 'is', null)
    .execute()
  expect(settlements).toEqual([])
  const audited = await at()
    .db.selectFrom('audit')
    .select(['object_id', 'details'])
    .where('action', '=', 'statement.withdrawn')
    .where('object_id', '=', wrong.data.id)
    .execute()
  expect(audited).toMatchObject([{ details: { system: 'card', reason: 'wrong file' } }])
  await withdrawAll()
})

test('a difference goes when the books have caught up, without another import', async () => {
  const { orderId, amount } = await books()
  const { db } = at()
  const id = `${orderId}-9`
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      contract_id: orderId,
      order_id: orderId,
      system: 'mobile_bank',
      way: 'bill',
      amount,
      state: 'awaiting',
      created_at: new Date(),
      expires_at: new Date(),
    })
    .execute()
  const { data } = await imported(`2026-11-20;payment;${id};1;${amount};0\n`)
  expect(await verdicts(data.id)).toEqual({ 2: 'not_in_our_books' })
  await db
    .insertInto('ledger')
    .values({
      key: `payment:${id}`,
      contract_id: orderId,
      order_id: orderId,
      attempt_id: id,
      kind: 'payment',
      debit: 'mobile_bank',
      credit: 'client',
      amount,
      at: new Date('2026-11-20T08:00:00Z'),
    })
    .execute()
  expect(await verdicts(data.id)).toEqual({ 2: 'matched' })
  expect(await differences()).toEqual([])
  await withdrawAll()
})

test('a refund that the bank split is matched by its parts together, and by nothing less or more', async () => {
  await books()
  const { id, amount } = await at()
    .db.selectFrom('refunds')
    .select(['id', 'amount'])
    .executeTakeFirstOrThrow()
  const half = Math.floor(amount / 2)
  const part = (number: string, sum: number) => `2026-11-21;refund;${id};${number};${sum};0\n`
  const one = await imported(part('81', half))
  expect(await verdicts(one.data.id)).toEqual({ 2: 'amount_differs' })
  // The rest is in a file of another day.
  const other = await imported(part('82', amount - half))
  expect(await verdicts(one.data.id)).toEqual({ 2: 'matched' })
  expect(await verdicts(other.data.id)).toEqual({ 2: 'matched' })
  expect(await differences()).toEqual([])
  await imported(part('83', 1))
  expect(await verdicts(one.data.id)).toEqual({ 2: 'amount_differs' })
  expect(await verdicts(other.data.id)).toEqual({ 2: 'repeated' })
  await withdrawAll()
})

test('a statement of a closed month stays', async () => {
  const { orderId, amount } = await books()
  const { data } = await imported(`2026-10-31;payment;${orderId}-1;1;${amount};0\n`)
  const { id: by } = await account(at(), accountant, { role: 'accountant' })
  await at()
    .db.insertInto('closed_periods')
    .values({ month: '2026-10', figures: '[]', closed_at: new Date(), closed_by: by })
    .execute()
  expect((await withdraw(data.id)).body).toMatchObject({ success: false, code: 14130 })
  expect(await verdicts(data.id)).toEqual({ 2: 'matched' })
  expect(await signedIn(at(), accountant)).toBeTruthy()
})
