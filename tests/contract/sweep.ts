import { isLive, moneyCame } from '#domain/contract/facts.ts'
import { chargeNext, isBillable, register, turnHome } from './home.ts'
import { endPolicy, issue, registers } from './ogpo.ts'
import {
  bankDetails,
  chargebacks,
  check,
  heldOutside,
  open,
  openKey,
  refund,
  refundKey,
  retry,
  theirsOf,
} from './payments.ts'
import { runAll, spawn } from './processes.ts'
import { asideOf, type Job, perform, priceOver, today, type World, write } from './world.ts'

export type Due = { name: string; key: string | null; run: () => Job }

/**
 * What is due and nobody may be at: `jobs/workers.ts` and `home/work.ts`. It only asks for the
 * ordinary jobs.
 */
export function due(world: World): Due[] {
  const { contract } = world
  return [
    ...contract.payments.flatMap(({ id }) => ofPayment(world, id)),
    ...contract.refunds.flatMap(({ id, state }) =>
      state === 'due'
        ? [
            {
              name: `refund ${id}`,
              key: refundKey(world, id) ?? `refund:${id}`,
              run: () => refund(world, id),
            },
          ]
        : [],
    ),
    ...(contract.product === 'home' ? ofHome(world) : ofOgpo(world)),
  ]
}

function ofPayment(world: World, id: string): Due[] {
  const payment = world.contract.payments.find((one) => one.id === id)
  if (!payment) return []
  const aside = asideOf(world.payments, id)
  const theirs = theirsOf(world, id)
  const found: Due[] = []
  // Staff find a paid bill whose number was not heard in the bank's application.
  if (payment.system === 'mobile_bank' && theirs?.state === 'paid' && !isLive(payment))
    aside.heard = true
  if (aside.way !== 'saved_card' && payment.state === 'created')
    found.push({ name: `open ${id}`, key: openKey(world, id), run: () => open(world, id) })
  // The acquirer repeats its notices of a charge; of a bill or a page we ask ourselves.
  const news =
    theirs?.state === 'paid'
      ? !moneyCame(payment)
      : isLive(payment) && (theirs?.state === 'dead' || world.day >= aside.expires)
  if (theirs && news && (aside.heard || aside.way === 'saved_card'))
    found.push({ name: `check ${id}`, key: null, run: () => check(world, id) })
  if (theirs?.takenBack.some(({ told }) => !told))
    found.push({ name: `chargeback ${id}`, key: null, run: () => chargebacks(world, id) })
  return found
}

function ofOgpo(world: World): Due[] {
  const { contract } = world
  if (contract.product !== 'ogpo') return []
  return [
    ...contract.orders.flatMap(({ id, state }) =>
      state === 'paid' || state === 'issuing'
        ? [{ name: `issue ${id}`, key: `issue:${id}`, run: () => issue(world, id) }]
        : [],
    ),
    ...contract.terminations.flatMap(({ id, state }) =>
      state === 'accepted'
        ? [{ name: `end ${id}`, key: `ending:${id}`, run: () => endPolicy(world, id) }]
        : [],
    ),
  ]
}

function ofHome(world: World): Due[] {
  const { contract } = world
  if (contract.product !== 'home') return []
  const { id, state } = contract.subscription
  return [
    ...(state === 'paid'
      ? [{ name: 'register', key: `register:${id}`, run: () => register(world) }]
      : []),
    ...(isBillable(world)
      ? [{ name: 'charge', key: `charge:${id}`, run: () => chargeNext(world) }]
      : []),
  ]
}

/** Finds again whatever is due. True when something was. */
export function sweep(world: World): boolean {
  turn(world)
  const found = due(world)
  for (const one of found) spawn(world, one.name, one.key, one.run())
  return found.length > 0
}

/** What the day brings by itself: policies begin and end, and what nobody has paid is over. */
export function turn(world: World): void {
  const { contract } = world
  if (contract.product === 'home') {
    turnHome(world)
    if (world.day >= world.home.made + 1)
      perform(world, { act: 'expire_subscription', reason: 'nobody paid in time' })
    return
  }
  for (const { id, orderId, state, end } of contract.policies) {
    const { start } = asideOf(world.orders, orderId ?? '')
    const begun = state === 'pending' && start <= world.day
    if (begun) write(world, { do: 'policy', id, to: 'active', reason: 'day' })
    if ((begun || state === 'active') && end < today(world))
      write(world, { do: 'policy', id, to: 'ended', reason: 'day' })
  }
  for (const { id, state } of contract.orders) {
    if (state === 'awaiting_payment' && world.day >= priceOver(asideOf(world.orders, id)))
      perform(world, {
        act: 'drop_order',
        orderId: id,
        to: 'expired',
        reason: 'nobody paid in time',
      })
  }
}

/** Calls of dead processes arrive. */
export function land(world: World): void {
  for (const id of world.flying.splice(0)) registers(world, id)
}

/**
 * Brings the world to rest: the outside answers yes, whatever is due is found, and staff send
 * refused refunds once more. False when it does not come to rest.
 */
export function rest(world: World): boolean {
  world.answer = 'yes'
  land(world)
  for (let round = 0; round < 40; round += 1) {
    runAll(world)
    for (const payment of world.contract.payments) {
      const theirs = theirsOf(world, payment.id)
      // A charge that the acquirer still thinks about comes to its end.
      if (theirs?.state === 'open' && asideOf(world.payments, payment.id).way === 'saved_card')
        theirs.state = 'paid'
    }
    const failed = world.contract.refunds.filter(({ state }) => state === 'failed')
    for (const { id } of failed) settles(world, id)
    if (!sweep(world) && failed.length === 0 && world.processes.length === 0) return true
  }
  return false
}

/** What the acquirer no longer holds because the card's bank took it, goes by bank details. */
function settles(world: World, id: string): void {
  const refund = world.contract.refunds.find((one) => one.id === id)
  const theirs = refund?.paymentId ? theirsOf(world, refund.paymentId) : undefined
  const isGone = refund && theirs && heldOutside(theirs) < refund.amount
  if (world.details.has(id) || isGone) bankDetails(world, id)
  else retry(world, id)
}
