import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { clockTo } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const people = [
  { iin: '850505499909', phone: '77010000555' },
  { iin: '880808399905', phone: '77010000556' },
] as const
const two = async () => {
  for (const who of people) await account(at(), who, { role: 'accountant' })
  return [await signedIn(at(), people[0]), await signedIn(at(), people[1])] as const
}
const balances = [
  { kind: 'account', subject: 'Ертіс Банк', amount: 14_902_118, proof: 'выписка 30.09' },
  { kind: 'waiting', subject: 'card', amount: 3_500_000 },
  { kind: 'prepaid', subject: 'dala', amount: 9_214_400 },
  { kind: 'debt', subject: 'dala', amount: 14_318_406 },
  { kind: 'debt', subject: 'tobyl', amount: 6_704_900 },
  { kind: 'refunds', subject: 'clients', amount: 857_000 },
] as const
const start = { month: '2026-10', source: 'ОСВ, 30.09.2026', ours: 5_736_212, balances }

test('the balances must come to what is left to the broker, and each must be of something known', async () => {
  const [first] = await two()
  const propose = (about: object) =>
    at().raw('/api/reports/proposeStart', { body: { ...start, ...about }, token: first })
  expect((await propose({ ours: 1 })).body).toMatchObject({ code: 14127 })
  const wrong = async (about: object) => {
    const answer = await propose(about)
    expect(answer.status).toBe(422)
    return JSON.stringify(answer.body)
  }
  expect(await wrong({ month: '2027-03' })).toContain('month')
  expect(await wrong({ month: 'октябрь' })).toContain('month')
  const unknown = { kind: 'debt', subject: 'nobody', amount: 1 }
  expect(await wrong({ balances: [...balances, unknown] })).toContain('balances.6.subject')
  expect(await wrong({ balances: [...balances, balances[1]] })).toContain('balances.6.subject')
  expect(await wrong({ balances: [{ ...balances[0], amount: 1.5 }] })).toContain(
    'balances.0.amount',
  )
  expect(await wrong({ balances: [{ ...balances[0], amount: 0 }] })).toContain('balances.0.amount')
})

test('one proposes where the books begin, another signs, and nothing is demanded for what was before', async () => {
  const [first, other] = await two()
  const seen = async () => {
    const { body } = await at().api('reportPeriods', {}, first)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  const propose = async (about: object = {}) => {
    const { body } = await at().api('reportProposeStart', { ...start, ...about } as never, first)
    if (!body.success) throw new Error(body.message)
    return body.data.id
  }
  const earlier = await propose({ month: '2026-09' })
  const id = await propose()
  expect(await seen()).toMatchObject({
    start: { signed: null, waiting: { id, month: '2026-10', mine: true } },
    months: [],
  })
  // The earlier proposal is gone.
  const gone = await at().api('reportSignStart', { id: earlier }, other)
  expect(gone.body).toMatchObject({ success: false })
  expect((await at().api('reportSignStart', { id }, first)).body).toMatchObject({ code: 14063 })
  expect((await at().api('reportSignStart', { id }, other)).body).toEqual({ success: true })
  const begun = await seen()
  expect(begun.start).toMatchObject({
    signed: { month: '2026-10', ours: 5_736_212, by: [expect.any(String), expect.any(String)] },
    waiting: null,
    mayChange: true,
  })
  expect(begun.start.signed?.balances).toHaveLength(balances.length)
  expect(begun.months.map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
  expect(begun.next?.month).toBe('2026-10')
  const before = await at().api('reportMonth', { month: '2026-09' }, first)
  expect(before.body).toMatchObject({ code: 14081 })

  // A signed start changes only with a reason, and by two people again.
  const hushed = await at().raw('/api/reports/proposeStart', { body: start, token: first })
  expect(hushed.status).toBe(422)
  const changed = await propose({ month: '2026-11', reason: 'октябрь ведём в прежней программе' })
  expect((await at().api('reportWithdrawStart', { id: changed }, other)).body).toEqual({
    success: true,
  })
  expect((await seen()).start).toMatchObject({ signed: { month: '2026-10' }, waiting: null })
  await expect(at().db.deleteFrom('opening_balances').execute()).rejects.toThrow('append-only')
})

test('once a month is closed the beginning stands', async () => {
  await clockTo(at(), '2026-12-02T06:00:00Z')
  const [first, other] = await two()
  const october = { month: '2026-10' }
  expect((await at().api('reportPreparePeriod', october, first)).body).toEqual({ success: true })
  expect((await at().api('reportClosePeriod', october, other)).body).toMatchObject({
    success: true,
  })
  const late = { ...start, balances: [...balances], reason: 'забыли остаток по карте' }
  expect((await at().api('reportProposeStart', late, first)).body).toMatchObject({ code: 14126 })
})
