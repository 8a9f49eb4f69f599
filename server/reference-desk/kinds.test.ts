import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { signedIn } from '#tests/client.ts'
import { idOf, people, referenceDesk, TOMORROW } from '#tests/reference-desk.ts'
import { clockTo, purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { propose, rowsOf, token } = referenceDesk(at)

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

test('a figure of an insurer is told at its choice from its day on, never without a source', async () => {
  let buyer = await purchaseToken(at())
  const told = async () => {
    const { body } = await at().api('ogpoOptions', {}, buyer)
    if (!body.success) throw new Error('no options')
    return body.data.insurers.flatMap(({ code, facts }) => facts.map((fact) => ({ code, ...fact })))
  }
  // No values yet.
  expect(await told()).toEqual([])
  const values = {
    insurer_code: 'tobyl',
    fact: 'days_to_pay',
    value: '9,5',
    source_kz: 'Сақтандыру омбудсманы',
    source_ru: 'Страховой омбудсман',
    as_of: '2026-09-30',
  }
  const facts = { kind: 'insurer_facts', from: TOMORROW } as const
  for (const missing of ['source_ru', 'as_of'])
    expect((await propose('staff', facts, { ...values, [missing]: '' })).status).toBe(422)
  const made = await propose('staff', facts, values)
  expect(made.body).toMatchObject({ data: { state: 'proposed', needsSecond: true } })
  await at().api('referenceApprove', { id: idOf(made.body) }, await token('first'))
  expect(await told()).toEqual([])
  await clockTo(at(), '2026-11-21T06:00:00Z')
  buyer = await purchaseToken(at())
  expect(await until(told, (found) => found.length > 0)).toEqual([
    {
      code: 'tobyl',
      fact: 'days_to_pay',
      value: '9.50',
      source: { kz: values.source_kz, ru: values.source_ru },
      day: '2026-09-30',
      sample: false,
    },
  ])
  await clockTo(at(), '2026-11-20T06:00:00Z')
})

test('tariff tables of the next year are checked whole, applied by a second person and end the old ones', async () => {
  const [tables] = seedTables()
  if (!tables) throw new Error('no tables')
  const next = {
    ...tables,
    version: 'ogpo-test',
    effectiveFrom: '2026-12-01',
    effectiveTo: '2026-12-31',
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
  // The second person sees the prices of fixed cases by both.
  const effect = await at().api('referenceEffect', { id }, await token('first'))
  if (!effect.body.success) throw new Error('no effect')
  const cases = effect.body.data.tariff?.cases ?? []
  expect(cases.find((one) => one.id === 'almaty-passenger-30-5-class3')).toMatchObject({
    label: {
      ru: expect.stringMatching(/^г\. Алматы; .*; Легковой/),
      kz: expect.stringMatching(/^Алматы қаласы; /),
    },
    before: 36_094,
    after: 36_929,
  })
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

test.each([
  ['mrp', { mrp: 0 }, 'mrp', 'АЕК: мәні шектен тыс', 'МРП: значение вне допустимых пределов'],
  [
    'MRP far away',
    { mrp: 43_250 },
    'mrp',
    'бұрынғы мәнінен тым алыс',
    'слишком далеко от прежнего',
  ],
  ['no regions', { regions: [] }, 'regions.ALMATY_CITY', 'бұл жол жоқ', 'этой строки нет'],
  ['no retention', { termination: [] }, 'termination', 'бұл жол жоқ', 'этой строки нет'],
  ['a privilege of 5', { privilege: '5' }, 'privilege', 'мәні шектен тыс', 'значение вне'],
  ['a day there is not', { effectiveTo: '9999-99-99' }, 'effectiveTo', 'мұндай күн жоқ', 'дня нет'],
  ['two years', { effectiveTo: '2027-12-31' }, 'effectiveTo', 'бір жылға', 'на один год'],
  ['31 February', { effectiveFrom: '2027-02-31' }, 'effectiveFrom', 'мұндай күн жоқ', 'дня нет'],
])(
  'impossible tables, %s, are refused with their table, row and fault',
  async (_, wrong, path, kz, ru) => {
    const [tables] = seedTables()
    const days = { effectiveFrom: '2026-12-20', effectiveTo: '2026-12-31' }
    const body = {
      kind: 'tariff',
      action: 'set',
      values: { tables: JSON.stringify({ ...tables, ...days, version: 'wrong', ...wrong }) },
      reason: 'жаңа жыл',
    }
    for (const [locale, text] of [
      ['kz', kz],
      ['ru', ru],
    ] as const)
      expect(
        await at().raw('/api/staff/reference/propose', {
          body,
          token: await token('staff'),
          locale,
        }),
      ).toMatchObject({
        status: 422,
        body: {
          errors: expect.arrayContaining([
            { path: `values.tables.${path}`, message: expect.stringContaining(text) },
          ]),
        },
      })
  },
)

test.each([
  [
    'commissions',
    { insurer_code: 'nobody', product: 'ogpo', commission_percent: '10', returned_on_cancel: true },
    'insurer_code',
  ],
  ['ogpo_plus', { payout: 5_000, premium: 1_000_000 }, 'premium'],
  ['calendar_days', { day: '2027-02-31', works: false, ground: '№ 1' }, 'day'],
] as const)('impossible values of %s are refused by their field', async (kind, values, field) => {
  const answer = await at().raw('/api/staff/reference/propose', {
    body: { kind, action: 'set', from: '2027-01-10', values, reason: 'жаңа шарт' },
    token: await token('staff'),
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ path: `values.${field}` }] },
  })
})

test('tables of a day to come are replaced by others of that day, by two people', async () => {
  const [tables] = seedTables()
  const days = { effectiveFrom: '2026-12-28', effectiveTo: '2026-12-31' }
  for (const [version, privilege] of [
    ['first', '0.9'],
    ['mended', '0.5'],
  ] as const) {
    const next = JSON.stringify({ ...tables, ...days, version, privilege })
    const id = idOf((await propose('staff', { kind: 'tariff' }, { tables: next })).body)
    expect((await at().api('referenceApprove', { id }, await token('first'))).body).toMatchObject({
      success: true,
      data: { state: 'applied' },
    })
  }
  const rows = await at()
    .db.selectFrom('tariff_tables')
    .select('version')
    .where('effective_from', '=', days.effectiveFrom)
    .execute()
  expect(rows).toEqual([{ version: 'mended' }])
})

test('tables that cannot be applied take no tables to come away', async () => {
  const [tables] = seedTables()
  const tablesOf = (version: string, day: string) =>
    JSON.stringify({ ...tables, version, effectiveFrom: day, effectiveTo: '2026-12-31' })
  const approved = async (version: string, day: string) => {
    const proposal = await propose('staff', { kind: 'tariff' }, { tables: tablesOf(version, day) })
    const id = idOf(proposal.body)
    const { body } = await at().api('referenceApprove', { id }, await token('first'))
    if (!body.success) await at().api('referenceReject', { id, note: 'қате' }, await token('staff'))
    return body
  }
  expect(await approved('to come', '2026-12-30')).toMatchObject({ success: true })
  // Its version is another day's already.
  expect(await approved(String(tables?.version), '2026-12-30')).toMatchObject({ code: 14084 })
  expect(await approved('later', '2026-12-31')).toMatchObject({ success: true })
  // Later ones remain.
  expect(await approved('instead', '2026-12-30')).toMatchObject({ code: 14084 })
  const rows = await at()
    .db.selectFrom('tariff_tables')
    .select('version')
    .where('effective_from', '=', '2026-12-30')
    .execute()
  expect(rows).toEqual([{ version: 'to come' }])
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
  const free = { day: '2027-01-04', works: false, ground: '№ 1, 01.12.2026' }
  const calendar = { kind: 'calendar_days', from: today } as const
  expect((await propose('staff', calendar, free)).body).toMatchObject({
    data: { state: 'applied', key: '2027-01-04' },
  })
  expect((await rowsOf('calendar_days')).rows).toMatchObject([{ values: free }])
  expect((await propose('staff', calendar, { ...free, day: '2027-02-30' })).status).toBe(422)
  const few = { ...at_once, minutes: 0 }
  expect((await propose('staff', queue, few)).status).toBe(422)
  const act = { action: 'client.iin_revealed', per_hour: 20 }
  const asked = await propose('first', { kind: 'unusual_acts', from: addDays(today, 1) }, act)
  expect(asked.body).toMatchObject({ data: { state: 'proposed', needsSecond: true } })
})
