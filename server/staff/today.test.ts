import { expect, onTestFinished, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
let standing: ReturnType<typeof begin> | null = null
const people = () => (standing ??= begin())

/** A member of staff, an administrator, and an order that is paid but not issued. */
async function begin() {
  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  await settled(at(), buying, orderId)
  // The letter goes after the SMS, in its own time.
  await until(
    () =>
      at()
        .db.selectFrom('messages')
        .select('sent_at')
        .where('order_id', '=', orderId)
        .where('kind', '=', 'mail')
        .executeTakeFirst(),
    (letter) => Boolean(letter?.sent_at),
  )
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff', administrator: true })
  const { now } = at().server.deps.clock
  await at()
    .db.updateTable('orders')
    .set({
      state: 'paid',
      paid_at: new Date(now().getTime() - 2 * 3_600_000),
      issue_error: JSON.stringify({ code: 12002 }),
    })
    .where('id', '=', orderId)
    .execute()
  return {
    orderId,
    staff: await signedIn(at(), first),
    administrator: await signedIn(at(), second),
  }
}

const today = async (token: string) => {
  const { body } = await at().api('staffToday', {}, token)
  if (!body.success) throw new Error('no today')
  return body.data
}

test('a paid order without a policy waits, late first, by what is to be done and why', async () => {
  spec('2.2.staff-waits')

  const { staff, orderId } = await people()
  const { rows, counts } = await today(staff)
  expect(rows[0]).toMatchObject({ act: 'issue', desk: 'orders', id: orderId, when: 'late' })
  expect(rows[0]?.plate).toMatch(/^\d{3}[A-Z]{3}\d{2}$/)
  expect(rows[0]?.obstacle).toMatchObject({ what: 'silent', code: 12002 })
  expect(counts.orders).toEqual({ all: 1, late: 1 })
})

test('what waits says whom it is about as lists do: a surname and an initial, no IIN, no phone', async () => {
  const { staff } = await people()
  await at().api('feedbackForm', {
    name: 'Серікбаева Асель',
    phone: '77015550101',
    email: 'asel@example.kz',
    text: 'Когда придёт полис?',
  })
  const found = await today(staff)
  expect(found.counts.inbox.all).toBe(1)
  expect(JSON.stringify(found)).not.toMatch(
    new RegExp(`${buyer.iin}|${buyer.phone}|Асель|77015550101|Когда`),
  )
  expect(found.rows.find(({ desk }) => desk === 'inbox')?.who).toBe('Серікбаева А.')
  expect(found.rows.find(({ desk }) => desk === 'orders')?.who).toMatch(/^\p{L}+ \p{L}\.$/u)
})

test('a match says how alike and on which list, opens its own case, and names nobody', async () => {
  const { staff } = await people()
  const { db } = at()
  const found = (list: string, score: number) => ({
    list,
    score,
    entry: '1',
    by: 'similar_birth_date',
    key: `${list} 1`,
    names: ['Ахметов Серик'],
    iin: null,
    birth: '1983-03-04',
    note: '',
    version: '1',
  })
  const { id: screening_id } = await db
    .insertInto('screenings')
    .values({
      iin: '830304399916',
      at: new Date(),
      decision: 'review',
      list_versions: JSON.stringify({}),
      matches: JSON.stringify([found('UN', 0.91), found('TERROR', 0.934)]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('kyc_cases')
    .values({
      iin: '830304399916',
      status: 'blocked',
      screening_id,
      changed_at: new Date(),
      entries: JSON.stringify(['UN 1', 'TERROR 1']),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await today(staff)
  const row = rows.find(({ act }) => act === 'match')
  expect(row).toMatchObject({ desk: 'kyc', id, number: '', likeness: 0.934 })
  expect(row?.why).not.toBe('')
  expect(JSON.stringify(row)).not.toMatch(/Ахметов|830304399916/)
})

test('a change waits for an administrator who did not propose it, and for nobody else', async () => {
  const { staff, administrator } = await people()
  const author = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('iin', '=', first.iin)
    .executeTakeFirstOrThrow()
  await at()
    .db.insertInto('reference_proposals')
    .values({
      kind: 'commissions',
      row_key: 'dala',
      action: 'set',
      change: JSON.stringify({}),
      effective_from: '2030-01-01',
      needs_second: true,
      proposed_at: at().server.deps.clock.now(),
      proposed_by: author.id,
      reason: 'Шарт № 7',
      state: 'proposed',
    })
    .execute()
  expect((await today(staff)).counts.reference.all).toBe(0)
  expect((await today(administrator)).rows).toContainEqual(
    expect.objectContaining({ act: 'approve_change', desk: 'reference', id: 'commissions' }),
  )
})

test('from 1 December staff are told of missing tables of the next year, until they are proposed', async () => {
  const mine = await testApp({ WORKER: 'off' })
  const { id: proposed_by } = await account(mine, first, { role: 'staff' })
  const { clock } = mine.server.deps
  /** On that day; the desk's session ends with the days. */
  const askedOn = async (day: string) => {
    await mine.control('POST', '/control/clock', { now: `${day}T05:00:00Z` })
    await until(
      async () => clock.today(),
      (now) => now === day,
    )
    const { body } = await mine.api('staffToday', {}, await signedIn(mine, first))
    if (!body.success) throw new Error('no today')
    return body.data.rows.filter(({ act }) => act === 'enter_tables')
  }
  expect(await askedOn('2026-11-30')).toEqual([])
  const row = { desk: 'reference', id: 'tariff', number: '2027', due: '2026-12-31' }
  expect(await askedOn('2026-12-01')).toMatchObject([{ ...row, when: 'later' }])
  expect(await askedOn('2027-01-02')).toMatchObject([{ when: 'late' }])
  await mine.db
    .insertInto('reference_proposals')
    .values({
      kind: 'tariff',
      row_key: '2027',
      action: 'set',
      change: JSON.stringify({}),
      effective_from: '2027-01-01',
      needs_second: true,
      proposed_at: clock.now(),
      reason: 'Тариф кестелері',
      state: 'proposed',
      proposed_by,
    })
    .execute()
  expect(await askedOn('2027-01-03')).toEqual([])
})

test('the list of orders says what each needs; «human» is all that need somebody, once each', async () => {
  const { staff, orderId } = await people()
  const { body } = await at().api('staffOrders', { view: 'human' }, staff)
  if (!body.success) throw new Error('no orders')
  expect(body.data.orders).toMatchObject([
    { order_id: orderId, need: 'issue', late: true, obstacle: { code: 12002 } },
  ])
  // Person and car in short: opening a row is audited, reading the list is not.
  expect(body.data.orders).toMatchObject([
    { who: 'Әбдіқадыров Н.', plate: '123ABC02', insurer: '«Дала» сақтандыру компаниясы' },
  ])
  expect(JSON.stringify(body.data)).not.toMatch(
    new RegExp(`Нұрлан|${buyer.iin}|${buyer.phone.slice(1)}`),
  )
  expect(body.data.counts).toMatchObject({
    human: { count: 1 },
    stuck: { count: 1 },
    refund_failed: { count: 0, amount: 0 },
  })
})

test('the newest are narrowed by state and channel and read in both orders', async () => {
  const { staff, orderId } = await people()
  const asked = async (more: { state?: string; channel?: string; order?: 'oldest' | 'newest' }) => {
    const { body } = await at().api('staffOrders', { view: 'newest', ...more }, staff)
    return body.success ? body.data.orders.map(({ order_id }) => order_id) : null
  }
  const all = await asked({})
  expect(await asked({ order: 'oldest' })).toEqual(all?.toReversed())
  // The job of a paid order takes it up at its own time.
  const narrowed = await Promise.all([asked({ state: 'paid' }), asked({ state: 'issuing' })])
  expect(narrowed.flat()).toEqual([orderId])
  expect(await asked({ state: 'issued', channel: 'egov' })).not.toContain(orderId)
  expect(await asked({ state: 'paid', channel: 'promoter' })).toEqual([])
})

test('a bill the bank does not know of and a letter that did not go need somebody too', async () => {
  const { staff, orderId } = await people()
  const { db } = at()
  const order = db.selectFrom('orders').selectAll().where('id', '=', orderId)
  const { state, issue_error } = await order.executeTakeFirstOrThrow()
  onTestFinished(async () => {
    await db
      .updateTable('orders')
      .set({ state, issue_error: JSON.stringify(issue_error) })
      .where('id', '=', orderId)
      .execute()
    await db
      .updateTable('messages')
      .set({ refused: null, sent_at: new Date() })
      .where('order_id', '=', orderId)
      .execute()
    await db
      .updateTable('payment_attempts')
      .set({ state: 'paid', outside_id: '1' })
      .where('order_id', '=', orderId)
      .execute()
  })
  await at()
    .db.updateTable('orders')
    .set({ state: 'issued', issue_error: null })
    .where('id', '=', orderId)
    .execute()
  const waiting = async () =>
    (await today(staff)).rows.find(({ id }) => id === orderId)?.act ?? null
  expect(await waiting()).toBeNull()
  await at()
    .db.updateTable('messages')
    .set({ sent_at: null, refused: 'no such address' })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'mail')
    .execute()
  expect(await waiting()).toBe('send_papers')
  await at()
    .db.updateTable('payment_attempts')
    .set({ way: 'bill', state: 'error', asked_at: new Date(), outside_id: null })
    .where('order_id', '=', orderId)
    .execute()
  expect(await waiting()).toBe('find_bill')
  const { body } = await at().api('staffOrders', { view: 'human' }, staff)
  expect(body.success && body.data).toMatchObject({
    orders: [{ order_id: orderId, need: 'find_bill' }],
    counts: { human: { count: 1 }, stuck: { count: 0 } },
  })
})

test('each act has its allowance, a row of the reference; what breaks next stands first', async () => {
  spec('6.desk-limits-are-rows')

  const { staff, orderId } = await people()
  const issueOf = async () => {
    const { rows } = await today(staff)
    expect(rows.map(({ breaks_at }) => breaks_at)).toEqual(
      rows.map(({ breaks_at }) => breaks_at).toSorted(),
    )
    return rows.find(({ act, id }) => act === 'issue' && id === orderId)
  }
  await at()
    .db.updateTable('orders')
    .set({ state: 'paid', paid_at: new Date(at().server.deps.clock.now().getTime() - 7_200_000) })
    .where('id', '=', orderId)
    .execute()
  expect(await issueOf()).toMatchObject({ allowed: 60, due: null, when: 'late' })
  const { body } = await at().api(
    'referencePropose',
    {
      kind: 'act_allowances',
      action: 'set',
      from: at().server.deps.clock.today(),
      values: { act: 'issue', minutes: 180 },
      reason: 'жаңа келісім',
    },
    staff,
  )
  expect(body).toMatchObject({ data: { state: 'applied' } })
  const after = await issueOf()
  expect(after).toMatchObject({ allowed: 180 })
  expect(after?.when).not.toBe('late')
  const list = await at().api('staffOrders', { view: 'human' }, staff)
  expect(list.body.success && list.body.data.orders).toMatchObject([
    { order_id: orderId, late: false },
  ])
  const law = (await today(staff)).rows.filter(({ desk }) => desk === 'claims')
  expect(law.every(({ allowed, due }) => allowed === null && due !== null)).toBe(true)
})
