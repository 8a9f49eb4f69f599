import { payInvoice, rejectInvoice } from '#sandbox/acts.ts'
import { attemptById } from '#server/payments/attempts.ts'
import { chargebacks } from '#server/payments/ways/card-refunds.ts'
import { executeTermination } from '#server/policies/end-policy.ts'
import { acceptTermination, calculateTermination } from '#server/policies/terminations.ts'
import { backOf, payments } from '#systems/acquirer/sandbox-payments.ts'
import { billsFor, numberOn } from '#systems/bank/sandbox.ts'
import { typesCard } from '../chaos/client.ts'
import { promoter } from '../promoter.ts'
import { ownCar, sale } from '../sale.ts'
import { type Fixture, rows, second } from './fixture.ts'
import { workOn } from './workers.ts'

/**
 * What clients, promoters, partners, staff, the bank and the acquirer do at any moment, also when
 * it makes no sense.
 */
export const acts = [
  'byBill',
  'byCard',
  'pay',
  'pay',
  'pay',
  'payEverything',
  'payClosed',
  'reject',
  'cancelOrder',
  'dearer',
  'dearer',
  'cheaper',
  'cheaper',
  'same',
  'cancelPolicy',
  'cancelPolicy',
  'terminate',
  'staffTerminate',
  'partnerRefund',
  'giveBack',
  'retry',
  'chargeback',
  'work',
  'work',
  'work',
  'work',
] as const
export type Act = string

const ways = {
  byBill: { system: 'mobile_bank', method: 'bill' },
  byCard: { system: 'card', method: 'redirect' },
} as const
export type Way = keyof typeof ways

type OrderRow = {
  id: string
  state: string
  amount: number
  calculation_id: string
  replaces_global_id: string | null
  partner: string | null
}
type PolicyRow = { id: string; global_id: string; state: string; order_id: string }

/** One contract of a script, from its first order on. */
export type Sold = { contractId: string }

export async function firstOrder(
  fixture: Fixture,
  way: Way,
  partner: boolean,
  promoted = false,
): Promise<Sold> {
  const placed = await quotedAndOrdered(fixture, way, null, {})
  if (!placed) throw new Error('nothing was sold')
  if (partner) await rows(fixture, `update orders set partner = 'freedom' where id = $1`, [placed])
  if (promoted)
    await rows(fixture, 'update orders set promoter_iin = $2 where id = $1', [placed, promoter.iin])
  return { contractId: placed }
}

/** A car of its own for each contract, the policy's for a reissue. */
async function carFor(fixture: Fixture, replaces: string | null) {
  if (replaces) {
    const [old] = await rows<{ plate: string; passport: string }>(
      fixture,
      `select facts -> 'vehicles' -> 0 ->> 'plate' as plate, facts -> 'vehicles' -> 0 ->> 'techPassport' as passport
      from policies where global_id = $1`,
      [replaces],
    )
    if (old) return { registrationNumber: old.plate, techPassport: old.passport }
  }
  return ownCar(fixture.at)
}

type Order = { period?: 6 | 12; seasonal?: boolean }
async function quotedAndOrdered(
  fixture: Fixture,
  way: Way,
  replaces: string | null,
  order: Order,
  drivers: { iin: string }[] = [],
) {
  const { at, buying, start } = fixture
  const asked = sale({
    vehicles: [await carFor(fixture, replaces)],
    drivers,
    order: { dateStart: start, ...order, ...(replaces ? { reorderGlobalId: replaces } : {}) },
  })
  const { body } = await at.api('ogpoCalculate', asked, buying)
  if (!body.success) return null
  const ask = {
    calculationId: body.data.calculations[0]?.calculationId ?? '',
    pay: ways[way],
    email: 'client@example.kz',
  }
  const placed = replaces
    ? await at.api('ogpoReorder', { ...ask, globalId: replaces }, buying)
    : await at.api('ogpoOrder', ask, buying)
  if (placed.body.success) return placed.body.data.orderId
  // Broken off after its commit, it is there all the same.
  const [known] = await rows<{ id: string }>(
    fixture,
    'select id from orders where calculation_id = $1',
    [ask.calculationId],
  )
  return known?.id ?? null
}

const billsOf = ({ at }: Fixture, ids: readonly string[]) =>
  ids.flatMap((id) => billsFor(at.sandbox.world, id))
const pagesOf = ({ at }: Fixture, ids: readonly string[]) =>
  [...payments(at.sandbox.world).values()].filter(({ orderId }) =>
    ids.some((id) => orderId.startsWith(`${id}-`)),
  )

/**
 * One act on one contract. What is refused is refused; what throws here is ours or the test's
 * mistake.
 */
export async function does(fixture: Fixture, { contractId }: Sold, act: Act): Promise<void> {
  const { at, buying, cabinet } = fixture
  const orders = await rows<OrderRow>(
    fixture,
    'select * from orders where contract_id = $1 order by created_at, id',
    [contractId],
  )
  const policies = await rows<PolicyRow>(
    fixture,
    'select * from policies where contract_id = $1 order by issued_at',
    [contractId],
  )
  const newest = orders.at(-1)
  const policy = policies.findLast(({ state }) => state === 'pending' || state === 'active')
  const ids = orders.map(({ id }) => id)
  if (act === 'work') return workOn(fixture, contractId)
  if (act === 'byBill' || act === 'byCard') {
    if (newest) await again(fixture, newest, act)
  } else if (act.startsWith('pay')) await pays(fixture, ids, act)
  else if (act === 'reject') {
    const bill = billsOf(fixture, ids).find(({ state }) => state === 'awaiting')
    if (bill) rejectInvoice(at.sandbox.world, bill.id)
  } else if (act === 'cancelOrder')
    await at.api('ogpoCancelOrder', { orderId: newest?.id ?? '' }, buying)
  else if (act === 'giveBack') await givesBack(fixture, newest)
  else if (act === 'retry') await retries(fixture, contractId)
  else if (act === 'partnerRefund') await partnerRefunds(fixture, orders)
  else if (act === 'chargeback') await chargesBack(fixture, contractId, ids)
  else if (policy) await toPolicy(fixture, policy, act, cabinet)
}

/** One of the staff asks, another one signs. */
async function givesBack({ at, desk, colleague }: Fixture, order?: { id: string; amount: number }) {
  const of = { order_id: order?.id ?? '', amount: order?.amount ?? 0, reason: 'the client asks' }
  await at.api('staffGiveBack', of, desk)
  const waiting = await at.server.deps.db
    .selectFrom('signatures')
    .select('id')
    .where('subject', '=', of.order_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) await at.api('staffSignGiveBack', { signature_id: waiting.id }, colleague)
}

async function toPolicy(fixture: Fixture, policy: PolicyRow, act: Act, cabinet: string) {
  if (act === 'dearer')
    await quotedAndOrdered(fixture, 'byBill', policy.global_id, {}, [{ iin: second.iin }])
  if (act === 'cheaper')
    await quotedAndOrdered(fixture, 'byCard', policy.global_id, { period: 6, seasonal: true })
  if (act === 'same') await quotedAndOrdered(fixture, 'byBill', policy.global_id, {})
  if (act === 'cancelPolicy')
    await fixture.at.api('cabinetCancelPolicy', { globalId: policy.global_id }, cabinet)
  if (act === 'terminate' || act === 'staffTerminate')
    await terminates(fixture, policy.id, act === 'staffTerminate')
}

/** The same order another way, or the same way once more. */
async function again(
  { at, buying }: Fixture,
  { calculation_id, replaces_global_id }: OrderRow,
  way: Way,
) {
  const ask = { calculationId: calculation_id, pay: ways[way], email: 'client@example.kz' }
  if (replaces_global_id)
    await at.api('ogpoReorder', { ...ask, globalId: replaces_global_id }, buying)
  else await at.api('ogpoOrder', ask, buying)
}

/** By what a person can see: a bill on the phone, a page whose address was told. */
async function pays(fixture: Fixture, ids: readonly string[], act: Act) {
  const { world, url } = fixture.at.sandbox
  const open = billsOf(fixture, ids).filter(({ state }) =>
    act === 'payClosed' ? state !== 'paid' : state === 'awaiting',
  )
  for (const bill of act === 'payEverything' ? open : open.slice(-1)) payInvoice(world, bill.id)
  const told = await rows<{ id: string }>(
    fixture,
    'select id from payment_attempts where order_id = any($1) and redirect_url is not null order by created_at, id',
    [ids],
  )
  const pages = pagesOf(fixture, ids).filter(
    ({ orderId, state }) => state === 'new' && told.some(({ id }) => id === orderId),
  )
  for (const page of act === 'payEverything' ? pages : pages.slice(-1))
    await typesCard(url, page.id)
}

/**
 * The second step of a termination, after whatever let it come to that: the code of the client or
 * the documents of staff.
 */
async function terminates({ at }: Fixture, policyId: string, byStaff: boolean) {
  const { deps } = at.server
  const policy = await deps.db
    .selectFrom('policies')
    .selectAll()
    .where('id', '=', policyId)
    .executeTakeFirstOrThrow()
  const termination = await calculateTermination(
    deps,
    policy,
    'sold',
    byStaff ? 'staff:model' : 'client:user',
  )
  if (typeof termination === 'number') return
  const taken = await acceptTermination(deps, termination, policy, byStaff ? async () => {} : null)
  if ('termination' in taken) await executeTermination(deps, taken.termination, policy)
}

export async function retries(fixture: Fixture, contractId: string): Promise<void> {
  const failed = await rows<{ id: string }>(
    fixture,
    `select id from refunds where contract_id = $1 and state = 'failed'`,
    [contractId],
  )
  for (const { id } of failed)
    await fixture.at.api('staffRetryRefund', { refund_id: id, reason: 'once more' }, fixture.desk)
}

/**
 * Staff look for bills whose numbers were not heard: those that were paid stand in the bank's
 * application beside our numbers.
 */
export async function findsBills(fixture: Fixture, contracts: readonly string[]): Promise<void> {
  const unheard = await rows<{ id: string; order_id: string }>(
    fixture,
    `select id, order_id from payment_attempts where contract_id = any($1) and way = 'bill' and asked_at is not null and outside_id is null`,
    [contracts],
  )
  for (const { id, order_id } of unheard) {
    const bill = billsOf(fixture, [order_id]).find(
      (one) => numberOn(one) === id && one.state === 'paid',
    )
    if (!bill) continue
    const { body } = await fixture.at.api(
      'staffFoundBill',
      { attempt_id: id, bill_id: bill.id, reason: 'by our number' },
      fixture.desk,
    )
    if (!body.success) throw new Error(`${id}: ${JSON.stringify(body)}`)
  }
}

/** The partner gives money back past us and says so, twice. */
async function partnerRefunds({ at }: Fixture, orders: readonly OrderRow[]) {
  const order = orders.find(({ partner, amount }) => partner && amount > 0)
  if (!order) return
  const form = {
    site: at.url,
    order: order.id,
    amount: String(Math.ceil(order.amount / 2)),
    refundId: `PR-${order.id}`,
  }
  for (const _time of [1, 2])
    await fetch(`${at.sandbox.url}/partner/refund`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
}

/**
 * The card's bank takes everything back that the acquirer still holds, and the acquirer says so.
 */
async function chargesBack(fixture: Fixture, contractId: string, ids: readonly string[]) {
  const payment = pagesOf(fixture, ids).find(({ state }) => state === 'success')
  if (!payment) return
  const held = payment.amount - backOf(payment)
  if (held > 0)
    payment.refunds.push({ id: `77${payment.id}`, amount: held, by: 'bank', state: 'success' })
  await reportsChargebacks(fixture, contractId)
}

/** Of every payment that somebody took back past us. */
export async function reportsChargebacks(fixture: Fixture, contractId: string): Promise<void> {
  const { deps } = fixture.at.server
  const orders = await rows<{ id: string }>(
    fixture,
    'select id from orders where contract_id = $1',
    [contractId],
  )
  const taken = pagesOf(
    fixture,
    orders.map(({ id }) => id),
  ).filter(({ refunds }) => refunds.some(({ by }) => by === 'bank'))
  for (const { orderId } of taken) {
    const attempt = await attemptById(deps.db, orderId)
    if (attempt) await chargebacks(deps, attempt)
  }
}
