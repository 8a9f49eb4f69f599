import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountant, HEAD, settles } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { differingFigures } from '#tests/figures.ts'
import { otherFlat, subscribed } from '#tests/home.ts'
import { portalSale, promoter, promoterAccount, promoterToken, sold } from '#tests/promoter.ts'
import { consents, ordered, paysBill, purchaseToken, ready, sale, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const november = { from: '2026-11-01', to: '2026-11-30' }
const second = ready('900622499917')
const pay = { system: 'mobile_bank', method: 'bill' } as const
let standing: ReturnType<typeof begin> | null = null
const made = () => (standing ??= begin())

async function issuedAs(buying: string, orderId: string): Promise<string> {
  const done = await settled(at(), buying, orderId)
  if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
  return done.data.globalId
}

/** One sale reissued twice, an unpaid order, a promoter's sale in force and a cancelled one. */
async function begin() {
  const of = at()
  const { id } = await promoterAccount(of)
  const buying = await purchaseToken(of)
  await consents(of, buying, second.iin)
  const first = await ordered(of, buying)
  await paysBill(of)
  let policy = await issuedAs(buying, first.orderId)
  for (const drivers of [[{ iin: second.iin }], []]) {
    const reissue = sale({ drivers: drivers as never, order: { reorderGlobalId: policy } })
    const { body } = await of.api('ogpoCalculate', reissue, buying)
    const calculationId = body.success ? (body.data.calculations[0]?.calculationId ?? '') : ''
    const placed = await of.api('ogpoReorder', { calculationId, pay, globalId: policy }, buying)
    if (!placed.body.success) throw new Error(`no reissue: ${JSON.stringify(placed.body)}`)
    if (drivers.length > 0) await paysBill(of)
    policy = await issuedAs(buying, placed.body.data.orderId)
  }
  const token = await promoterToken(of)
  const other = ready('951108399918')
  const cancelled = await sold(
    of,
    token,
    portalSale({ insurant: { willDrive: false }, drivers: [{ iin: other.iin }] }),
  )
  const done = await of.api('promoterCancelPolicy', { globalId: cancelled.globalId }, token)
  expect(done.body).toMatchObject({ data: { kind: 'cancel' } })
  await of.db
    .insertInto('promoter_terms')
    .values({
      account_id: id,
      effective_from: '2026-11-01',
      day_goal: 10,
      pay_percent: 40,
      set_at: new Date(),
      set_by: id,
    })
    .execute()
  await until(
    () => of.db.selectFrom('refunds').select('state').execute(),
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'done'),
  )
  await account(of, accountant, { role: 'accountant' })
  return {
    token,
    promoter: id,
    first: first.orderId,
    cancelled,
    accountant: await signedIn(of, accountant),
  }
}
const differing = async () => {
  const { accountant: token, ...of } = await made()
  return differingFigures(at(), token, november, [{ id: of.promoter, token: of.token }])
}
const insurers = async () => {
  const { accountant: token } = await made()
  const query = new URLSearchParams(november)
  return (await at().raw(`/api/reports/insurers?${query}`, { method: 'GET', token })).body.data
}

test('after two reissues and a cancellation one thing has one figure on every screen and in every file', async () => {
  expect(await differing()).toEqual([])
  const [line] = await insurers()
  // By the money itself, independent of a line's sign: received less returned.
  const of = at().db
  const came = await of
    .selectFrom('payment_attempts')
    .select('amount')
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .execute()
  const back = await of.selectFrom('refunds').select('amount').execute()
  const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  expect(line.premium).toBe(total(came) - total(back))
  expect(line.premium).toBeGreaterThan(0)
  expect(line.toPassOn).toBe(line.premium - line.commission)
  // People insured now: a replaced or cancelled policy does not count.
  const inForce = await of
    .selectFrom('policies')
    .select('id')
    .where('state', 'in', ['pending', 'active'])
    .execute()
  expect(line.policies).toBe(inForce.length)
})

test('the sale of a promoter that is reissued stays one figure for promoter and accountant', async () => {
  const { first } = await made()
  const contract = await at()
    .db.selectFrom('orders')
    .select('contract_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  for (const table of ['orders', 'policies'] as const)
    await at()
      .db.updateTable(table)
      .set({ promoter_iin: promoter.iin })
      .where('contract_id', '=', contract.contract_id)
      .execute()
  expect(await differing()).toEqual([])
})

test('what statements say has one figure too, whatever is in their files', async () => {
  const { accountant: token } = await made()
  const paid = await at()
    .db.selectFrom('payment_attempts')
    .select(['id', 'amount', 'system'])
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .orderBy('id')
    .execute()
  const [first, second, ...more] = paid.filter(({ system }) => system === 'mobile_bank')
  expect(more.length).toBeGreaterThan(0)
  // One payment is missing, one has another sum, one is duplicated; fees have tiyn; one has no
  // owner.
  const day = '2026-11-20'
  const said = [
    ...more.slice(1).map(({ id, amount }, n) => [id, 100 + n, amount, '837,38']),
    [second?.id, 1, (second?.amount ?? 0) + 1, '0,01'],
    ...(more[1] ? [[more[1].id, 2, more[1].amount, '-12,5']] : []),
    ['nobody-1', 3, 4_321, '43,21'],
  ]
  const content = `${HEAD}${said.map((line) => `${day};payment;${line.join(';')}\n`).join('')}`
  const bank = { system: 'mobile_bank' as const, fileName: 'bank.csv', content }
  const account = { system: 'account' as const, fileName: '1c.txt' }
  const file = readFileSync('tests/statements/1c-1-v2-utf8.txt').toString('base64')
  for (const statement of [bank, { ...account, file }]) {
    const { body } = await at().api('reportImportStatement', statement, token)
    if (!body.success) throw new Error(JSON.stringify(body))
  }
  expect(await differing()).toEqual([])
  const { body } = await at().api('reportReconciliation', november, token)
  if (!body.success) throw new Error(body.message)
  const { exceptions, counts, missing, checked, matched } = body.data
  expect(counts).toContainEqual({ kind: 'statement_unmatched', count: more[1] ? 3 : 2 })
  // Every payment is matched, lacks its line, or has one that differs.
  const uncovered = paid.filter(({ system }) => system !== 'mobile_bank').length
  expect(matched + missing.there + 1 + uncovered).toBe(checked.payments)

  // Each settled in its own way, one of them until a day.
  const open = exceptions.filter(({ kind }) => kind === 'statement_unmatched')
  for (const [n, { kind, key }] of open.entries())
    await settles(at(), token, {
      ...november,
      kind,
      key,
      how: n === 0 ? 'waits' : 'accepted',
      note: 'Банк жауабы',
    })
  expect(await differing()).toEqual([])
  expect(first).toBeDefined()
})

test('a month of Home, and an order that nobody pays, change no sum of what is in force', async () => {
  const before = await insurers()
  await subscribed(at(), await signedIn(at()), otherFlat)
  const home = await insurers()
  expect(home[0].premium).toBeGreaterThan(before[0].premium)
  expect(await differing()).toEqual([])
})

test.each(['orders', 'movements', 'refunds', 'insurers', 'promoters'] as const)(
  'the file of %s made in the background is the one that is answered at once',
  async (report) => {
    const { accountant: token } = await made()
    const started = await at().api(
      'reportStartExport',
      { report, format: 'csv', ask: november },
      token,
      'ru',
    )
    if (!started.body.success) throw new Error(JSON.stringify(started.body))
    const { id } = started.body.data
    await until(
      async () => (await at().api('reportExports', {}, token)).body,
      (body) => body.success && body.data.find((one) => one.id === id)?.state === 'done',
    )
    const file = async (path: string) => {
      const answer = await fetch(`${at().url}/api/reports/${path}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
      })
      return answer.text()
    }
    const query = new URLSearchParams({ ...november, format: 'csv' })
    const kept = await file(`exportFile?id=${id}`)
    expect(kept.length).toBeGreaterThan(60)
    expect(kept).toBe(await file(`${report}?${query}`))
  },
)
