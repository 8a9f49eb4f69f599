import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { idOf, people, referenceDesk, TOMORROW } from '#tests/reference-desk.ts'
import { clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { rowsOf, propose, token } = referenceDesk(at)

const agreed = async (code: string) => {
  const row = (await rowsOf('commissions')).rows.find(({ key }) => key === `${code}-ogpo`)
  if (!row) throw new Error(`no commission of ${code}`)
  return row.values
}

test('a commission is changed by two people: from its day on the quote has it, until then nothing', async () => {
  spec('2.2.staff-reference')

  const made = await propose(
    'staff',
    { kind: 'commissions', from: TOMORROW },
    { ...(await agreed('dala')), commission_percent: '12.5' },
  )
  expect(made.body).toMatchObject({
    success: true,
    data: { state: 'proposed', needsSecond: true, before: { commission_percent: '15.00' } },
  })
  const id = idOf(made.body)
  expect((await rowsOf('commissions')).open.map((one) => one.id)).toEqual([id])
  expect((await at().api('referenceApprove', { id }, await token('staff'))).status).toBe(403)
  const approved = await at().api('referenceApprove', { id }, await token('first'))
  expect(approved.body).toMatchObject({ success: true, data: { state: 'applied' } })
  const { reference, clock } = at().server.deps
  const percentOn = (day: string) => reference.commission(day, 'dala', 'ogpo')
  // Every process reads its copy again within seconds.
  await until(
    () => percentOn(TOMORROW),
    (percent) => percent === '12.50',
  )
  expect(await percentOn(clock.today())).toBe('15.00')
  expect(await reference.commission(TOMORROW, 'dala', 'home')).toBe('15.00')
  const rows = await at()
    .db.selectFrom('commissions')
    .selectAll()
    .where('code', '=', 'dala-ogpo')
    .orderBy('effective_from')
    .execute()
  expect(rows.map(({ effective_from, effective_to }) => [effective_from, effective_to])).toEqual([
    ['2025-01-01', '2026-11-20'],
    [TOMORROW, null],
  ])
  expect((await at().api('referenceApprove', { id }, await token('second'))).body).toMatchObject({
    success: false,
    code: 14082,
  })
})

test('a proposal says what it would have meant last month; a tariff only what changes, in tenge', async () => {
  spec('2.2.staff-reference-effect')

  const effect = async (id: string) => {
    const { body } = await at().api('referenceEffect', { id }, await token('staff'))
    if (!body.success) throw new Error('no effect')
    return body.data
  }
  const proposals = await at()
    .db.selectFrom('reference_proposals')
    .select(['id', 'kind'])
    .where('kind', '=', 'commissions')
    .execute()
  const [commission] = proposals
  expect(await effect(commission?.id ?? '')).toMatchObject({
    month: '2026-10',
    sold: { policies: 0, premium: 0 },
    commission: { before: 0, after: 0 },
    tariff: null,
  })
  const unknown = '00000000-0000-4000-8000-000000000000'
  const { status } = await at().api('referenceEffect', { id: unknown }, await token('staff'))
  expect(status).toBe(404)
})

test('nobody approves their own proposal, not even an administrator', async () => {
  const id = idOf(
    (
      await propose(
        'first',
        { kind: 'commissions', from: TOMORROW },
        { ...(await agreed('tobyl')), commission_percent: '10' },
      )
    ).body,
  )
  expect((await at().api('referenceApprove', { id }, await token('first'))).body).toMatchObject({
    success: false,
    code: 14083,
  })
  const again = await propose(
    'staff',
    { kind: 'commissions', from: TOMORROW },
    { ...(await agreed('tobyl')), commission_percent: '9' },
  )
  expect(again.body).toMatchObject({ success: false, code: 14085 })
  expect(
    (await at().api('referenceReject', { id, note: 'not agreed' }, await token('staff'))).status,
  ).toBe(404)
  const rejected = await at().api(
    'referenceReject',
    { id, note: 'келісілмеген' },
    await token('second'),
  )
  expect(rejected.body).toMatchObject({
    success: true,
    data: { state: 'rejected', note: 'келісілмеген' },
  })
  expect((await agreed('tobyl')).commission_percent).toBe('15.00')
})

test('an applied change is proposed back, and that too needs a second person', async () => {
  const id = idOf(
    (
      await propose(
        'staff',
        { kind: 'ogpo_plus', from: TOMORROW },
        { payout: 1_200_000, premium: 7_500 },
      )
    ).body,
  )
  await at().api('referenceApprove', { id }, await token('first'))
  const back = await at().api(
    'referenceRevert',
    { id, from: '2026-11-25', reason: 'қате болды' },
    await token('staff'),
  )
  expect(back.body).toMatchObject({
    success: true,
    data: { reverts: id, state: 'proposed', values: { payout: 1_107_600, premium: 6_900 } },
  })
  await at().api('referenceApprove', { id: idOf(back.body) }, await token('second'))
  const rows = await at()
    .db.selectFrom('ogpo_plus_rows')
    .select(['payout', 'effective_from', 'effective_to'])
    .orderBy('effective_from')
    .execute()
  expect(rows).toEqual([
    { payout: 1_107_600, effective_from: '2024-01-01', effective_to: '2026-11-20' },
    { payout: 1_200_000, effective_from: TOMORROW, effective_to: '2026-11-24' },
    { payout: 1_107_600, effective_from: '2026-11-25', effective_to: null },
  ])
})

test('a change that has not begun is taken back from its own day: it never comes into force', async () => {
  spec('4.1.approved-change-has-not')

  const day = '2026-12-15'
  const change = { ...(await agreed('alatau')), commission_percent: '9.5' }
  const id = idOf((await propose('staff', { kind: 'commissions', from: day }, change)).body)
  await at().api('referenceApprove', { id }, await token('first'))
  // The comma of a form changes nothing.
  const same = await propose(
    'staff',
    { kind: 'commissions', from: day },
    { ...change, commission_percent: '9,5' },
  )
  expect(same.body).toMatchObject({ success: false, code: 14086 })
  const back = await at().api(
    'referenceRevert',
    { id, from: day, reason: 'қол қойылмады' },
    await token('staff'),
  )
  expect(back.body).toMatchObject({
    success: true,
    data: {
      reverts: id,
      before: { commission_percent: '9.50' },
      values: { commission_percent: '15.00' },
    },
  })
  expect(
    (await at().api('referenceApprove', { id: idOf(back.body) }, await token('second'))).body,
  ).toMatchObject({ success: true })
  const rows = await at()
    .db.selectFrom('commissions')
    .select(['commission_percent', 'effective_from', 'effective_to'])
    .where('code', '=', 'alatau-ogpo')
    .orderBy('effective_from')
    .execute()
  expect(rows.map((row) => [row.commission_percent, row.effective_to])).toEqual([
    ['15.00', '2026-12-14'],
    ['15.00', null],
  ])
})

test('a day that is over, today where money hangs on it, and unknown fields are refused', async () => {
  const values = await agreed('alatau')
  for (const from of ['2026-11-19', '2026-11-20'])
    expect((await propose('staff', { kind: 'commissions', from }, values)).body).toMatchObject({
      success: false,
      code: 14084,
    })
  const odd = await at().raw('/api/staff/reference/propose', {
    body: {
      kind: 'commissions',
      action: 'set',
      from: TOMORROW,
      values: { ...values, commission_percent: '120', colour: 'red' },
      reason: 'себеп',
    },
    token: await token('staff'),
  })
  expect(odd.status).toBe(422)
  expect(odd.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'values.colour',
    'values.commission_percent',
  ])
})

test('a proposal approved after its day is refused', async () => {
  const id = idOf(
    (
      await propose(
        'staff',
        { kind: 'commissions', from: '2026-11-22' },
        { ...(await agreed('tobyl')), commission_percent: '11' },
      )
    ).body,
  )
  await clockTo(at(), '2026-11-22T06:00:00Z')
  // The idle session has expired: sign in again.
  const later = await signedIn(at(), people.first)
  expect((await at().api('referenceApprove', { id }, later)).body).toMatchObject({
    success: false,
    code: 14084,
  })
  await clockTo(at(), '2026-11-20T06:00:00Z')
})

test('every step is in the audit log with the row and the day, without values', async () => {
  const rows = await at()
    .db.selectFrom('audit')
    .select(['action', 'details'])
    .where('object_kind', '=', 'reference')
    .execute()
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(['reference.proposed', 'reference.applied', 'reference.rejected']),
  )
  expect(rows[0]?.details).toEqual({
    kind: 'commissions',
    key: 'dala-ogpo',
    from: TOMORROW,
    change: 'set',
  })
})
