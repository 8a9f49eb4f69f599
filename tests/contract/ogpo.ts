import type { OrderFact, PolicyFact } from '#domain/contract/facts.ts'
import { isInForce } from '#domain/contract/facts.ts'
import { firstWay, type WayName, wayNames, waysOf } from '#domain/payment-ways.ts'
import { broken } from './broken.ts'
import { open, openKey } from './payments.ts'
import { answerOf, spawn } from './processes.ts'
import {
  asideOf,
  dayOf,
  type Job,
  momentOf,
  movePayment,
  newPayment,
  ogpo,
  orderIn,
  perform,
  priceOver,
  today,
  type World,
  write,
} from './world.ts'

/** Each way in its turn. */
export const wayBy = (how: number): WayName => wayNames[how % wayNames.length] ?? firstWay

const TERM = 5
const FAULTS_BEFORE_FINAL = 3

/** `ogpo/order.ts`, another bill or page of an order that waits: the one before is closed. */
export function bill(world: World, order: OrderFact, system: WayName): void {
  const expires = priceOver(asideOf(world.orders, order.id))
  if (world.day >= expires)
    return void perform(world, {
      act: 'drop_order',
      orderId: order.id,
      to: 'expired',
      reason: 'the price is over',
    })
  const live = ogpo(world).payments.find(
    ({ orderId, state }) => orderId === order.id && (state === 'created' || state === 'awaiting'),
  )
  if (live) movePayment(world, live.id, 'expired', 'pays another way')
  const way = waysOf[system].asksPhone ? 'bill' : 'page'
  const id = newPayment(world, {
    orderId: order.id,
    period: 0,
    system,
    way,
    amount: order.amount,
    expires,
  })
  spawn(world, `open ${id}`, openKey(world, id), open(world, id))
}

function newOrder(
  world: World,
  of: Omit<OrderFact, 'id' | 'state' | 'holdsUntil' | 'commission' | 'commissionReturned'>,
  wait: number,
  system: WayName,
): void {
  const { orders } = ogpo(world)
  const id = `O${orders.length + 1}`
  const { day } = world
  const start = day + 1 + wait
  const order: OrderFact = {
    ...of,
    id,
    state: 'draft',
    holdsUntil: momentOf(Math.min(day + 1, start)),
    commission: Math.round(of.premium * 0.15),
    commissionReturned: orders.length % 2 === 0,
  }
  world.contract = { ...ogpo(world), orders: [...orders, order] }
  world.orders.set(id, {
    start,
    end: start + TERM,
    made: day,
    paid: 0,
    issued: 0,
    setAsked: false,
    attempts: 0,
    faults: 0,
  })
  if (order.amount === 0) perform(world, { act: 'pay_nothing', orderId: id })
  else {
    write(world, { do: 'order', id, to: 'awaiting_payment', reason: 'ordered' })
    bill(world, order, system)
  }
}

/** The first order of the contract. */
export function firstOrder(world: World, how: number): void {
  const premium = 28_875
  const ogpoPlus = how & 1 ? 5_000 : 0
  const amount = premium + ogpoPlus
  const sums = { amount, premium, ogpoPlus, replaces: null, takenOver: 0, refundDue: 0 }
  newOrder(world, sums, how & 2, wayBy(how >> 2))
}

/** Of `sum`, what the days so far have used up. */
function usedUp(world: World, policy: PolicyFact, sum: number): number {
  const { start } = asideOf(world.orders, policy.orderId ?? '')
  const days = world.day < start ? 0 : Math.min(world.day - start + 1, TERM + 1)
  return Math.round((sum * days) / (TERM + 1))
}

/**
 * `ogpo/order.ts`, a reissue: dearer, cheaper, or for what is left of the old one, with nothing to
 * pay.
 */
export function reissue(world: World, policy: PolicyFact, how: number): void {
  const decision = perform(world, {
    act: 'ask_reissue',
    globalId: policy.globalId,
    today: today(world),
  })
  if ('refused' in decision) return
  const left = policy.premium - usedUp(world, policy, policy.premium)
  const ogpoPlus = how & 4 ? 5_000 : 0
  const premium = [92_852, 14_319, left || 28_875, 28_876][how & 3] ?? 0
  const total = premium + ogpoPlus
  const sums = { premium, ogpoPlus, replaces: policy.globalId, takenOver: left }
  const amounts = { amount: Math.max(0, total - left), refundDue: Math.max(0, left - total) }
  newOrder(world, { ...sums, ...amounts }, 0, wayBy(how))
}

const lateFor = (world: World, orderId: string): boolean => {
  const { start, paid } = asideOf(world.orders, orderId)
  return world.day >= start || world.day >= paid + 2
}

/** `ogpo/issue.ts`, the job of a paid order. */
export function* issue(world: World, orderId: string): Job {
  const order = orderIn(world, orderId)
  const aside = asideOf(world.orders, orderId)
  // A call of a process that died may still arrive: nothing is begun before that is over.
  if ((order.state !== 'paid' && order.state !== 'issuing') || world.flying.includes(orderId))
    return
  const late = lateFor(world, orderId)
  const mayExist = aside.setAsked
  yield 'issue.begin'
  const holds = !('refused' in perform(world, { act: 'begin_issue', orderId, today: today(world) }))
  if (holds && !late) aside.setAsked = true
  const over = late || !holds
  if (over && !mayExist) return yield* giveUp(world, orderId)
  yield 'issue.number'
  if (answerOf(world) !== 'yes') return yield* failed(world, orderId, mayExist, false)
  const known = world.outside.policies.get(orderId)
  if (!known && over) return yield* giveUp(world, orderId)
  if (!known) {
    yield `fly:${orderId}`
    const answer = answerOf(world)
    if (answer === 'no' || answer === 'unsent')
      return yield* failed(world, orderId, false, answer === 'no')
    if (answer !== 'down') registers(world, orderId)
    if (answer !== 'yes') return yield* failed(world, orderId, true, false)
  }
  yield* settle(world, order)
}

/** A policy comes to be in the unified database, which does not see that it has one already. */
export function registers(world: World, orderId: string): void {
  if (world.outside.policies.has(orderId))
    broken(`the unified database got a second policy for ${orderId}`)
  const end = world.orders.get(orderId)?.end ?? Number.POSITIVE_INFINITY
  world.outside.policies.set(orderId, { globalId: `G-${orderId}`, rescinded: false, end })
}

/** A policy is rescinded by its number; false when that is not known to have been done. */
function* rescind(world: World, orderId: string): Generator<string, boolean, undefined> {
  yield 'rescind'
  const answer = answerOf(world)
  const theirs =
    world.outside.policies.get(orderId) ?? broken(`there is no policy of ${orderId} to rescind`)
  if (answer === 'yes' || answer === 'lost') theirs.rescinded = true
  return answer === 'yes'
}

function* settle(world: World, order: OrderFact): Job {
  const orderId = order.id
  const old = ogpo(world).policies.find(({ globalId }) => globalId === order.replaces)
  if (order.replaces && !old?.orderId) broken(`${orderId} replaces nothing`)
  if (old?.orderId) {
    yield 'issue.look'
    if (!stillHolds(world, orderId)) {
      if (!(yield* rescind(world, orderId))) return yield* failed(world, orderId, true, false)
      return yield* giveUp(world, orderId)
    }
    if (!(yield* rescind(world, old.orderId))) return yield* failed(world, orderId, true, false)
  }
  yield 'issue.commit'
  asideOf(world.orders, orderId).issued = world.day
  perform(world, { act: 'issued', ...registeredAs(world, orderId) })
}

/** `stillHolds` of `ogpo/issue.ts`: what the commit will ask. */
const stillHolds = (world: World, orderId: string): boolean =>
  !(
    'refused' in
    world.rules.decide(world.contract, { act: 'issued', ...registeredAs(world, orderId) })
  )

const registeredAs = (world: World, orderId: string) => {
  const state =
    asideOf(world.orders, orderId).start <= world.day ? ('active' as const) : ('pending' as const)
  return {
    orderId,
    policyId: `P-${orderId}`,
    globalId: `G-${orderId}`,
    number: orderId,
    state,
    today: today(world),
  }
}

function* failed(world: World, orderId: string, mayExist: boolean, fault: boolean): Job {
  yield 'issue.failed'
  const aside = asideOf(world.orders, orderId)
  if (fault) aside.faults += 1
  const next = mayExist || (aside.faults < FAULTS_BEFORE_FINAL && !lateFor(world, orderId))
  if (orderIn(world, orderId).state === 'issuing' && !mayExist) aside.setAsked = false
  if (!next) yield* giveUp(world, orderId)
}

function* giveUp(world: World, orderId: string): Job {
  yield 'issue.give_up'
  perform(world, { act: 'not_issued', orderId, reason: 'could not be issued' })
}

/**
 * `staff/order.ts`: money back for a paid order, when the unified database has just said that
 * it holds no policy.
 */
export function* staffGivesBack(world: World, orderId: string): Job {
  const { state } = orderIn(world, orderId)
  if ((state !== 'paid' && state !== 'issuing') || world.flying.includes(orderId)) return
  yield 'staff.number'
  if (answerOf(world) !== 'yes' || world.outside.policies.has(orderId)) return
  yield* giveUp(world, orderId)
}

/** `terminations.ts`, a request: calculated, taken, and carried out at once as far as that goes. */
export function* ends(
  world: World,
  policy: PolicyFact,
  kind: 'terminate' | 'cancel',
  byStaff: boolean,
): Job {
  const made = world.day
  const { start, issued } = asideOf(world.orders, policy.orderId ?? '')
  if (kind === 'cancel' && (issued !== made || made >= start)) return
  const id = `E${ogpo(world).terminations.length + 1}`
  const back =
    policy.premium - usedUp(world, policy, Math.round(policy.premium * 0.9)) + policy.ogpoPlus
  const refund = kind === 'cancel' ? policy.premium + policy.ogpoPlus : back
  const add = (): void => {
    const terminations = [
      ...ogpo(world).terminations,
      { id, policyId: policy.id, kind, state: 'calculated' as const, refund },
    ]
    world.contract = { ...ogpo(world), terminations }
    world.terminations.set(id, { made, byStaff })
  }
  if (kind === 'terminate') {
    add()
    yield 'ending.accept'
    if (world.day !== made) return
  } else if (isInForce(policy)) add()
  const decision = perform(world, {
    act: 'end',
    policyId: policy.id,
    terminationId: id,
    today: dayOf(world.day),
    byStaff,
  })
  if ('refused' in decision) return
  spawn(world, `end ${id}`, `ending:${id}`, endPolicy(world, id))
}

/** `terminations.ts`, the job: rescinded, then written down at once. */
export function* endPolicy(world: World, terminationId: string): Job {
  const termination = ogpo(world).terminations.find(({ id }) => id === terminationId)
  const policy = ogpo(world).policies.find(({ id }) => id === termination?.policyId)
  if (termination?.state !== 'accepted' || !policy?.orderId) return
  if (!(yield* rescind(world, policy.orderId))) return
  yield 'ending.commit'
  perform(world, { act: 'ended', terminationId })
}
