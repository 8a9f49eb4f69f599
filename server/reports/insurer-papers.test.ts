import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bare, readPdf } from '#documents/read-pdf.ts'
import { formatMoney } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { accountant, type TwoSales, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { sheetOf, unzip } from '#tests/read-xlsx.ts'
import { clockTo } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const second = { iin: '880808399905', phone: '77010000556' }
const month = '2026-11'
const OPENING = 1_000_007
const PAID = 400_003

let made: Promise<{ sales: TwoSales; first: string; other: string }> | null = null
/** November with one policy is over, its books begun with a debt to the insurer. */
const books = () => (made ??= make())
async function make() {
  const sales = await twoSales(at())
  await account(at(), second, { role: 'accountant' })
  await clockTo(at(), '2026-12-02T06:00:00Z')
  const [first, other] = [await signedIn(at(), accountant), await signedIn(at(), second)]
  const asked = await at().api(
    'reportProposeStart',
    {
      month,
      source: 'ОСВ, 31.10.2026',
      ours: 0,
      balances: [
        { kind: 'account', subject: 'Ертіс Банк', amount: OPENING },
        { kind: 'debt', subject: 'dala', amount: OPENING },
      ],
    },
    first,
  )
  if (!asked.body.success) throw new Error(asked.body.message)
  await at().api('reportSignStart', { id: asked.body.data.id }, other)
  return { sales, first, other }
}
const papers = async (token: string) => {
  const { body } = await at().api('reportPapers', { month }, token)
  if (!body.success) throw new Error(body.message)
  const dala = body.data.insurers.find(({ insurer }) => insurer === 'dala')
  if (!dala) throw new Error('the insurer has no account')
  return dala
}
const act = { month, insurer: 'dala', kind: 'settlement', language: 'ru' } as const
type Asked = Omit<typeof act, 'kind' | 'language'> & {
  kind: 'services' | 'settlement'
  language: Locale
}
const prepared = async (of: Asked, token: string) => {
  const { body } = await at().api('reportPreparePaper', of, token)
  if (!body.success) throw new Error(body.message)
  return body.data.id
}
const issued = async (of: Asked, first: string, other: string) => {
  const id = await prepared(of, first)
  const { body } = await at().api('reportSignPaper', { id }, other)
  if (!body.success) throw new Error(body.message)
  return { id, number: body.data.number }
}
const file = async (id: string, format: 'pdf' | 'xlsx', token: string) => {
  const answer = await fetch(
    `${at().url}/api/reports/paperFile?${new URLSearchParams({ id, format })}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('an act is signed by two, numbered without gaps, and says what the ledger says to the tenge', async () => {
  const { first, other } = await books()
  const paid = { insurer: 'dala', day: '2026-11-25', amount: PAID, reference: 'ПП 77' }
  expect((await at().api('reportRecordPayment', paid, first)).body).toEqual({ success: true })
  const before = await papers(first)
  const { rows } = await sql<{ owed: number; commission: number }>`
    select sum(case when credit = 'insurer' then amount when debit = 'insurer' then -amount else 0 end)::int as owed,
       sum(case when credit = 'commission' then amount when debit = 'commission' then -amount else 0 end)::int as commission
     from ledger where at < '2026-12-01T00:00:00+05:00'`.execute(at().db)
  const [{ owed, commission } = { owed: 0, commission: 0 }] = rows
  expect(before).toMatchObject({
    policies: 1,
    opening: OPENING,
    accrued: owed,
    paid: PAID,
    commission,
    closing: OPENING + owed - PAID,
  })

  // The overview has the same account, of a month and of some days in it.
  const account = async (from: string, to: string) => {
    const { body } = await at().api('reportOverview', { from, to }, first)
    return body.success ? body.data.settlements : body.message
  }
  const dala = { insurer: 'dala', opening: OPENING, toPassOn: owed, paid: PAID }
  expect(await account('2026-11-01', '2026-11-30')).toEqual([{ ...dala, left: before.closing }])
  expect(await account('2026-11-26', '2026-11-30')).toEqual([
    { ...dala, opening: before.closing, toPassOn: 0, paid: 0, left: before.closing },
  ])
  // The page of settlements too, including one with a balance only.
  const lines = async (from: string, to: string) => {
    const { body } = await at().api('reportInsurers', { from, to }, first)
    return body.success ? body.data : body.message
  }
  expect(await lines('2026-11-01', '2026-11-30')).toMatchObject([
    { ...dala, commission, left: before.closing, act: null },
  ])
  expect(await lines('2026-11-26', '2026-11-30')).toMatchObject([
    { insurer: 'dala', policies: 0, opening: before.closing, paid: 0, left: before.closing },
  ])
  expect(await lines('2026-10-31', '2026-11-30')).toMatchObject([
    { insurer: 'dala', toPassOn: owed, opening: null, paid: null, left: null },
  ])
  // Nor does their file: one unknown row makes the total unknown.
  const answer = await fetch(
    `${at().url}/api/reports/insurers?from=2026-10-31&to=2026-11-30&format=xlsx`,
    { headers: { authorization: `Bearer ${first}` } },
  )
  const totals = /<row r="8">.*<\/row>/.exec(
    unzip(Buffer.from(await answer.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? '',
  )?.[0]
  expect(totals).toMatch(/<c r="C8"[^>]*><f>.*?<\/f><v>–<\/v>/)
  expect(totals).toMatch(new RegExp(`<c r="H8"[^>]*><f>.*?</f><v>${owed}</v>`))
  // Days before the books have no account.
  expect(await account('2026-10-31', '2026-11-30')).toEqual([])

  // A withdrawn act uses no number.
  const dropped = await prepared(act, first)
  expect((await at().api('reportSignPaper', { id: dropped }, first)).body).toMatchObject({
    code: 14063,
  })
  expect((await at().api('reportPreparePaper', act, other)).body).toMatchObject({ code: 14129 })
  expect((await at().api('reportWithdrawPaper', { id: dropped }, other)).body).toEqual({
    success: true,
  })
  const settlement = await issued(act, first, other)
  const services = await issued({ ...act, kind: 'services', language: 'kz' }, other, first)
  expect([settlement.number, services.number]).toEqual(['1/2026', '1/2026'])
  expect((await at().api('reportPreparePaper', act, first)).body).toMatchObject({ code: 14129 })

  expect(await lines('2026-11-01', '2026-11-30')).toMatchObject([{ act: services.number }])
  expect(await lines('2026-11-01', '2026-12-01')).toMatchObject([{ act: null }])

  // The files alone.
  const sheet = sheetOf(await file(settlement.id, 'xlsx', first))
  const title = String(sheet[0]?.[0]?.value)
  expect(title).toContain('Акт сверки')
  expect(title).toContain('1/2026')
  const sums = sheet.map((row) => row[3]?.value).filter((value) => typeof value === 'number')
  const total = sums.pop()
  expect(sums.reduce((sum, value) => sum + value, 0)).toBe(before.closing)
  expect(total).toBe(before.closing)
  expect(sums).toContain(-PAID)
  const [page = ''] = readPdf(await file(settlement.id, 'pdf', first)).pages
  for (const said of [
    'Акт сверки взаиморасчётов',
    '№ 1/2026',
    'ПП 77',
    ...[OPENING, -PAID, -commission, before.closing].map(formatMoney),
  ])
    expect(page).toContain(bare(said))
  const [kazakh = ''] = readPdf(await file(services.id, 'pdf', first)).pages
  expect(kazakh).toContain(bare('Көрсетілген қызметтер актісі'))
  expect(kazakh).toContain(bare(formatMoney(commission)))
  const registry = sheetOf(await file(services.id, 'xlsx', first))
  const heads = registry.find((row) => row.some(({ value }) => value === 'Брокердің комиссиясы, ₸'))
  const column = heads?.findIndex(({ value }) => value === 'Брокердің комиссиясы, ₸') ?? -1
  expect(registry.at(-1)?.[column]?.value).toBe(commission)

  // An issued act cannot be deleted.
  const gone = at().db.deleteFrom('insurer_papers').where('id', '=', settlement.id).execute()
  await expect(gone).rejects.toThrow('stands')
})

test('where the books say other sums a new act takes the place of the old, with the next number', async () => {
  const { first, other } = await books()
  const more = { insurer: 'dala', day: '2026-11-26', amount: -5, reference: 'ПП 78' }
  const waits = { ...act, insurer: 'tobyl' }
  expect((await at().api('reportPreparePaper', waits, first)).body).toMatchObject({ code: 14081 })
  await at().api('reportRecordPayment', more, first)
  const stood = await papers(first)
  const stale = (kind: string) => stood.papers.find((one) => one.kind === kind)?.stale
  // A payment is no part of the services.
  expect([stale('settlement'), stale('services')]).toEqual([true, false])
  const id = await prepared(act, first)
  // Between the signatures a payment is taken back: the second signs nothing.
  await at().api('reportUndoPayment', { id: stood.payments[0]?.id ?? '' }, other)
  expect((await at().api('reportSignPaper', { id }, other)).body).toMatchObject({ code: 14129 })
  await at().api('reportWithdrawPaper', { id }, first)
  const next = await issued(act, first, other)
  expect(next.number).toBe('2/2026')
  const [page = ''] = readPdf(await file(next.id, 'pdf', first)).pages
  expect(page).toContain(bare('Взамен акта № 1/2026'))
})

test('a payment needs a day of an open month and an insurer that there is', async () => {
  const { first } = await books()
  const paid = { insurer: 'dala', day: '2026-11-25', amount: 5, reference: 'ПП 1' }
  const wrong = async (about: object) => {
    const answer = await at().raw('/api/reports/recordPayment', {
      body: { ...paid, ...about },
      token: first,
    })
    expect(answer.status).toBe(422)
    return JSON.stringify(answer.body)
  }
  expect(await wrong({ day: '2026-10-31' })).toContain('"day"')
  expect(await wrong({ day: '2026-12-03' })).toContain('"day"')
  expect(await wrong({ day: '31.11.2026' })).toContain('"day"')
  expect(await wrong({ insurer: 'nobody' })).toContain('"insurer"')
  expect(await wrong({ amount: 0 })).toContain('"amount"')
  expect(await wrong({ amount: 5.5 })).toContain('"amount"')
  expect(await wrong({ reference: ' ' })).toContain('"reference"')
})
