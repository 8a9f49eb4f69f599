import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { otherFlat, subscribed } from '#tests/home.ts'
import { consents, ordered, paysBill, purchaseToken, ready, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const staff = { iin: '880808399905', phone: '77010000777' }
const accountant = { iin: '850505499909', phone: '77010000555' }
const second = ready('900622499917')
let standing: ReturnType<typeof begin> | null = null
const made = () => (standing ??= begin())

/** A policy bought, reissued with one more driver for a surcharge, and the new one cancelled. */
async function begin() {
  const buying = await purchaseToken(at())
  await consents(at(), buying, second.iin)
  const first = await ordered(at(), buying)
  await paysBill(at())
  const old = await issuedAs(buying, first.orderId)
  const dearer = sale({ drivers: [{ iin: second.iin }] as never, order: { reorderGlobalId: old } })
  const { body } = await at().api('ogpoCalculate', dearer, buying)
  const quote = body.success ? body.data.calculations[0] : undefined
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const placed = await at().api(
    'ogpoReorder',
    { calculationId: quote?.calculationId ?? '', pay, globalId: old },
    buying,
  )
  if (!placed.body.success) throw new Error(`no reissue: ${JSON.stringify(placed.body)}`)
  await paysBill(at())
  const next = await issuedAs(buying, placed.body.data.orderId)
  const client = await signedIn(at())
  await at().api('cabinetCancelPolicy', { globalId: next }, client)
  await until(
    () => at().db.selectFrom('refunds').select('state').execute(),
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'done'),
  )
  await account(at(), staff, { role: 'staff' })
  await account(at(), accountant, { role: 'accountant' })
  return {
    client,
    old,
    next,
    buying,
    id: first.orderId,
    reissue: placed.body.data.orderId,
    paid: first.quote.premium + (quote?.surcharge_sum ?? 0),
    surcharge: quote?.surcharge_sum ?? 0,
    staff: await signedIn(at(), staff),
  }
}
async function issuedAs(buying: string, orderId: string): Promise<string> {
  const done = await settled(at(), buying, orderId)
  if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
  return done.data.globalId
}
async function seen(order_id: string) {
  const { body } = await at().api('staffContract', { order_id }, (await made()).staff)
  if (!body.success) throw new Error('no contract')
  return body.data
}
const differs = async (order_id: string) =>
  (await seen(order_id)).agrees
    .filter(({ agrees }) => !agrees)
    .map(({ check, expected, found }) => [check, expected, found])

test('a contract bought, reissued and cancelled is one page by any of its numbers, and its sums agree', async () => {
  spec('7.4.staff-contract')

  const { id, reissue, old, next, paid, surcharge } = await made()
  const page = await seen(reissue)
  for (const wanted of [id, old, next.toLowerCase(), page.orders[1]?.number ?? ''])
    expect((await seen(wanted)).contract_id).toBe(id)
  expect(page).toMatchObject({
    contract_id: id,
    product: 'ogpo',
    months: [],
  })
  expect(page.orders.map((order) => [order.id, order.state, order.replaces])).toEqual([
    [id, 'issued', null],
    [reissue, 'issued', old],
  ])
  expect(page.orders[1]?.taken_over).toBeGreaterThan(0)
  expect(
    page.policies.map((policy) => [policy.global_id, policy.state, policy.replaced_by]),
  ).toEqual([
    [old, 'replaced', next],
    [next, 'cancelled', null],
  ])
  expect(page.payments.map(({ order_id, amount, state }) => [order_id, amount, state])).toEqual([
    [id, paid - surcharge, expect.stringMatching(/paid|refunded/)],
    [reissue, surcharge, expect.stringMatching(/paid|refunded/)],
  ])
  expect(page.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid)
  expect(page.endings).toMatchObject([
    { global_id: next, kind: 'cancel', state: 'done', refund: paid },
  ])
  expect(page.sums).toMatchObject({
    paid_in: paid,
    refunded: paid,
    refunds_open: 0,
    kept: 0,
    // Cancelled on its first day it was never in force: it is deducted, not returned.
    premium: 0,
    commission: 0,
    returned: 0,
    booked: 0,
    client: 0,
  })
  expect(page.agrees.every(({ agrees }) => agrees)).toBe(true)
})

test('everything that happened stands in time order, with what it moved and without personal data; the look is audited', async () => {
  const { id, next, paid } = await made()
  const { events, postings } = await seen(id)
  expect(events.map(({ at: time }) => time)).toEqual(events.map(({ at: time }) => time).toSorted())
  const whats = events.map(({ kind, what }) => `${kind} ${what}`)
  expect(whats).toEqual(
    expect.arrayContaining([
      'order issued',
      'payment paid',
      'policy replaced',
      'policy cancelled',
      'refund done',
    ]),
  )
  expect(events.findLast(({ what }) => what === 'premium')).toMatchObject({
    kind: 'posting',
    debit: 'insurer',
    credit: 'client',
    amount: paid,
  })
  expect(events.find(({ kind, what }) => kind === 'ending' && what === 'done')).toMatchObject({
    about: next,
    amount: paid,
  })
  expect(events.filter(({ kind }) => kind === 'posting')).toHaveLength(postings.length)
  expect(JSON.stringify(events)).not.toMatch(/\d{12}|77010000001/)
  const looked = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'contract.looked_at')
    .execute()
  expect(looked.at(-1)).toMatchObject({
    object_kind: 'contract',
    object_id: id,
    actor: expect.stringMatching(/^staff:/),
  })
})

test('a Home subscription is a contract with its months', async () => {
  const { client } = await made()
  const id = await subscribed(at(), client, otherFlat)
  const page = await seen(id)
  expect(page).toMatchObject({
    contract_id: id,
    product: 'home',
    orders: [{ id, state: 'active', ogpo_plus: 0 }],
    months: [{ period: 0, state: 'paid' }],
    policies: [{ order_id: null, state: expect.any(String) }],
    payments: [{ order_id: id, period: 0, state: 'paid' }],
  })
  expect(page.sums.booked).toBe(page.sums.paid_in)
  expect(page.agrees.every(({ agrees }) => agrees)).toBe(true)
  expect((await seen(page.orders[0]?.number ?? '')).contract_id).toBe(id)
  expect((await seen(page.policies[0]?.global_id ?? '')).contract_id).toBe(id)
})

test('a contract somebody laid hands on names what differs and by how much, with what is still to be settled', async () => {
  const { id, paid } = await made()
  await at()
    .db.connection()
    .execute(async (own) => {
      await sql`set session_replication_role = replica`.execute(own)
      await sql`update contracts set paid_in = paid_in + 7 where id = ${id}`.execute(own)
      await sql`update payment_attempts set amount = amount + 50 where order_id = ${id} and state in ('paid', 'refunding', 'refunded')`.execute(
        own,
      )
      await sql`insert into ledger (key, contract_id, order_id, kind, debit, credit, amount, at)
        values ('refund_due:nobody', ${id}, ${id}, 'refund_due', 'client', 'refunds', 30, ${at().server.deps.clock.now()})`.execute(
        own,
      )
      await sql`set session_replication_role = origin`.execute(own)
    })
  expect(await differs(id)).toEqual([
    ['paid_in', paid + 50, paid + 7],
    ['paid_posted', paid + 50, paid],
    ['refunds_account', 0, 30],
    ['client', 0, -30],
    ['kept', 0, 50],
  ])
})

test('a contract nobody knows is not found, and its page is for staff alone', async () => {
  const { id, client, buying, staff: token } = await made()
  expect((await at().api('staffContract', { order_id: 'QG-nobody' }, token)).status).toBe(404)
  expect((await at().api('staffContract', { order_id: '' }, token)).status).toBe(422)
  for (const other of [client, buying, await signedIn(at(), accountant)])
    expect((await at().api('staffContract', { order_id: id }, other)).status).toBe(403)
  expect((await at().api('staffContract', { order_id: id })).status).toBe(401)
})
