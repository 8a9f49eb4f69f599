import { expect, test } from 'vitest'
import { buyer, clockTo, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const noon = (day: string) => new Date(`${day}T07:00:00Z`)

/** The clean-up of a day has run. */
async function cleaned(day: string) {
  await clockTo(at(), noon(day).toISOString())
  return until(
    () => at().db.selectFrom('cleanups').selectAll().where('day', '=', day).executeTakeFirst(),
    (row) => row?.finished_at != null,
  )
}
const call = (key: string, day: string) => ({
  system: 'esbd',
  operation: 'SetPolicy',
  key,
  started_at: noon(day),
  duration_ms: 1,
  attempts: 1,
  outcome: 'ok',
})
const screening = (iin: string, day: string) => ({
  iin,
  decision: 'hit',
  matches: '[]',
  list_versions: '{}',
  at: noon(day),
})
const keysOf = async () =>
  (
    await at()
      .db.selectFrom('outside_calls')
      .select('key')
      .where('key', 'like', 'kept-%')
      .orderBy('key')
      .execute()
  ).map(({ key }) => key)

test('once a day what is older than it is kept goes, the rest stays, and how much went is written down', async () => {
  spec('6.what-older-than-it')

  const { db } = at()
  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  await settled(at(), buying, orderId)
  await db
    .insertInto('outside_calls')
    .values([call('kept-no', '2023-11-20'), call('kept-yes', '2023-11-21')])
    .execute()
  const refused = (call: string, day: string) => ({
    call,
    actor: 'client:purchase',
    person: 'digest',
    named: ['digest'],
    request: '',
    findings: '[]',
    at: noon(day),
  })
  await db
    .insertInto('refused_sales')
    .values([refused('ogpoOrder', '2026-08-22'), refused('ogpoCalculate', '2026-08-23')])
    .execute()
  const position = (source: string, day: string) => ({ source, at: noon(day) })
  await db
    .insertInto('positions')
    .values([position('gone', '2026-08-22'), position('stays', '2026-08-23')])
    .execute()
  const nobody = '900622499917'
  await db
    .insertInto('screenings')
    // Seven years; but a client's with a policy in force, and what a case rests on, stays.
    .values([
      screening(nobody, '2019-11-20'),
      screening(nobody, '2019-11-21'),
      screening(buyer.iin, '2019-01-01'),
    ])
    .execute()
  const rests = await db
    .insertInto('screenings')
    .values(screening('830304399916', '2015-01-01'))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kyc_cases')
    .values({
      iin: '830304399916',
      status: 'unblocked',
      screening_id: rests.id,
      entries: '[]',
      changed_at: noon('2015-01-01'),
    })
    .execute()

  const row = await cleaned('2026-11-21')
  expect(row?.removed).toEqual({
    outside_calls: 1,
    operation_quarters: 0,
    refused_sales: 1,
    positions: 1,
    screenings: 1,
  })
  expect(await keysOf()).toEqual(['kept-yes'])
  expect(await db.selectFrom('refused_sales').select('call').execute()).toEqual([
    { call: 'ogpoCalculate' },
  ])
  expect(await db.selectFrom('positions').select('source').execute()).toEqual([{ source: 'stays' }])
  const kept = await db.selectFrom('screenings').select(['iin']).orderBy('at').execute()
  expect(kept.map(({ iin }) => iin)).toEqual(['830304399916', buyer.iin, nobody])

  // The same day again does nothing; the next day continues.
  await db.insertInto('outside_calls').values(call('kept-late', '2020-01-01')).execute()
  expect((await cleaned('2026-11-21'))?.removed).toEqual(row?.removed)
  expect(await keysOf()).toEqual(['kept-late', 'kept-yes'])
  expect((await cleaned('2026-11-22'))?.removed).toEqual({
    outside_calls: 2,
    operation_quarters: 0,
    refused_sales: 1,
    positions: 1,
    screenings: 1,
  })
  expect(await keysOf()).toEqual([])
})

test('a clean-up whose process died is asked for again', async () => {
  const { db } = at()
  await cleaned('2026-11-22')
  await db.insertInto('outside_calls').values(call('kept-broken', '2020-01-01')).execute()
  await db
    .updateTable('cleanups')
    .set({ finished_at: null, started_at: noon('2026-11-21') })
    .where('day', '=', '2026-11-22')
    .execute()
  // Adds to that day's earlier count.
  expect((await cleaned('2026-11-22'))?.removed).toEqual({
    outside_calls: 3,
    operation_quarters: 0,
    refused_sales: 1,
    positions: 1,
    screenings: 1,
  })
  expect(await keysOf()).toEqual([])
})
