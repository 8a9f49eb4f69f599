import { expect, test } from 'vitest'
import { accountant } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { sheetOf, unzip } from '#tests/read-xlsx.ts'
import {
  buyer,
  consents,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'
const second = ready('900622499917')
let standing: ReturnType<typeof begin> | null = null
const made = () => (standing ??= begin())

/** A policy bought, reissued with one more driver, and the new one cancelled on its first day. */
async function begin() {
  const buying = await purchaseToken(at())
  await consents(at(), buying, second.iin)
  const first = await ordered(at(), buying)
  await paysBill(at())
  const old = await issued(buying, first.orderId)
  const dearer = sale({ drivers: [{ iin: second.iin }] as never, order: { reorderGlobalId: old } })
  const { body } = await at().api('ogpoCalculate', dearer, buying)
  const quote = body.success ? body.data.calculations[0] : undefined
  const placed = await at().api(
    'ogpoReorder',
    {
      calculationId: quote?.calculationId ?? '',
      pay: { system: 'mobile_bank', method: 'bill' },
      globalId: old,
    },
    buying,
  )
  if (!placed.body.success) throw new Error(`no reissue: ${JSON.stringify(placed.body)}`)
  await paysBill(at())
  const next = await issued(buying, placed.body.data.orderId)
  await at().api('cabinetCancelPolicy', { globalId: next }, await signedIn(at()))
  await until(
    () => at().db.selectFrom('refunds').select(['state', 'reason']).execute(),
    (rows) =>
      rows.some(({ reason }) => reason === 'cancelled' || reason === 'terminated') &&
      rows.every(({ state }) => state === 'done'),
  )
  await account(at(), accountant, { role: 'accountant' })
  return { token: await signedIn(at(), accountant), old, next, orderId: first.orderId }
}
async function issued(buying: string, orderId: string): Promise<string> {
  const done = await settled(at(), buying, orderId)
  if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
  return done.data.globalId
}
const ask = async (path: string) =>
  (await at().raw(`/api/reports/${path}`, { method: 'GET', token: (await made()).token })).body
const lines = async (more = '') => (await ask(`movements?${NOVEMBER}${more}`)).data

test('movements are what the statement per insurer and the overview sum up, to the tenge', async () => {
  spec('2.2.orders-report-statement-per')

  await made()
  const { data, totals } = await ask(`movements?${NOVEMBER}&sort=oldest`)
  expect(data.map(({ movement }: { movement: string }) => movement)).toEqual([
    'sold',
    expect.stringMatching(/^(sold|taken_over)$/),
    expect.stringMatching(/^(sold|taken_over)$/),
    expect.stringMatching(/^(ended|cancelled)$/),
  ])
  const sum = (key: string) =>
    data.reduce((all: number, row: Record<string, number>) => all + (row[key] ?? 0), 0)
  const [insurer] = (await ask(`insurers?${NOVEMBER}`)).data
  const overview = (await ask(`overview?${NOVEMBER}`)).data
  for (const key of ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn']) {
    expect(totals[key], key).toBe(sum(key))
    expect(totals[key], key).toBe(insurer[key])
  }
  for (const key of ['premium', 'ogpoPlus', 'commission', 'toPassOn'])
    expect(totals[key], key).toBe(overview[key])
})

test('a movement says what an insurer asks for: policy, holder, plate, term, payment, refund', async () => {
  const { old, next, orderId } = await made()
  const all = await lines('&sort=oldest')
  const payment = await at()
    .db.selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .executeTakeFirstOrThrow()
  expect(all[0]).toMatchObject({
    policyNumber: old,
    orderId,
    movement: 'sold',
    channel: 'site',
    plate: '123ABC02',
    client: `•••• ${buyer.iin.slice(-4)}`,
    paymentId: payment.id,
    refundId: null,
    startDate: expect.stringMatching(/^2026-/),
    endDate: expect.stringMatching(/^2027-/),
    holder: expect.stringMatching(/^\p{L}+ \p{L}\.$/u),
  })
  const refund = await at()
    .db.selectFrom('refunds')
    .select('id')
    .where('order_id', '=', all.at(-1).orderId)
    .where('reason', 'in', ['cancelled', 'terminated'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(all.at(-1)).toMatchObject({ policyNumber: next, refundId: refund.id })
})

test('movements are narrowed by kind, insurer and channel, their sums with them', async () => {
  const sold = await ask(`movements?${NOVEMBER}&movement=sold`)
  expect(sold.totals).toMatchObject({ count: 2, sold: 2, refundDue: 0 })
  expect((await lines('&channel=home')).length).toBe(0)
  expect((await lines('&insurer=nobody')).length).toBe(0)
  expect((await lines('&insurer=dala&channel=site')).length).toBe(4)
  const wrong = await at().raw(`/api/reports/movements?${NOVEMBER}&movement=stolen`, {
    method: 'GET',
    token: (await made()).token,
  })
  expect(wrong.status).toBe(422)
})

test('a file has the columns that were chosen, in their order, and no more', async () => {
  const { token, old } = await made()
  const file = async (path: string) => {
    const answer = await fetch(`${at().url}/api/reports/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
    })
    return Buffer.from(await answer.arrayBuffer())
  }
  const csv = await file(
    `movements?${NOVEMBER}&sort=oldest&format=csv&columns=toPassOn,policyNumber,nothing`,
  )
  const [head, first] = csv.toString('utf8').slice(1).split('\r\n')
  expect(head).toBe('К перечислению, ₸;Номер полиса')
  expect(first?.split(';')[1]).toBe(old)
  const rows = sheetOf(await file(`orders?${NOVEMBER}&format=xlsx&columns=number,paid`))
  expect(rows.find((row) => row[0]?.value === 'Номер')).toHaveLength(2)
  const whole = (await file(`orders?${NOVEMBER}&format=csv`)).toString('utf8')
  for (const name of ['Номер полиса', 'Страхователь', 'Госномер', 'Номер платежа'])
    expect(whole.split('\r\n')[0]).toContain(name)
  expect(whole).toContain(old)
})

test('a spreadsheet is filtered, its sums are formulas, and a second sheet sums all rows', async () => {
  const { token } = await made()
  const answer = await fetch(`${at().url}/api/reports/movements?${NOVEMBER}&format=xlsx`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
  })
  const parts = unzip(Buffer.from(await answer.arrayBuffer()))
  const [sheet, sums] = ['1', '2'].map((n) => parts[`xl/worksheets/sheet${n}.xml`] ?? '')
  expect(sheet).toMatch(/<autoFilter ref="A6:S10"\/>/)
  const { totals } = await ask(`movements?${NOVEMBER}`)
  // Seen by a reader that does not count, and counted anew by one that does.
  expect(sheet).toContain(`<f>SUBTOTAL(109,S7:S10)</f><v>${totals.toPassOn}</v>`)
  expect(sums).toContain(`!S7:S10)</f><v>${totals.toPassOn}</v>`)
  expect(sums).toMatch(/<f>ROWS\('[^']+'!A7:A10\)<\/f><v>4<\/v>/)
  const name = /<sheet name="([^"]+)" sheetId="1"/.exec(parts['xl/workbook.xml'] ?? '')?.[1] ?? ''
  expect(name.length).toBeLessThanOrEqual(31)
  expect(sums).toContain(`'${name}'!`)
  expect(parts['xl/styles.xml']).toContain('<cellStyle name="Normal"')
})

test('a spreadsheet without rows has sums of nothing and no formula over its own row', async () => {
  const { token } = await made()
  const answer = await fetch(
    `${at().url}/api/reports/movements?from=2025-01-01&to=2025-01-02&format=xlsx`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const parts = unzip(Buffer.from(await answer.arrayBuffer()))
  for (const n of ['1', '2']) expect(parts[`xl/worksheets/sheet${n}.xml`]).not.toContain('<f>')
})
