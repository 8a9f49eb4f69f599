import { expect, test } from 'vitest'
import { startOfDay } from '#domain/calendar.ts'
import { cards } from '#systems/acquirer/sandbox-payments.ts'
import { account, signedIn } from '#tests/client.ts'
import { homeOrdered, subscribed } from '#tests/home.ts'
import { sheetOf } from '#tests/read-xlsx.ts'
import { buyer, clockTo, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const accountant = { iin: '850505499909', phone: '77010000555' }
const PERIOD = 'from=2026-11-01&to=2027-01-31'
const morning = (day: string) =>
  new Date(startOfDay(day).getTime() + 10.1 * 3_600_000).toISOString()

type Made = { ogpo: string; amount: number; home: string; number: string }
let made: Promise<Made> | null = null
/** An OGPO policy; a subscription paid for two months, its third declined three times. */
const accounting = () => (made ??= make())
async function make(): Promise<Made> {
  const of = at()
  await account(of, accountant, { role: 'accountant' })
  const buying = await purchaseToken(of)
  const { orderId, quote } = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, orderId)
  const home = await subscribed(of, await signedIn(of))
  const row = () =>
    of.db
      .selectFrom('home_subscriptions')
      .selectAll()
      .where('id', '=', home)
      .executeTakeFirstOrThrow()
  await clockTo(of, morning('2026-12-17'))
  await until(row, ({ next_period }) => next_period === 2)
  for (const card of cards(of.sandbox.world).values()) card.pan = '4400000000000010'
  for (const [n, day] of ['2027-01-17', '2027-01-18', '2027-01-19'].entries()) {
    await clockTo(of, morning(day))
    await until(
      () =>
        of.db
          .selectFrom('payment_attempts')
          .select('state')
          .where('order_id', '=', home)
          .where('period', '=', 2)
          .execute(),
      (attempts) =>
        attempts.length === n + 1 && attempts.every(({ state }) => state === 'rejected'),
    )
  }
  const { number } = await until(row, ({ state }) => state === 'not_renewed')
  return { ogpo: orderId, amount: quote.premium, home, number }
}
const asking = async (path: string, query: string) => {
  await accounting()
  return at().raw(`/api/reports/${path}?${query}`, {
    method: 'GET',
    token: await signedIn(at(), accountant),
  })
}
type Line = { id: string; number: string; status: string; amount: number; startDate: string | null }
const lines = async (query: string): Promise<Line[]> => (await asking('orders', query)).body.data
type Exception = {
  kind: string
  id: string
  orderId: string | null
  ours: number | null
  theirs: number | null
}
const exceptions = async (): Promise<Exception[]> =>
  (await asking('reconciliation', 'from=2026-11-01&to=2027-01-31')).body.data.exceptions

test('each month of a subscription is a line beside the OGPO orders, in the words of an order', async () => {
  spec('2.2.orders-report-each-month')

  const { ogpo, home, number } = await accounting()
  const rows = await lines(`${PERIOD}&sort=oldest`)
  expect(
    rows.map(({ id, number: shown, status, startDate }) => [id, shown, status, startDate]),
  ).toEqual([
    [ogpo, expect.any(String), 'issued', '2026-11-21'],
    [`${home}-0`, `${number}/1`, 'issued', '2026-11-20'],
    [`${home}-1`, `${number}/2`, 'issued', '2026-12-20'],
    [`${home}-2`, `${number}/3`, 'not_renewed', '2027-01-20'],
  ])
  expect(rows[2]).toMatchObject({
    source: 'qorgan_egov_home',
    insurer: 'dala',
    promoter: null,
    client: `•••• ${buyer.iin.slice(-4)}`,
    premium: 1_490,
    ogpoPlus: 0,
    commission: 224,
    amount: 1_490,
    paidAt: expect.stringContaining('2026-12-17'),
  })
})

test('source, status, insurer and promoter narrow both products, the page and the totals alike', async () => {
  const { amount } = await accounting()
  const count = async (narrowed: string) => {
    const totals = (await asking('orders', `${PERIOD}&${narrowed}`)).body.totals
    expect((await lines(`${PERIOD}&${narrowed}`)).length, narrowed).toBe(totals.count)
    return [totals.count, totals.amount]
  }
  expect(await count('source=qorgan_egov_home')).toEqual([3, 2 * 1_490])
  expect(await count('status=issued')).toEqual([3, amount + 2 * 1_490])
  expect(await count('status=not_renewed')).toEqual([1, 0])
  expect(await count('insurer=dala')).toEqual([4, amount + 2 * 1_490])
  expect(await count('insurer=tobyl')).toEqual([0, 0])
  expect(await count(`promoter=${crypto.randomUUID()}`)).toEqual([0, 0])
  expect((await count('promoter=none'))[0]).toBeGreaterThanOrEqual(4)
  const january = (await asking('orders', 'from=2027-01-01&to=2027-01-31')).body.totals
  expect(january).toMatchObject({
    count: 1,
    byStatus: [{ status: 'not_renewed', count: 1, amount: 1_490 }],
  })
})

test('pages by sum and the spreadsheet hold every month once', async () => {
  const { number, home } = await accounting()
  const dearest = await lines(`${PERIOD}&sort=cheapest`)
  expect(dearest.slice(0, 3).map(({ id }) => id)).toEqual([`${home}-0`, `${home}-1`, `${home}-2`])
  const answer = await fetch(`${at().url}/api/reports/orders?${PERIOD}&format=xlsx`, {
    headers: {
      authorization: `Bearer ${await signedIn(at(), accountant)}`,
      'accept-language': 'ru',
    },
  })
  const cells = sheetOf(Buffer.from(await answer.arrayBuffer())).map((row) => row[0]?.value)
  expect(cells.filter((value) => String(value).startsWith(`${number}/`))).toEqual([
    `${number}/3`,
    `${number}/2`,
    `${number}/1`,
  ])
})

test('sound books have no exception; a month paid without a payment, without its line or with another commission is one', async () => {
  spec('2.2.orders-report-reconciliation-home')

  const { home } = await accounting()
  expect(await exceptions()).toEqual([])
  const { body } = await asking('reconciliation', PERIOD)
  expect(body.data.checked).toEqual({ orders: 4, payments: 3, policies: 3 })
  const { db } = at()
  await db
    .updateTable('payment_attempts')
    .set({ state: 'expired' })
    .where('id', '=', `${home}-1-1`)
    .execute()
  await db
    .updateTable('home_charges')
    .set({ amount: 1_500 })
    .where('id', '=', `${home}-0`)
    .execute()
  await db
    .updateTable('home_subscriptions')
    .set({ commission: 300 })
    .where('id', '=', home)
    .execute()
  const found = await exceptions()
  expect(found.map(({ kind, id }) => [kind, id])).toEqual([
    ['issued_not_paid', `${home}-1`],
    ['ledger_differs', `${home}-1-1`],
    ['ledger_differs', `${home}-0`],
    ['commission_mismatch', `${home}-1`],
    ['commission_mismatch', `${home}-0`],
  ])
  expect(found.every(({ orderId }) => orderId === home)).toBe(true)
  expect(found.at(-1)).toMatchObject({ ours: 300, theirs: 224 })
  await db
    .updateTable('payment_attempts')
    .set({ state: 'paid' })
    .where('id', '=', `${home}-1-1`)
    .execute()
  await db
    .updateTable('home_charges')
    .set({ amount: 1_490 })
    .where('id', '=', `${home}-0`)
    .execute()
  await db
    .updateTable('home_subscriptions')
    .set({ commission: 224 })
    .where('id', '=', home)
    .execute()
})

test('the acquirer’s statement is held against Home payments: matched, of another sum, missing', async () => {
  const { home } = await accounting()
  const token = await signedIn(at(), accountant)
  const content = `date;operation;order_id;payment_id;amount;fee\n2026-11-20;payment;${home}-0-1;1;1490;30\n2026-12-17;payment;${home}-1-1;2;1400;30\n`
  const { body } = await at().api(
    'reportImportStatement',
    { system: 'card', fileName: 'card.csv', content },
    token,
  )
  expect(body).toMatchObject({ success: true, data: { rows: 2, unmatched: 1 } })
  expect(await exceptions()).toMatchObject([
    { kind: 'statement_unmatched', id: `${home}-1-1`, orderId: home, ours: 1_490, theirs: 1_400 },
  ])
  await at().db.deleteFrom('statement_rows').execute()
  expect((await exceptions()).map(({ kind, id, orderId }) => [kind, id, orderId])).toEqual([
    ['not_in_statement', `${home}-1-1`, home],
    ['not_in_statement', `${home}-0-1`, home],
  ])
})

test('a subscription nobody has paid waits for its payment, and is expired when its day is over', async () => {
  await accounting()
  const id = await homeOrdered(at(), await signedIn(at()), '0200020002000000')
  const status = async () =>
    (await lines('from=2027-01-19&to=2027-01-21&source=qorgan_egov_home')).map((row) => [
      row.id,
      row.status,
    ])
  expect(await status()).toEqual([[`${id}-0`, 'awaiting_payment']])
  await clockTo(at(), morning('2027-01-21'))
  await until(status, ([row]) => row?.[1] === 'expired')
})
