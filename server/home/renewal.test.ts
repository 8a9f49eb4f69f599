import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { cards, payments } from '#systems/acquirer/sandbox-payments.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-policies.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { otherFlat, subscribed } from '#tests/home.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'
import { HomeFacts } from './calculate.ts'
import { chargeNext } from './charge.ts'
import { registerNextYear } from './register.ts'
import { warnOfEndingCards } from './work.ts'

const at = sharedTestApp()
/** Without messages of a later day than the test's first. */
const third = { iin: '900622499917', phone: '77010000888' }
const morning = (day: string) =>
  new Date(startOfDay(day).getTime() + 10.1 * 3_600_000).toISOString()
const standing = (of: TestApp, id: string) =>
  of.db.selectFrom('home_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const attemptsOf = async (of: TestApp, id: string) =>
  (
    await of.db
      .selectFrom('payment_attempts')
      .select(['id', 'state'])
      .where('id', 'like', `${id}-%`)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
const heard = (of: TestApp, phone: string, words: RegExp) =>
  until(
    () => of.messages(phone),
    (list) => list.some(({ text }) => words.test(text)),
  )

test('month after month by the jobs: charged on the billing date, declined and tried again the next day with a word each, then not renewed', async () => {
  spec('2.4.home-card-after-declined', '4.1.home-subscription-active')

  const token = await signedIn(at())
  const id = await subscribed(at(), token)
  await clockTo(at(), morning('2026-12-17'))
  const second = await until(
    () => standing(at(), id),
    (row) => row.next_period === 2,
  )
  expect([second.paid_until, second.next_billing_on]).toEqual(['2027-01-19', '2027-01-17'])
  await heard(at(), buyer.phone, /19\.01\.2027.*17\.01\.2027/)

  // The card has no money from now on.
  for (const card of cards(at().sandbox.world).values()) card.pan = '4400000000000010'
  for (const [n, day] of ['2027-01-17', '2027-01-18', '2027-01-19'].entries()) {
    await clockTo(at(), morning(day))
    await until(
      () => attemptsOf(at(), `${id}-2`),
      (attempts) => attempts.length === n + 1 && attempts.every((state) => state === 'rejected'),
    )
    if (n === 0) {
      // The card counts to the next try, not to the day that has passed.
      const again = await signedIn(at())
      const { body } = await at().api('cabinetPolicies', {}, again)
      expect(body.success && body.data.active[0]?.home).toMatchObject({
        renewal: 'declined',
        billing_date: '2027-01-18',
        countdown: { to: 'billing', days: 1 },
      })
    }
    if (n < 2)
      await heard(
        at(),
        buyer.phone,
        new RegExp(`алынбады. ${addDays(day, 1).split('-').reverse().join('\\.')}`),
      )
  }
  const over = await until(
    () => standing(at(), id),
    (row) => row.state === 'not_renewed',
  )
  expect([over.paid_until, over.next_billing_on]).toEqual(['2027-01-19', null])
  // One message reports the last try and the end.
  const messages = await heard(
    at(),
    buyer.phone,
    /1.490.₸ алынбады, Home жазылымы ұзартылмады.*19\.01\.2027/,
  )
  expect(messages.filter(({ text }) => /алынбады/.test(text))).toHaveLength(3)
  // The session of November has run out meanwhile.
  const later = await signedIn(at())
  const { body } = await at().api('cabinetPolicies', {}, later)
  expect(body.success && body.data.active[0]).toMatchObject({
    subscription_active: false,
    home: { renewal: 'not_renewed' },
  })

  // The last paid day passes: the cover is over, and the home may be subscribed to again.
  await clockTo(at(), morning('2027-01-20'))
  const list = await until(
    async () => (await at().api('cabinetPolicies', {}, later)).body,
    (answer) => answer.success && answer.data.inactive.length === 1,
  )
  expect(list.success && list.data.inactive[0]?.state).toBe('ended')
  const paid = [...payments(at().sandbox.world).values()].filter(
    ({ state, orderId }) => state === 'success' && orderId.startsWith(id),
  )
  expect(paid).toHaveLength(2)
})

test('who has taken the card away is told in time, a card given again is charged, and a charge whose answer got lost is charged once', async () => {
  spec('4.1.home-subscription-not-renewed')

  await clockTo(at(), morning('2026-11-20'))
  const token = await signedIn(at(), stranger)
  const id = await subscribed(at(), token, '0200050002000000')
  const own = await at().api('cabinetGetCards', {}, token)
  const card = own.body.success ? own.body.cards[0] : undefined
  await at().api('cabinetDeleteCard', { id: card?.id ?? '' }, token)
  const { body: bare } = await at().api('cabinetPolicies', {}, token)
  expect(bare.success && [...bare.data.active, ...bare.data.pending][0]?.home?.renewal).toBe(
    'no_card',
  )
  await clockTo(at(), morning('2026-12-12'))
  const messages = await heard(at(), stranger.phone, /17\.12\.2026.*карта жоқ/)
  expect(messages.filter(({ text }) => /карта жоқ/.test(text))).toHaveLength(1)

  const later = await signedIn(at(), stranger)
  const page = await at().api('cabinetAddCard', {}, later)
  if (!page.body.success) throw new Error('no page')
  await fetch(page.body.redirect_url, {
    method: 'POST',
    body: new URLSearchParams({ pan: '5100000000000002', expiry: '12/29', cvc: '123' }),
    redirect: 'manual',
  })
  await until(
    async () => (await at().api('cabinetGetCards', {}, later)).body,
    (answer) => answer.success && answer.cards.some(({ active }) => active === '1'),
  )
  // They charge, and both their answer and their notice are lost.
  await at().fault('acquirer', 'reset', { operation: 'direct' })
  await at().fault('acquirer', 'never', { operation: 'result' })
  await clockTo(at(), morning('2026-12-17'))
  await until(
    () => standing(at(), id),
    (row) => row.next_period === 2,
  )
  const charged = [...payments(at().sandbox.world).values()].filter(({ orderId }) =>
    orderId.startsWith(`${id}-1-`),
  )
  expect(charged.map(({ state, cardPan }) => [state, cardPan])).toEqual([
    ['success', '5100-00XX-XXXX-0002'],
  ])
  const { rows } = await at().server.deps.pool.query(
    'select kind, sum(amount)::int as sum from ledger where order_id = $1 group by kind order by kind',
    [id],
  )
  expect(rows).toEqual([
    { kind: 'commission', sum: 448 },
    { kind: 'payment', sum: 2_980 },
    { kind: 'premium', sum: 2_980 },
  ])
})

test('the year of the contract ends, the subscription goes on: the next year is registered before it begins, once, with its own number and paper', async () => {
  spec('4.1.home-subscription-next-years')

  const own = await testApp()
  await clockTo(own, morning('2026-11-20'))
  const token = await signedIn(own, third)
  const id = await subscribed(own, token, otherFlat)
  const { db } = own.server.deps
  const policiesOf = () =>
    db
      .selectFrom('home_contracts')
      .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
      .select([
        'home_contracts.number',
        'policies.global_id',
        'policies.state',
        'policies.start_date',
        'policies.end_date',
      ])
      .where('subscription_id', '=', id)
      .orderBy('year')
      .execute()
  const { number } = await standing(own, id)
  expect((await policiesOf()).map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
    ['2026-11-20', '2026-12-19'],
  ])
  const contract = await db
    .selectFrom('home_contracts')
    .selectAll()
    .where('subscription_id', '=', id)
    .executeTakeFirstOrThrow()
  expect([contract.start_date, contract.end_date]).toEqual(['2026-11-20', '2027-11-19'])
  // Eleven months have been paid meanwhile.
  const paid = { next_period: 12, next_billing_on: '2027-11-17', paid_until: '2027-11-19' }
  await db.updateTable('home_subscriptions').set(paid).where('id', '=', id).execute()
  await db
    .updateTable('policies')
    .set({ end_date: '2027-11-19', state: 'active' })
    .where('id', '=', contract.policy_id)
    .execute()
  for (const card of cards(own.sandbox.world).values()) card.pan = '4400000000000001'

  // They register it, and their answer is lost: it is found by its number, not made again. The
  // database is down for a while before that.
  await own.fault('esbd', 'reset', { operation: 'SetContractDsProperty' })
  const asks = 'GetContractDsProperty_By_Number'
  await own.fault('esbd', 'unavailable', { operation: asks, after: 2, times: 10_000 })
  await clockTo(own, morning('2027-11-17'))
  await until(
    () => standing(own, id),
    (row) => row.next_period === 13 && row.issue_attempts > 0,
  )
  await own.control('DELETE', '/control/faults')
  const staff = { iin: '880808399905', phone: '77010000777' }
  await account(own, staff, { role: 'staff' })
  const desk = await signedIn(own, staff)
  const stuck = await own.api('staffOrders', { view: 'stuck' }, desk)
  expect(stuck.body.success && stuck.body.data.orders.map(({ order_id }) => order_id)).toEqual([id])
  expect(
    (
      await own.api(
        'staffRerun',
        { order_id: id, what: 'issue', reason: 'база қайта жұмыс істеп тұр' },
        desk,
      )
    ).body,
  ).toEqual({
    success: true,
  })
  const both = await until(policiesOf, (rows) => rows.length === 2)
  expect(both).toMatchObject([
    { number, state: 'active', start_date: '2026-11-20', end_date: '2027-11-19' },
    { number: `${number}-2`, state: 'pending', start_date: '2027-11-20', end_date: '2027-12-19' },
  ])
  expect(contractsByNumber(own.sandbox.world, `${number}-2`)).toMatchObject([{ PREMIUM: 1_490 }])
  await heard(
    own,
    third.phone,
    new RegExp(`тағы бір жылға ұзартылды. Жаңа полис ${both[1]?.global_id}`),
  )
  const policyDocuments = await db
    .selectFrom('documents')
    .select('locale')
    .where('kind', '=', 'home')
    .execute()
  expect(policyDocuments.length % 2).toBe(0)

  // The old one ends with its year, the next one begins the day after: no day without a policy.
  await clockTo(own, morning('2027-11-20'))
  await until(
    policiesOf,
    ([before, after]) => before?.state === 'ended' && after?.state === 'active',
  )
  const later = await signedIn(own, third)
  const { body } = await own.api('cabinetPolicies', {}, later)
  expect(body.success && body.data.active).toMatchObject([
    { order_id: id, global_id: both[1]?.global_id, end_date: '2027-12-19' },
  ])
  expect((await own.raw(`/check/${both[0]?.global_id}`, { method: 'GET' })).status).toBe(200)
})

test('the next year’s contract is refused: its money goes back, nothing more is charged, and the client is told', async () => {
  const own = await testApp()
  await clockTo(own, morning('2026-11-20'))
  const id = await subscribed(own, await signedIn(own, third), otherFlat)
  const { db } = own.server.deps
  const contract = await db
    .selectFrom('home_contracts')
    .selectAll()
    .where('subscription_id', '=', id)
    .executeTakeFirstOrThrow()
  const paid = { next_period: 12, next_billing_on: '2027-11-17', paid_until: '2027-11-19' }
  await db.updateTable('home_subscriptions').set(paid).where('id', '=', id).execute()
  await db
    .updateTable('policies')
    .set({ end_date: '2027-11-19', state: 'active' })
    .where('id', '=', contract.policy_id)
    .execute()
  for (const card of cards(own.sandbox.world).values()) card.pan = '4400000000000001'
  await own.fault('esbd', 'error', { operation: 'SetContractDsProperty', times: 10_000 })
  await clockTo(own, morning('2027-11-17'))
  await until(
    () => standing(own, id),
    (row) => row.issue_attempts > 0,
  )
  // Every other answer is a session that ended: only what the database refuses counts.
  for (let tries = 1; tries < 9; tries += 1) {
    const now = await standing(own, id)
    if (now.state === 'not_renewed') break
    await clockTo(own, new Date((now.next_attempt_at?.getTime() ?? 0) + 1_000).toISOString())
    await registerNextYear(own.server.deps, id)
  }
  expect(await standing(own, id)).toMatchObject({
    state: 'not_renewed',
    paid_until: '2027-11-19',
    next_billing_on: null,
  })
  const back = await until(
    () => db.selectFrom('refunds').select(['amount', 'state']).where('order_id', '=', id).execute(),
    (rows) => rows.some(({ state }) => state === 'done'),
  )
  expect(back).toEqual([{ amount: 1_490, state: 'done' }])
  await heard(own, third.phone, /келесі жылға ресімделмеді.*19\.11\.2027/)
  const { rows } = await own.server.deps.pool.query(
    `select kind, sum(case when credit in ('insurer', 'commission') and debit <> 'commission'
      then amount else -amount end)::int as sum
      from ledger where order_id = $1 and kind in ('premium', 'commission') group by kind order by kind`,
    [id],
  )
  expect(rows).toEqual([
    { kind: 'commission', sum: 224 },
    { kind: 'premium', sum: 1_490 },
  ])
  // The next billing date charges nothing.
  await clockTo(own, morning('2027-12-17'))
  await chargeNext(own.server.deps, id)
  expect(await attemptsOf(own, `${id}-13`)).toEqual([])
})

test.each([
  { lost: 'reset', there: 1 },
  { lost: 'reset_before', there: 0 },
] as const)(
  'the paid time ends before the database has said whether it registered the year ($lost): staff see it until it is kept or goes back',
  async ({ lost, there }) => {
    const own = await testApp()
    await clockTo(own, morning('2026-11-20'))
    const id = await subscribed(own, await signedIn(own, third), otherFlat)
    const { db } = own.server.deps
    const { number, policy_id } = await standing(own, id)
    const paid = { next_period: 12, next_billing_on: '2027-11-17', paid_until: '2027-11-19' }
    await db.updateTable('home_subscriptions').set(paid).where('id', '=', id).execute()
    await db
      .updateTable('policies')
      .set({ end_date: '2027-11-19', state: 'active' })
      .where('id', '=', policy_id ?? '')
      .execute()
    for (const card of cards(own.sandbox.world).values()) card.pan = '4400000000000001'
    const asks = 'GetContractDsProperty_By_Number'
    await own.fault('esbd', 'unavailable', { operation: asks, times: 10_000 })
    await clockTo(own, morning('2027-11-17'))
    await until(
      () => standing(own, id),
      (row) => row.next_period === 13 && row.issue_attempts > 0,
    )
    // Two queries if it exists, then the request to make it, whose outcome stays unknown.
    await own.control('DELETE', '/control/faults')
    // Sessions of a year ago have expired: begins every one of the insurer's anew, so that none is
    // counted.
    const { esbd } = own.server.deps.systems
    const { insurer } = HomeFacts.parse((await standing(own, id)).facts)
    const asked = Array.from({ length: 8 }, () =>
      esbd.findByNumber('QG0', { insurerSystemId: insurer.esbdSystemId }),
    )
    await Promise.all(asked)
    await own.fault('esbd', lost, { operation: 'SetContractDsProperty' })
    await own.fault('esbd', 'unavailable', { operation: asks, after: 2, times: 10_000 })
    await db
      .updateTable('home_subscriptions')
      .set({ next_attempt_at: null })
      .where('id', '=', id)
      .execute()
    await registerNextYear(own.server.deps, id)
    expect((await standing(own, id)).set_asked_at).not.toBeNull()

    // The paid month is over, without any answer.
    await clockTo(own, morning('2027-12-22'))
    const { issue_attempts } = await until(
      () => standing(own, id),
      (row) => (row.next_attempt_at ?? 0) > own.server.deps.clock.now(),
    )
    expect(issue_attempts).toBeGreaterThan(1)
    const staff = { iin: '880808399905', phone: '77010000777' }
    await account(own, staff, { role: 'staff' })
    const desk = await signedIn(own, staff)
    const stuck = async () => {
      const { body } = await own.api('staffOrders', { view: 'stuck' }, desk)
      return body.success ? body.data.orders.map(({ order_id }) => order_id) : null
    }
    expect(await stuck()).toEqual([id])

    await own.control('DELETE', '/control/faults')
    const again = { order_id: id, what: 'issue', reason: 'база қайта жұмыс істеп тұр' } as const
    expect((await own.api('staffRerun', again, desk)).body).toEqual({ success: true })
    await until(stuck, (list) => list?.length === 0)
    // Nothing is registered for time that is over.
    expect(contractsByNumber(own.sandbox.world, `${number}-2`)).toHaveLength(there)
    const years = await db
      .selectFrom('home_contracts')
      .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
      .select(['policies.start_date', 'policies.end_date'])
      .where('subscription_id', '=', id)
      .where('year', '=', 1)
      .execute()
    expect(years).toEqual(there ? [{ start_date: '2027-11-20', end_date: '2027-12-19' }] : [])
    const back = await db
      .selectFrom('refunds')
      .select(['amount', 'reason'])
      .where('order_id', '=', id)
      .execute()
    expect(back).toEqual(there ? [] : [{ amount: 1_490, reason: 'not_registered' }])
    expect(await standing(own, id)).toMatchObject({
      paid_until: there ? '2027-12-19' : '2027-11-19',
      next_attempt_at: null,
    })
  },
)

test('whose card will have ended by the next charge hears it a month and a week before, once each', async () => {
  const own = await testApp()
  await clockTo(own, morning('2026-11-20'))
  const token = await signedIn(own, stranger)
  const id = await subscribed(own, token, '0200050002000000')
  const { db } = own
  const told = () =>
    db
      .selectFrom('messages')
      .select('purpose')
      .where('order_id', '=', id)
      .where('purpose', 'like', 'card_ending:%')
      .orderBy('purpose')
      .execute()
  const cardEnds = (month: string) =>
    db
      .updateTable('cards')
      .set({ valid_to: month })
      .where('account_id', '=', (row) =>
        row.selectFrom('home_subscriptions').select('account_id').where('id', '=', id),
      )
      .execute()
  const charge = await db
    .selectFrom('home_subscriptions')
    .select(sql<string>`to_char(next_billing_on, 'YYYY-MM')`.as('month'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The notice of the first payment has the card's last month; their list does not.
  const [kept] = await db
    .selectFrom('cards')
    .innerJoin('home_subscriptions as home', 'home.account_id', 'cards.account_id')
    .select('valid_to')
    .where('home.id', '=', id)
    .execute()
  expect(kept).toEqual({ valid_to: '2029-12' })
  // A card pays to the last day of its month.
  for (const month of [null, charge.month]) {
    if (month) await cardEnds(month)
    await warnOfEndingCards(own.server.deps)
    expect(await told()).toEqual([])
  }
  await cardEnds('2026-11')
  for (const _ of [1, 2]) await warnOfEndingCards(own.server.deps)
  const month = await told()
  expect(month.map(({ purpose }) => purpose.split(':').at(-1))).toEqual(['month'])
  const { next_billing_on } = await db
    .selectFrom('home_subscriptions')
    .select('next_billing_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The day begins at midnight: no message wakes the client then.
  const day = addDays(next_billing_on ?? '', -6)
  await clockTo(own, new Date(startOfDay(day).getTime() + 60_000).toISOString())
  for (const _ of [1, 2]) await warnOfEndingCards(own.server.deps)
  expect((await told()).map(({ purpose }) => purpose.split(':').at(-1))).toEqual(['month', 'week'])
  const week = () =>
    db
      .selectFrom('messages')
      .select(['created_at', 'sent_at'])
      .where('order_id', '=', id)
      .where('purpose', 'like', 'card_ending:%:week')
      .where('kind', '=', 'sms')
      .executeTakeFirstOrThrow()
  const at10 = new Date(startOfDay(day).getTime() + 10 * 3_600_000)
  expect(await week()).toEqual({ created_at: at10, sent_at: null })
  await clockTo(own, morning(day))
  await until(week, ({ sent_at }) => sent_at !== null && sent_at >= at10)
})
