import { expect, test } from 'vitest'
import { accountant, HEAD, settles, type TwoSales, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { heard, somethingChanged } from '#tests/heard.ts'
import { heldActs } from '#tests/held.ts'
import { clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const second = { iin: '880808399905', phone: '77010000556' }
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

let made: Promise<TwoSales> | null = null
const books = () => (made ??= make())
/** Two sales whose receipts are sent, and a second accountant. */
async function make(): Promise<TwoSales> {
  const sales = await twoSales(at())
  await until(
    () => at().db.selectFrom('fiscal_receipts').select('state').execute(),
    (rows) => rows.length === 3 && rows.every(({ state }) => state === 'done'),
  )
  await account(at(), second, { role: 'accountant' })
  return sales
}
const reconciled = async (token: string) => {
  const { body } = await at().api('reportReconciliation', NOVEMBER, token)
  if (!body.success) throw new Error(body.message)
  return body.data
}
const imported = async (lines: string, token: string) =>
  at().api(
    'reportImportStatement',
    { system: 'mobile_bank', fileName: 'bank.csv', content: HEAD + lines },
    token,
  )

/** Two people set the start of the books. */
async function begins(start: { month: string }, first: string, other: string) {
  const asked = await at().api(
    'reportProposeStart',
    { ...start, source: 'ОСВ, 31.10.2026', ours: 0, balances: [] },
    first,
  )
  if (!asked.body.success) throw new Error(asked.body.message)
  const { id } = asked.body.data
  expect((await at().api('reportSignStart', { id }, first)).body).toMatchObject({ code: 14063 })
  expect((await at().api('reportSignStart', { id }, other)).body).toEqual({ success: true })
}

test('the overview sums the ledger by day, door and insurer, and says where purchases were lost', async () => {
  spec('2.2.orders-report-overview')

  const { token, late } = await books()
  const { body } = await at().api('reportOverview', { from: '2026-11-14', to: '2026-11-20' }, token)
  if (!body.success) throw new Error(body.message)
  const { data } = body
  const order = await at()
    .db.selectFrom('orders')
    .select(['insurance_premium', 'commission'])
    .where('state', '=', 'issued')
    .executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    policies: 1,
    premium: order.insurance_premium,
    // Today is not over: it is compared with nothing.
    premiumWhole: 0,
    premiumBefore: 0,
    commission: order.commission,
    channels: [{ channel: 'site', premium: order.insurance_premium, premiumWhole: 0, before: 0 }],
    insurers: [{ insurer: 'dala', premium: order.insurance_premium, commission: order.commission }],
    funnel: { ordered: 2, issued: 1, cancelled: 1, returned: 0 },
    refunds: {
      count: 1,
      amount: late,
      open: 0,
      reasons: [{ reason: 'late_or_second_payment', count: 1, amount: late }],
    },
    differences: [],
  })
  expect(data.days.map(({ day }) => day)).toEqual([
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
  ])
  expect(data.days.at(-1)?.premium).toBe(order.insurance_premium)
  const long = await at().api('reportOverview', { from: '2026-01-01', to: '2026-11-20' }, token)
  expect(long).toMatchObject({ status: 422, body: { errors: [{ path: 'to' }] } })
})

test('what is paid equals the policies and what went back, to the tenge', async () => {
  spec('2.2.orders-report-equation')

  const { token, amount, late } = await books()
  const { balance, exceptions } = await reconciled(token)
  expect(balance).toEqual({
    paid: { count: 2, amount: amount + late },
    policies: { count: 1, amount },
    returned: { count: 1, amount: late },
    returning: { count: 0, amount: 0 },
    waiting: { count: 0, amount: 0 },
    unclear: { count: 0, amount: 0 },
    holds: true,
  })
  expect(exceptions.map(({ kind }) => kind)).toEqual(['refunded'])
})

test('a line is linked with the payment it is likely to mean, with no other, and back again', async () => {
  spec('2.2.orders-report-settle')

  const { token, orderId, lateId, amount, late } = await books()
  // Both sales may cost the same: two payments equally near are never guessed between.
  await imported(
    `2026-11-21;payment;unknown-1;77;${amount};0\n2026-11-20;payment;${lateId}-1;78;${late};0\n`,
    token,
  )
  const [line] = (await reconciled(token)).exceptions
  expect(line).toMatchObject({
    kind: 'statement_unmatched',
    ways: ['linked', 'accepted'],
    line: { verdict: 'unknown', line: 2, outsideId: '77' },
    likely: { id: `${orderId}-1`, day: '2026-11-20' },
  })
  const of = { ...NOVEMBER, kind: 'statement_unmatched' as const, key: line?.key ?? '' }
  const settle = (more: {
    how: 'linked' | 'accepted' | 'extra' | 'waits'
    linked?: string
    note?: string
  }) => settles(at(), token, { ...of, ...more })
  expect((await settle({ how: 'linked', linked: 'another-1' })).body).toMatchObject({
    data: { settled: [], left: [{ kind: of.kind, key: of.key }] },
  })
  expect((await settle({ how: 'extra' })).count).toBe(0)
  const bare = await settle({ how: 'accepted', note: 'да' })
  expect([bare.status, bare.body.errors]).toEqual([
    422,
    [{ path: 'note', message: 'Заполните поле' }],
  ])
  expect((await settle({ how: 'linked', linked: `${orderId}-1` })).count).toBe(1)
  const after = await reconciled(token)
  expect(after.counts.map(({ kind }) => kind)).not.toContain('statement_unmatched')
  expect(after.settled).toMatchObject([{ how: 'linked', linked: `${orderId}-1` }])
  expect(after.matched).toBe(2)
  expect((await settle({ how: 'accepted', note: 'ещё раз' })).count).toBe(0)
  const { kind, key } = of
  const unsettle = async () =>
    (await at().api('reportUnsettleMany', { differences: [{ kind, key }] }, token)).body
  expect(await unsettle()).toEqual({ success: true, data: { count: 1 } })
  expect(await unsettle()).toEqual({ success: true, data: { count: 0 } })
  expect((await reconciled(token)).exceptions[0]?.key).toBe(key)
  const acts = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('action', 'like', 'difference.%')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(['difference.settled', 'difference.reopened'])
  await at().db.deleteFrom('statement_rows').execute()
  await at().db.deleteFrom('statements').execute()
})

test('a payment that a statement lacks may be waited for, two days, then it is back', async () => {
  const { token, lateId, late, orderId } = await books()
  await imported(`2026-11-20;payment;${lateId}-1;2;${late};0\n`, token)
  const missing = async (bearer: string) =>
    (await reconciled(bearer)).exceptions.filter(({ kind }) => kind === 'not_in_statement')
  const [lack] = await missing(token)
  expect(lack).toMatchObject({ id: `${orderId}-1`, ways: ['waits', 'accepted'] })
  const waits = { ...NOVEMBER, kind: 'not_in_statement' as const, key: lack?.key ?? '' }
  await settles(at(), token, { ...waits, how: 'waits' })
  expect(await missing(token)).toEqual([])
  await clockTo(at(), '2026-11-23T06:00:00Z')
  const later = await signedIn(at(), accountant)
  expect((await missing(later)).map(({ id }) => id)).toEqual([`${orderId}-1`])
  // It may be postponed once more.
  expect((await settles(at(), later, { ...waits, how: 'waits' })).count).toBe(1)
})

test('a month is closed by two people once its checks are behind it; then the ledger takes no line of it', async () => {
  spec('2.2.orders-report-closing-period', '2.2.orders-report-closing-checks')

  const { orderId, amount } = await books()
  const { db } = at()
  const month = { month: '2026-11' }
  const early = await signedIn(at(), accountant)
  expect((await at().api('reportPreparePeriod', month, early)).body).toMatchObject({ code: 14081 })
  await clockTo(at(), '2026-12-02T06:00:00Z')
  // A session idle for so long needs a new sign-in.
  const [first, other] = [await signedIn(at(), accountant), await signedIn(at(), second)]
  // No month exists until two people set the start of the books.
  const unset = await at().api('reportPeriods', {}, first)
  expect(unset.body).toMatchObject({ data: { next: null, months: [], start: { signed: null } } })
  expect((await at().api('reportPreparePeriod', month, first)).body).toMatchObject({ code: 14081 })
  await begins({ month: '2026-11' }, first, other)
  const next = async () => {
    const { body } = await at().api('reportPeriods', {}, first)
    if (!body.success || !body.data.next) throw new Error('there is no month to close')
    return body.data.next
  }
  const open = async () => (await next()).checks.filter(({ ok }) => !ok).map(({ check }) => check)
  // A postponed difference is not settled.
  expect(await open()).toEqual(['lines', 'acts'])
  expect((await at().api('reportPreparePeriod', month, first)).body).toMatchObject({ code: 14101 })
  await imported(`2026-11-20;payment;${orderId}-1;1;${amount};0\n`, first)
  expect(await open()).toEqual(['acts'])
  const { ours = 0 } = (await next()).acts[0] ?? {}
  const act = { ...month, insurer: 'dala' }
  await at().api('reportRecordAct', { ...act, amount: ours + 1, number: '11' }, first)
  expect(await open()).toEqual(['acts'])
  await at().api('reportRecordAct', { ...act, amount: ours, number: '11/2' }, first)
  expect(await open()).toEqual([])

  expect((await at().api('reportClosePeriod', month, other)).body).toMatchObject({ code: 14102 })
  expect((await at().api('reportPreparePeriod', month, first)).body).toEqual({ success: true })
  expect((await next()).prepared).toMatchObject({ mine: true, stale: false })
  expect((await at().api('reportClosePeriod', month, first)).body).toMatchObject({ code: 14102 })
  expect((await at().api('reportWithdrawPeriod', month, first)).body).toEqual({ success: true })
  expect((await next()).prepared).toBeNull()
  const prepares = () => at().api('reportPreparePeriod', month, first)
  expect(await heard(at(), 'closing', other, prepares)).toMatch(somethingChanged)
  // A second signature waits its seconds: the month is open until then, and the signature can be
  // withdrawn.
  const { heldId, goes } = heldActs(at)
  const holds = () => at().api('reportClosePeriod', { ...month, hold: true }, other)
  expect((await holds()).body).toEqual({ success: true, data: null })
  expect((await holds()).body).toMatchObject({ code: 14160 })
  expect((await next()).prepared).toMatchObject({ held: { mine: false } })
  const held_id = await heldId('period', month.month)
  expect((await at().api('deskTakeBack', { held_id }, first)).body).toMatchObject({ code: 14161 })
  expect((await at().api('deskTakeBack', { held_id }, other)).body).toEqual({ success: true })
  await goes(held_id)
  expect((await next()).prepared).toMatchObject({ held: null })
  const signs = async () => {
    const closed = await at().api('reportClosePeriod', month, other)
    expect(closed.body).toMatchObject({
      success: true,
      data: { month: '2026-11', by: [expect.any(String), expect.any(String)] },
    })
  }
  expect(await heard(at(), 'closing', first, signs)).toMatch(somethingChanged)
  // The stream reports nothing else to people who are not staff.
  const elsewhere = await at().raw('/api/staff/events', { body: { about: orderId }, token: first })
  expect(elsewhere.status).toBe(403)
  expect((await at().api('reportClosePeriod', month, other)).body).toMatchObject({ code: 14081 })

  const line = (key: string, day: string) =>
    db
      .insertInto('ledger')
      .values({
        key,
        contract_id: orderId,
        order_id: orderId,
        kind: 'returned',
        debit: 'insurer',
        credit: 'client',
        amount: 5,
        at: new Date(day),
      })
      .execute()
  await expect(line('a', '2026-11-30T18:59:00Z')).rejects.toThrow('closed')
  await expect(line('b', '2026-10-01T00:00:00Z')).rejects.toThrow('closed')
  await line('c', '2026-11-30T19:00:00Z')
  const audited = await db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'period.%')
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual([
    'period.start_proposed',
    'period.start_signed',
    'period.act_recorded',
    'period.act_recorded',
    'period.prepared',
    'period.withdrawn',
    'period.prepared',
    'period.closed',
  ])
})

test('the last closed month is opened again by two people, and both closings stay in its trail', async () => {
  const [first, other] = [await signedIn(at(), accountant), await signedIn(at(), second)]
  const november = { month: '2026-11' }
  const month = async () => {
    const { body } = await at().api('reportMonth', november, first)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  const before = await month()
  expect(before).toMatchObject({ state: 'closed', mayReopen: true, reopening: null })
  expect(before.closings).toMatchObject([{ opened: null }])
  expect(before.closings[0]?.checks?.every(({ ok }) => ok)).toBe(true)

  const asks = (about: object) =>
    at().api('reportReopenPeriod', { ...november, reason: 'чужая выписка', ...about }, first)
  const short = await at().raw('/api/reports/reopenPeriod', {
    body: { ...november, reason: 'так' },
    token: first,
  })
  expect(short.status).toBe(422)
  expect((await asks({ month: '2026-10' })).body).toMatchObject({ code: 14128 })
  const asked = await asks({})
  if (!asked.body.success) throw new Error(asked.body.message)
  const { id } = asked.body.data
  expect(await month()).toMatchObject({ reopening: { id, reason: 'чужая выписка', mine: true } })
  expect((await at().api('reportSignReopening', { id }, first)).body).toMatchObject({ code: 14063 })
  expect((await at().api('reportDeclineReopening', { id }, other)).body).toEqual({ success: true })
  expect(await month()).toMatchObject({ state: 'closed', reopening: null })

  const again = await asks({})
  if (!again.body.success) throw new Error(again.body.message)
  const signs = { id: again.body.data.id }
  const { heldId, goes } = heldActs(at)
  const held = { ...signs, hold: true }
  expect((await at().api('reportSignReopening', held, other)).body).toEqual({ success: true })
  expect((await at().api('reportSignReopening', signs, other)).body).toMatchObject({ code: 14160 })
  expect(await month()).toMatchObject({ state: 'closed', reopening: { held: { mine: false } } })
  await goes(await heldId('period', november.month))
  expect((await at().api('reportSignReopening', signs, other)).body).toMatchObject({ code: 14128 })
  expect(await month()).toMatchObject({ state: 'ready', mayReopen: false })

  const act = { ...november, insurer: 'dala' }
  const ours = (await month()).figures[0]?.toPassOn ?? 0
  await at().api('reportRecordAct', { ...act, amount: ours + 7, number: '11/3' }, first)
  expect(await month()).toMatchObject({ state: 'differs' })
  await at().api('reportRecordAct', { ...act, amount: ours, number: '11/4' }, first)
  expect((await at().api('reportPreparePeriod', november, other)).body).toEqual({ success: true })
  expect((await at().api('reportClosePeriod', november, first)).body).toMatchObject({
    success: true,
  })
  const after = await month()
  expect(after).toMatchObject({ state: 'closed_again', mayReopen: true })
  expect(after.closings).toMatchObject([
    { opened: { reason: 'чужая выписка', by: [expect.any(String), expect.any(String)] } },
    { opened: null },
  ])
  const { body } = await at().api('reportPeriods', {}, first)
  expect(body).toMatchObject({
    data: {
      months: [
        { month: '2026-12', state: 'running' },
        { month: '2026-11', state: 'closed_again', policies: 1 },
      ],
    },
  })
  // Trail rows cannot be deleted.
  await expect(at().db.deleteFrom('reopened_periods').execute()).rejects.toThrow('append-only')
})

test('two accounts that the same administrator made are not two people', async () => {
  const { db } = at()
  await clockTo(at(), '2027-01-02T06:00:00Z')
  const [first, other] = [await signedIn(at(), accountant), await signedIn(at(), second)]
  const { body } = await at().api('reportPeriods', {}, first)
  expect(body.success && body.data.next?.month).toBe('2026-12')
  const december = { month: '2026-12' }
  const ids = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'accountant')
    .execute()
  await db
    .insertInto('audit')
    .values(
      ids.map(({ id }) => ({
        at: new Date(),
        actor: 'staff:11111111-1111-1111-1111-111111111111',
        action: 'user.created',
        object_kind: 'account',
        object_id: id,
        details: '{}',
      })),
    )
    .execute()
  // What the insurer owes us for a policy it took back is negative.
  await at().api('reportRecordAct', { ...december, insurer: 'dala', amount: -5 }, first)
  expect((await at().api('reportPreparePeriod', december, first)).body).toEqual({ success: true })
  expect((await at().api('reportClosePeriod', december, other)).body).toMatchObject({ code: 14091 })
})
