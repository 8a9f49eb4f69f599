import type { Act } from '#domain/contract/decide.ts'
import type { Effect } from '#domain/contract/effects.ts'
import {
  type Contract,
  type HomeContract,
  isInForce,
  moneyCame,
  type OgpoContract,
  pastUs,
} from '#domain/contract/facts.ts'
import { broken } from './broken.ts'
import { priceOver, type World } from './world.ts'

const sum = (rows: readonly { amount: number }[]): number =>
  rows.reduce((total, { amount }) => total + amount, 0)

/** What the contract holds: paid in, less what went back or is owed, counted here for itself. */
export const held = ({ payments, refunds }: Contract): number =>
  sum(payments.filter(moneyCame)) - sum(refunds)

/**
 * What must be true of every single act, by a count of its own. `before`: the facts it was decided
 * on.
 */
export function checkAct(
  world: World,
  before: Contract,
  act: Act,
  effects: readonly Effect[],
): void {
  for (const effect of effects) hasItsJob(effect, effects)
  if (act.act === 'not_issued') notIssued(world, before, act.orderId, effects)
  if (act.act === 'not_registered') notIssued(world, before, before.id, effects)
  if (before.product === 'home') homeAct(world, before, effects)
  else ogpoAct(world, before, act, effects)
}

function ogpoAct(world: World, before: OgpoContract, act: Act, effects: readonly Effect[]): void {
  looksAgain(world, before, act, effects)
  if (act.act === 'end' && effects.length > 0) endTaken(world, before, act)
  if (act.act === 'issued') issued(world, before, act, effects)
  if (act.act === 'ended') ended(world, before, act, effects)
  for (const effect of effects) {
    if (effect.do !== 'order') continue
    if (effect.to === 'refunded') orderIsBack(world.contract, effect.id)
    // Whoever has paid in time and gets no policy hears it.
    if (effect.to === 'issue_failed' || (act.act === 'money' && effect.to === 'cancelled'))
      world.expected.notIssued.add(effect.id)
    // Whoever has paid for what was over hears that, too.
    const was = before.orders.find(({ id }) => id === effect.id)?.state
    if (act.act === 'money' && (effect.to === 'expired' || was === 'expired' || was === 'rejected'))
      world.expected.late.add(effect.id)
  }
}

/** Nothing is paid at the price of another day, however often the way to pay was changed. */
function holdsYet({ orders, day }: World, orderId: string): void {
  const aside = orders.get(orderId)
  if (aside && day >= priceOver(aside)) broken(`${orderId} is paid when its price is over`)
}

/** Work that follows is asked for in the same transaction. */
function hasItsJob(effect: Effect, effects: readonly Effect[]): void {
  const asked = (job: string, id: string) =>
    effects.some((one) => one.do === 'job' && one.job === job && one.id === id)
  if (effect.do === 'refund' && effect.state === 'due' && !asked('refund', effect.id))
    broken(`nobody sends ${effect.id}`)
  if (effect.do === 'order' && effect.to === 'paid' && !asked('issue', effect.id))
    broken(`nobody issues ${effect.id}`)
  if (effect.do === 'termination' && effect.to === 'accepted' && !asked('termination', effect.id))
    broken(`nobody ends ${effect.id}`)
  if (effect.do === 'subscription' && effect.to === 'paid' && !asked('register', effect.id))
    broken('nobody registers')
}

/**
 * A reissue is paid, and begun at the unified database, only while there is something to replace
 * and its money is there.
 */
function looksAgain(
  world: World,
  before: OgpoContract,
  act: Act,
  effects: readonly Effect[],
): void {
  for (const effect of effects)
    if (effect.do === 'order' && effect.to === 'paid') mayReplace(before, effect.id, 'paid')
  if (act.act === 'money')
    for (const effect of effects)
      if (effect.do === 'order' && effect.to === 'paid') holdsYet(world, effect.id)
  if (act.act !== 'begin_issue') return
  mayReplace(before, act.orderId, 'begun')
  const order = before.orders.find(({ id }) => id === act.orderId)
  const payments = before.payments.filter(
    ({ orderId, state }) => orderId === act.orderId && moneyCame({ state }),
  )
  const ids = new Set(payments.map(({ id }) => id))
  const back = before.refunds.filter(({ paymentId }) => paymentId !== null && ids.has(paymentId))
  if (sum(payments) - sum(back) < (order?.amount ?? 0))
    broken(`${act.orderId} is begun without its money`)
}

function mayReplace(
  { orders, policies, terminations, refunds }: OgpoContract,
  orderId: string,
  what: string,
): void {
  const order = orders.find(({ id }) => id === orderId)
  if (!order?.replaces) return
  const old = policies.find(({ globalId }) => globalId === order.replaces)
  if (!old || !isInForce(old)) broken(`${orderId} is ${what} and there is nothing to replace`)
  if (terminations.some(({ policyId, state }) => policyId === old.id && state === 'accepted'))
    broken(`${orderId} is ${what} while ${old.id} is ended`)
  if (refunds.some((refund) => pastUs.has(refund.reason) && refund.orderId === old.orderId))
    broken(`${orderId} is ${what} and the money of ${old.id} was given back past us`)
  const others = orders.filter(({ id, replaces }) => replaces === order.replaces && id !== orderId)
  if (others.some(({ state }) => state === 'paid' || state === 'issuing' || state === 'issued'))
    broken(`${old.id} is reissued twice`)
}

/**
 * An ending leaves no reissue that could still be paid, and a policy with an accepted claim to
 * staff.
 */
function endTaken(
  { contract }: World,
  before: OgpoContract,
  { policyId, byStaff }: Extract<Act, { act: 'end' }>,
): void {
  const policy = before.policies.find(({ id }) => id === policyId)
  if (contract.product !== 'ogpo' || !policy || !isInForce(policy))
    broken(`${policyId} is ended and not in force`)
  const open = contract.orders.find(
    ({ replaces, state }) =>
      replaces === policy.globalId && /^(awaiting_payment|paid|issuing)$/.test(state),
  )
  if (open) broken(`${policyId} is ended while its reissue ${open.id} is ${open.state}`)
  if (
    before.terminations.some(
      (termination) => termination.policyId === policyId && termination.state === 'accepted',
    )
  )
    broken(`${policyId} is ended twice`)
  const claimed = before.claims.some(
    (claim) => claim.policyId === policyId && claim.state === 'accepted',
  )
  if (claimed && !byStaff) broken(`${policyId} has an accepted claim and is not ended by staff`)
  if (
    !byStaff &&
    before.refunds.some((refund) => pastUs.has(refund.reason) && refund.orderId === policy.orderId)
  )
    broken(`${policyId} is not ended by staff after its money was given back past us`)
}

const given = (effects: readonly Effect[]): number =>
  sum(effects.flatMap((effect) => (effect.do === 'refund' ? [effect] : [])))

function issued(
  world: World,
  before: OgpoContract,
  { orderId }: Extract<Act, { act: 'issued' }>,
  effects: readonly Effect[],
): void {
  const order = before.orders.find(({ id }) => id === orderId)
  if (!order || !effects.some((effect) => effect.do === 'policy_made')) return
  world.expected.commission += order.commission
  if (!order.replaces) return
  const old = before.policies.find(({ globalId }) => globalId === order.replaces)
  if (!old) broken(`${orderId} replaces nothing`)
  if (old.state === 'terminated' || old.state === 'cancelled' || old.state === 'replaced')
    broken(`${orderId} replaces a policy that is gone`)
  if (
    before.refunds.some((refund) => refund.reason === 'partner' && refund.orderId === old.orderId)
  )
    broken(`${orderId} replaces a policy whose money the partner gave back`)
  const sale = before.orders.find(({ id }) => id === old.orderId)
  world.expected.commission -= Math.floor(
    (2 * (sale?.commission ?? 0) * order.takenOver + old.premium) / (2 * old.premium),
  )
  const due = Math.min(order.refundDue, held(before))
  if (given(effects) !== due)
    broken(`the reissue ${orderId} gives back ${given(effects)} and not ${due}`)
  world.expected.missing += order.refundDue - due
}

function ended(
  world: World,
  before: OgpoContract,
  { terminationId }: Extract<Act, { act: 'ended' }>,
  effects: readonly Effect[],
): void {
  const termination = before.terminations.find(({ id }) => id === terminationId)
  if (
    !termination ||
    !effects.some((effect) => effect.do === 'termination' && effect.to === 'done')
  )
    return
  const due = Math.min(termination.refund, held(before))
  if (given(effects) !== due)
    broken(`the ending ${terminationId} gives back ${given(effects)} and not ${due}`)
  world.expected.missing += termination.refund - due
  const policy = before.policies.find(({ id }) => id === termination.policyId)
  const order = before.orders.find(({ id }) => id === policy?.orderId)
  if (termination.kind === 'cancel' && order?.commissionReturned)
    world.expected.commission -= order.commission
}

/**
 * All that the payments of what is not issued still hold goes back; what went past us is missing
 * from that.
 */
function notIssued(
  world: World,
  before: Contract,
  orderId: string,
  effects: readonly Effect[],
): void {
  if (effects.length === 0) return
  const payments = before.payments.filter(
    (payment) => payment.orderId === orderId && moneyCame(payment),
  )
  const ids = new Set(payments.map(({ id }) => id))
  const back = before.refunds.filter(({ paymentId }) => paymentId !== null && ids.has(paymentId))
  const due = sum(payments) - sum(back)
  if (given(effects) !== due)
    broken(`${orderId} is not issued and gives back ${given(effects)} and not ${due}`)
  world.expected.missing += sum(
    back.filter(({ reason }) => reason === 'partner' || reason === 'chargeback'),
  )
}

function homeAct(world: World, before: HomeContract, effects: readonly Effect[]): void {
  const { contract } = world
  if (contract.product !== 'home') return
  for (const effect of effects) {
    const waits = before.subscription.state === 'active' || before.subscription.state === 'paid'
    if (effect.do === 'renewed' && !waits)
      broken(`a subscription that is ${before.subscription.state} goes on`)
    if (effect.do === 'renewed') world.expected.commission += contract.subscription.commission
    if (effect.do === 'subscription' && effect.to === 'issue_failed')
      world.expected.notIssued.add(contract.id)
    if (effect.do === 'month' && effect.to === 'refunded') monthIsBack(contract, effect.period)
  }
}

/** An order is refunded when all of its money has gone back, not before. */
function orderIsBack({ refunds }: Contract, orderId: string): void {
  const open = refunds.find((refund) => refund.orderId === orderId && refund.state !== 'done')
  if (open) broken(`${orderId} is called refunded while ${open.id} is ${open.state}`)
}

/** A month is refunded when all of its money has gone back, not before. */
function monthIsBack({ payments, refunds }: Contract, period: number): void {
  const ids = new Set(payments.filter((payment) => payment.period === period).map(({ id }) => id))
  const open = refunds.find(
    (refund) => refund.paymentId && ids.has(refund.paymentId) && refund.state !== 'done',
  )
  if (open) broken(`month ${period} is called refunded while ${open.id} is ${open.state}`)
}
