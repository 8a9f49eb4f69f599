import { expect, onTestFinished, test } from 'vitest'
import { differenceOfClosedMonth } from '#domain/refusals.ts'
import { HEAD, twoSales } from '#tests/accounting.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
let standing: ReturnType<typeof begin> | null = null
const made = () => (standing ??= begin())

/** A statement of lines that our books do not know, and none of our payments. */
async function begin() {
  const sales = await twoSales(at())
  const lines = Array.from(
    { length: 76 },
    (_, n) => `2026-11-20;payment;foreign-${n};B-${n};${700 + n};0\n`,
  )
  const { body } = await at().api(
    'reportImportStatement',
    { system: 'mobile_bank', fileName: 'bank.csv', content: HEAD + lines.join('') },
    sales.token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return { ...sales, statement: body.data.id }
}
const reconciled = async (ask: object = {}) => {
  const { body } = await at().api(
    'reportReconciliation',
    { ...NOVEMBER, ...ask },
    (await made()).token,
  )
  if (!body.success) throw new Error(body.message)
  return body.data
}
const open = async () =>
  (await reconciled({ kind: 'statement_unmatched' })).exceptions.map(({ kind, key }) => ({
    kind,
    key,
  }))

test('76 differences are settled with one reason, told one by one in the audit log, and taken back', async () => {
  spec('2.2.orders-report-settle')

  const { token } = await made()
  const differences = await open()
  expect(differences).toHaveLength(76)
  const settle = (note: string, of = differences) =>
    at().api('reportSettleMany', { ...NOVEMBER, differences: of, how: 'accepted', note }, token)
  expect((await settle('no')).body).toMatchObject({ errors: [{ path: 'note' }] })
  expect(await open()).toHaveLength(76)
  const done = await settle('Платежи другого магазина')
  expect(done.body).toMatchObject({ data: { left: [] } })
  expect(await open()).toHaveLength(0)
  const kept = await at()
    .db.selectFrom('audit')
    .select('id')
    .where('action', '=', 'difference.settled')
    .execute()
  expect(kept).toHaveLength(76)
  expect((await settle('Платежи другого магазина')).body).toMatchObject({
    data: { settled: [], left: differences },
  })
  const back = () => at().api('reportUnsettleMany', { differences }, token)
  expect((await back()).body).toMatchObject({ data: { count: 76 } })
  expect((await back()).body).toMatchObject({ data: { count: 0 } })
  expect(await open()).toHaveLength(76)
})

test('what cannot be settled so is left and told; the others are settled', async () => {
  const { token } = await made()
  const [line] = await open()
  const [payment] = (await reconciled({ kind: 'not_in_statement' })).exceptions
  if (!line || !payment) throw new Error('nothing differs')
  const one = { kind: payment.kind, key: payment.key }
  const { body } = await at().api(
    'reportSettleMany',
    {
      ...NOVEMBER,
      differences: [one, line, { kind: 'statement_unmatched', key: 'nothing:1' }],
      how: 'waits',
    },
    token,
  )
  expect(body).toMatchObject({ data: { settled: [one] } })
  if (!body.success) throw new Error(body.message)
  expect(body.data.left).toHaveLength(2)
  // Postponed differences are listed beside settled ones, with their day.
  expect((await reconciled()).settled).toMatchObject([
    { ...one, how: 'waits', until: '2026-11-22' },
  ])
  await at().api('reportUnsettleMany', { differences: [one] }, token)
})

test('a difference is settled in the month it came about in, whenever a person settles it', async () => {
  const { token } = await made()
  const [line] = await open()
  if (!line) throw new Error('nothing differs')
  await at().api(
    'reportSettleMany',
    { ...NOVEMBER, differences: [line], how: 'accepted', note: 'Чужой платёж' },
    token,
  )
  await at()
    .db.updateTable('settled_differences')
    .set({ settled_at: new Date('2026-12-03T06:00:00Z') })
    .where('key', '=', line.key)
    .where('undone_at', 'is', null)
    .execute()
  expect((await reconciled()).settled).toMatchObject([line])
})

test('what a closed month was signed with is neither settled into its entries nor taken back', async () => {
  const { token } = await made()
  const [settled] = (await reconciled()).settled
  const [line] = await open()
  const [payment] = (await reconciled({ kind: 'not_in_statement' })).exceptions
  if (!settled || !line || !payment) throw new Error('nothing differs')
  const { settled_by: by } = await at()
    .db.selectFrom('settled_differences')
    .select('settled_by')
    .executeTakeFirstOrThrow()
  await at()
    .db.insertInto('closed_periods')
    .values({ month: '2026-11', figures: '[]', closed_at: new Date(), closed_by: by })
    .execute()
  onTestFinished(async () => {
    await at().db.deleteFrom('closed_periods').execute()
  })
  const named = { kind: settled.kind, key: settled.key }
  const refused = { success: false, code: differenceOfClosedMonth }
  const back = (differences: (typeof line)[]) =>
    at().api('reportUnsettleMany', { differences }, token)
  const settle = (differences: (typeof line)[], how: 'accepted' | 'waits') =>
    at().api('reportSettleMany', { ...NOVEMBER, differences, how, note: 'Чужой платёж' }, token)
  expect((await back([named])).body).toMatchObject(refused)
  expect((await settle([line], 'accepted')).body).toMatchObject(refused)
  expect((await reconciled()).settled).toMatchObject([named])
  // A postponed difference is in no entry.
  const one = { kind: payment.kind, key: payment.key }
  expect((await settle([one], 'waits')).body).toMatchObject({ data: { settled: [one] } })
  expect((await back([one])).body).toMatchObject(refused)
})

test.each([
  [{ differences: [] }, 'differences'],
  [{ how: 'guessed' }, 'how'],
  [{ differences: [{ kind: 'nothing', key: '1' }] }, 'differences.0.kind'],
])('a wrong question %j is 422', async (wrong, path) => {
  const { token } = await made()
  const asked = { ...NOVEMBER, differences: [{ kind: 'refund_failed', key: '1' }], how: 'accepted' }
  const { status, body } = await at().api(
    'reportSettleMany',
    { ...asked, ...wrong } as never,
    token,
  )
  expect(status).toBe(422)
  expect(body).toMatchObject({ errors: [{ path }] })
})
