import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { account, signedIn } from '#tests/client.ts'
import { clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const TOMORROW = '2026-11-21'
const people = {
  staff: { iin: '880808399905', phone: '77010000661' },
  first: { iin: '880808399915', phone: '77010000662' },
  second: { iin: '860606399908', phone: '77010000663' },
}
type Who = keyof typeof people
let tokens: Promise<Record<Who, string>> | null = null
const everyone = () => (tokens ??= all())
const token = async (who: Who) => (await everyone())[who]
async function all() {
  const made: Partial<Record<Who, string>> = {}
  for (const [who, person] of Object.entries(people)) {
    await account(at(), person, { role: 'staff', administrator: who !== 'staff' })
    made[who as Who] = await signedIn(at(), person)
  }
  return made as Record<Who, string>
}
const rowsOf = async (
  kind:
    | 'insurers'
    | 'commissions'
    | 'ogpo_plus'
    | 'home_plans'
    | 'control_points'
    | 'partners'
    | 'aml_lists'
    | 'tariff'
    | 'queue_allowances'
    | 'unusual_acts',
) => {
  const { body } = await at().api('referenceRows', { kind }, await token('staff'))
  if (!body.success) throw new Error('no rows')
  return body.data
}
const agreed = async (code: string) => {
  const row = (await rowsOf('commissions')).rows.find(({ key }) => key === `${code}-ogpo`)
  if (!row) throw new Error(`no commission of ${code}`)
  return row.values
}
type Ask = {
  kind:
    | 'insurers'
    | 'commissions'
    | 'ogpo_plus'
    | 'control_points'
    | 'partners'
    | 'aml_lists'
    | 'tariff'
    | 'queue_allowances'
    | 'unusual_acts'
  action?: 'set' | 'end'
  key?: string
  from?: string
}
const propose = async (
  who: Who,
  { action = 'set', ...of }: Ask,
  values: Record<string, string | number | boolean>,
) =>
  at().api('referencePropose', { action, values, reason: 'жаңа келісім', ...of }, await token(who))
const idOf = (body: Record<string, unknown>): string => {
  if (body.success !== true) throw new Error(JSON.stringify(body))
  return (body.data as { id: string }).id
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

test('a circle is new, moves and ends at once: no money hangs on it', async () => {
  const circle = {
    code: 'semei',
    name_kz: 'Семей',
    name_ru: 'Семей',
    latitude: '50.4111',
    longitude: '80.2275',
    radius_m: 200,
  }
  const today = at().server.deps.clock.today()
  const made = await propose('staff', { kind: 'control_points', from: today }, circle)
  expect(made.body).toMatchObject({
    success: true,
    data: { state: 'applied', needsSecond: false, before: null },
  })
  await until(
    async () => (await at().server.deps.reference.controlPoints(today)).map(({ id }) => id),
    (ids) => ids.includes('semei'),
  )
  await propose(
    'staff',
    { kind: 'control_points', from: TOMORROW },
    { ...circle, latitude: '50.4222' },
  )
  expect(
    (await propose('staff', { kind: 'control_points', from: today }, circle)).body,
  ).toMatchObject({ success: false, code: 14084 })
  await propose(
    'staff',
    { kind: 'control_points', action: 'end', key: 'semei', from: '2026-11-23' },
    {},
  )
  const rows = await at()
    .db.selectFrom('control_points')
    .selectAll()
    .where('code', '=', 'semei')
    .orderBy('active_from')
    .execute()
  expect(
    rows.map(({ latitude, active_from, active_to }) => [latitude, active_from, active_to]),
  ).toEqual([
    [50.4111, today, today],
    [50.4222, TOMORROW, '2026-11-22'],
  ])
})

test('a partner is changed in place by two people; what it was stands in the proposal', async () => {
  const [partner] = (await rowsOf('partners')).rows
  if (!partner) throw new Error('no partner')
  expect(partner.values.theme).toContain('light --brand #1c6b3c')
  const theme = 'light --brand #123456\ndark --brand #abcdef'
  const values = { ...partner.values, webhook_url: 'https://superapp.example/new', theme }
  const id = idOf((await propose('staff', { kind: 'partners', from: TOMORROW }, values)).body)
  await at().api('referenceApprove', { id }, await token('first'))
  const rows = await at().db.selectFrom('partners').selectAll().execute()
  expect(rows).toMatchObject([
    {
      code: 'freedom',
      webhook_url: 'https://superapp.example/new',
      source: 'freedom_superapp_ogpo',
      theme: { light: { '--brand': '#123456' }, dark: { '--brand': '#abcdef' } },
    },
  ])
  expect((await rowsOf('partners')).history[0]?.before).toMatchObject({
    webhook_url: 'https://superapp.example/qorgan/events',
  })
})

test('a watch list’s effect and title are changed by two people, at once and for the clients there are, and put back', async () => {
  spec('4.1.kyc-lists-effect-title')

  const list = (await rowsOf('aml_lists')).rows.find(({ key }) => key === 'PEP')
  expect(list).toMatchObject({ from: null, to: null, values: { effect: 'flag' } })
  const made = await propose(
    'staff',
    { kind: 'aml_lists' },
    { ...list?.values, title_ru: 'Публичные лица', effect: 'review' },
  )
  expect(made.body).toMatchObject({
    success: true,
    data: { state: 'proposed', needsSecond: true, from: null, before: { effect: 'flag' } },
  })
  const id = idOf(made.body)
  // It waits for no day, so none can pass.
  await clockTo(at(), '2026-11-21T06:00:00Z')
  expect(
    (await at().api('referenceApprove', { id }, await signedIn(at(), people.first))).body,
  ).toMatchObject({ success: true })
  await clockTo(at(), '2026-11-20T06:00:00Z')
  const kept = await until(
    () =>
      at()
        .db.selectFrom('aml_lists')
        .select(['title_ru', 'effect', 'screened_effect'])
        .where('code', '=', 'PEP')
        .executeTakeFirst(),
    (row) => row?.screened_effect === 'review',
  )
  expect(kept).toMatchObject({ title_ru: 'Публичные лица', effect: 'review' })
  const back = await at().api(
    'referenceRevert',
    { id, reason: 'артық тексеру' },
    await token('staff'),
  )
  expect(back.body).toMatchObject({
    success: true,
    data: { reverts: id, from: null, values: { effect: 'flag' } },
  })
  await at().api('referenceApprove', { id: idOf(back.body) }, await token('second'))
  expect((await rowsOf('aml_lists')).rows.find(({ key }) => key === 'PEP')).toEqual(list)
})

test('a watch list is neither added nor ended here, and what is as it was is no change', async () => {
  const list = (await rowsOf('aml_lists')).rows.find(({ key }) => key === 'UN')?.values ?? {}
  expect((await propose('staff', { kind: 'aml_lists' }, list)).body).toMatchObject({
    success: false,
    code: 14086,
  })
  expect(
    (await propose('staff', { kind: 'aml_lists', from: TOMORROW }, { ...list, code: 'NEW' })).body,
  ).toMatchObject({ code: 14084 })
  expect(
    (await propose('staff', { kind: 'aml_lists', action: 'end', key: 'UN', from: TOMORROW }, {}))
      .status,
  ).toBe(422)
})

test('tariff tables of the next year are checked whole, applied by a second person and end the old ones', async () => {
  const [tables] = seedTables()
  if (!tables) throw new Error('no tables')
  const next = {
    ...tables,
    version: 'ogpo-test',
    effectiveFrom: '2026-12-01',
    effectiveTo: '2027-12-31',
    mrp: tables.mrp + 100,
  }
  const broken = await at().raw('/api/staff/reference/propose', {
    body: {
      kind: 'tariff',
      action: 'set',
      values: { tables: JSON.stringify({ ...next, mrp: 'x' }) },
      reason: 'жаңа жыл',
    },
    token: await token('staff'),
  })
  expect(broken).toMatchObject({ status: 422, body: { errors: [{ path: 'values.tables.mrp' }] } })
  const id = idOf(
    (await propose('staff', { kind: 'tariff' }, { tables: JSON.stringify(next) })).body,
  )
  await at().api('referenceApprove', { id }, await token('first'))
  const { reference } = at().server.deps
  await until(
    async () => (await reference.tables('2026-12-01'))?.version,
    (version) => version === 'ogpo-test',
  )
  expect((await reference.tables('2026-11-30'))?.version).toBe(tables.version)
  const back = await at().api(
    'referenceRevert',
    { id, from: '2026-12-10', reason: 'қате MRP' },
    await token('staff'),
  )
  await at().api('referenceApprove', { id: idOf(back.body) }, await token('second'))
  await until(
    async () => (await reference.tables('2026-12-10'))?.mrp,
    (mrp) => mrp === tables.mrp,
  )
  expect((await reference.tables('2026-12-09'))?.version).toBe('ogpo-test')
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
  // Whoever sat idle so long has to sign in again.
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

test('what is late in a queue is changed at once; what the audit log marks takes a second person', async () => {
  spec('6.desk-limits-are-rows')
  const allowed = async () => {
    const { rows } = await rowsOf('queue_allowances')
    return rows.find(({ key, to }) => key === 'invoice' && to === null)?.values
  }
  expect(await allowed()).toEqual({ job: 'invoice', minutes: 2 })
  const at_once = { job: 'invoice', minutes: 3 }
  const today = at().server.deps.clock.today()
  const queue = { kind: 'queue_allowances', from: today } as const
  expect((await propose('staff', queue, at_once)).body).toMatchObject({
    data: { state: 'applied', needsSecond: false },
  })
  expect(await allowed()).toEqual(at_once)
  const few = { ...at_once, minutes: 0 }
  expect((await propose('staff', queue, few)).status).toBe(422)
  const act = { action: 'client.iin_revealed', per_hour: 20 }
  const asked = await propose('first', { kind: 'unusual_acts', from: addDays(today, 1) }, act)
  expect(asked.body).toMatchObject({ data: { state: 'proposed', needsSecond: true } })
})
