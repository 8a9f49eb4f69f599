import { expect, test } from 'vitest'
import { settles } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { writeCursor } from '../http/paging.ts'

/** Payments on which statements and the ledger agree, and lines without a counterpart. */
const at = sharedTestApp()
const accountant = { iin: '850505499909', phone: '77010000555' }
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

let made: ReturnType<typeof make> | null = null
/** Two sales that were paid and issued. */
const books = () => (made ??= make())
async function make() {
  const of = at()
  const buying = await purchaseToken(of)
  const one = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, one.orderId)
  const second = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, second.orderId)
  await account(of, accountant, { role: 'accountant' })
  return {
    token: await signedIn(of, accountant),
    orderId: one.orderId,
    amount: one.quote.premium,
    otherId: second.orderId,
    other: second.quote.premium,
  }
}
const reconciled = async (token: string) => {
  const { body } = await at().api('reportReconciliation', NOVEMBER, token)
  if (!body.success) throw new Error(body.message)
  return body.data
}
const imported = (lines: string, token: string) =>
  at().api(
    'reportImportStatement',
    {
      system: 'mobile_bank',
      fileName: 'bank.csv',
      content: `date;operation;order_id;payment_id;amount;fee\n${lines}`,
    },
    token,
  )
const noStatements = async () => {
  await at().db.deleteFrom('statement_rows').execute()
  await at().db.deleteFrom('statements').execute()
}
const statement = async (query: string, token: string) =>
  fetch(`${at().url}/api/reports/matched?from=2026-11-01&to=2026-11-30${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
  })

test('what agrees is listed with both sides and their sums, by number and by a person’s word', async () => {
  spec('2.2.orders-report-matched')

  const { token, orderId, otherId, amount, other } = await books()
  const nothing = await at().api('reportMatched', NOVEMBER, token)
  expect(nothing.body).toMatchObject({
    data: [],
    next: null,
    totals: { count: 0, amount: 0, theirs: 0, fee: 0 },
  })
  await imported(
    `2026-11-21;payment;unknown-1;77;${amount};30\n2026-11-20;payment;${otherId}-1;78;${other};7\n`,
    token,
  )
  const before = await reconciled(token)
  // The line without an owner is missing here, the payment without a line there.
  expect(before.missing).toEqual({ here: 1, there: 1 })
  const side = async (one: 'here' | 'there') => {
    const { body } = await at().api('reportReconciliation', { ...NOVEMBER, side: one }, token)
    if (!body.success) throw new Error(body.message)
    expect(body.data).toMatchObject({ missing: before.missing, counts: before.counts })
    return body.data.exceptions
  }
  const [unknown, ...none] = await side('here')
  expect([unknown?.kind, none]).toEqual(['statement_unmatched', []])
  expect(await side('there')).toMatchObject([{ kind: 'not_in_statement', id: `${orderId}-1` }])

  const key = unknown?.key ?? ''
  const line = { ...NOVEMBER, kind: 'statement_unmatched' as const, key }
  await settles(at(), token, { ...line, how: 'linked', linked: `${orderId}-1` })
  const { body } = await at().api('reportMatched', NOVEMBER, token)
  if (!body.success) throw new Error(body.message)
  expect(body.totals).toEqual({ count: 2, amount: amount + other, theirs: amount + other, fee: 37 })
  const seen = new Map(body.data.map((row) => [row.orderId, row]))
  expect(seen.get(orderId)).toMatchObject({
    attemptId: `${orderId}-1`,
    system: 'mobile_bank',
    how: 'linked',
    amount,
    theirs: amount,
    statement: 'bank.csv',
    line: '2',
    outsideId: '77',
    day: '2026-11-21',
    fee: 30,
  })
  expect(seen.get(otherId)).toMatchObject({ how: 'number', line: '3', fee: 7, theirs: other })
  expect((await reconciled(token)).missing).toEqual({ here: 0, there: 0 })

  // The next page has the other row; a foreign cursor is refused.
  const [first, second] = body.data
  const place = first?.paidAt.replace('T', ' ').replace('Z', '+00') ?? ''
  const after = writeCursor([place, first?.id ?? ''])
  const rest = await (await statement(`&cursor=${after}`, token)).json()
  expect(rest).toMatchObject({ data: [{ id: second?.id }], totals: null })
  const forged = await statement(`&cursor=${writeCursor(['2026-11-20 06:00:00+00', 'a'])}`, token)
  expect(forged.status).toBe(422)
  const long = await at().api('reportMatched', { from: '2026-01-01', to: '2026-11-20' }, token)
  expect(long).toMatchObject({ status: 422, body: { errors: [{ path: 'to' }] } })

  const file = (await (await statement('&format=csv', token)).text()).trim().split('\r\n')
  expect(file[0]?.replace('\uFEFF', '')).toBe(
    Object.values(matchedColumns)
      .map(({ file: name }) => name.ru)
      .join(';'),
  )
  expect(file.slice(1).some((row) => row.includes(`${orderId}-1;`))).toBe(true)
  expect(file.slice(1).some((row) => row.includes(';связал бухгалтер;bank.csv;2;77;'))).toBe(true)
  await at().api('reportUnsettleMany', { differences: [{ kind: line.kind, key }] }, token)
  await noStatements()
})

test('the same payment in two files at once is in one of them a repetition', async () => {
  const { token, otherId, other } = await books()
  await Promise.all(
    [5, 6].map((n) => imported(`2026-11-20;payment;${otherId}-1;${n};${other};0\n`, token)),
  )
  const rows = await at().db.selectFrom('judged_lines').select('verdict').execute()
  expect(rows.map(({ verdict }) => verdict).toSorted()).toEqual(['matched', 'repeated'])
  await noStatements()
})
