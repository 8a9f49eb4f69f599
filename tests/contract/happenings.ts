import { isInForce } from '#domain/contract/facts.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { chargeNext, page, register, startOf } from './home.ts'
import { bill, endPolicy, ends, issue, reissue, staffGivesBack, wayBy } from './ogpo.ts'
import { bankDetails, chargebacks, check, heldOutside, refund, retry } from './payments.ts'
import { kill, runAll, spawn, step } from './processes.ts'
import { due, land, sweep, turn } from './sweep.ts'
import { type Answer, asideOf, home, ogpo, perform, type World } from './world.ts'

/**
 * What each command does to a world. `which`: to the newest, the one before it, …; `how`: in what
 * way, 0 to 7.
 */
export type Does = (world: World, command: { which: number; how: number }) => void

const newest = <T>(rows: readonly T[], which: number): T | undefined =>
  rows[rows.length - 1 - (which % Math.max(rows.length, 1))]
const answers: readonly Answer[] = ['no', 'lost', 'down', 'unsent', 'no', 'lost', 'down', 'unsent']

/**
 * Bills and pages can be paid for a day, also when we have closed them; a charge may come to its
 * end days later.
 */
function isOpenYet(world: World, id: string): boolean {
  const { way, made } = asideOf(world.payments, id)
  return world.day <= made + (way === 'saved_card' ? 5 : 1)
}

/** What may happen to every contract. */
const common: Record<string, Does> = {
  // The client pays a bill or a page, also one that we have closed; we hear of it now, later, or
  // twice.
  pay: (world, { which, how }) => {
    const open = world.contract.payments.filter(
      ({ id }) => world.outside.payments.get(id)?.state === 'open',
    )
    const payment = newest(open, which)
    const theirs = payment && world.outside.payments.get(payment.id)
    if (!payment || !theirs?.payable || !isOpenYet(world, payment.id)) return
    theirs.state = 'paid'
    for (let told = 0; told < (how & 3); told += 1)
      spawn(world, `notice ${payment.id}`, null, check(world, payment.id))
  },
  declined: (world, { which, how }) => {
    const payment = newest(world.contract.payments, which)
    const theirs = payment && world.outside.payments.get(payment.id)
    if (!payment || theirs?.state !== 'open') return
    if (!waysOf[payment.system].repeatable) theirs.state = 'dead'
    spawn(
      world,
      `notice ${payment.id}`,
      null,
      check(world, payment.id, waysOf[payment.system].repeatable && how < 6),
    )
  },
  notice: (world, { which }) => {
    const payment = newest(world.contract.payments, which)
    if (payment && world.outside.payments.has(payment.id))
      spawn(world, `notice ${payment.id}`, null, check(world, payment.id))
  },
  chargeback: (world, { which, how }) => {
    const payment = newest(
      world.contract.payments.filter(({ system }) => waysOf[system].chargebacks),
      which,
    )
    const theirs = payment && world.outside.payments.get(payment.id)
    const held = theirs ? heldOutside(theirs) : 0
    if (!payment || !theirs || held <= 0) return
    theirs.takenBack.push({
      id: `B${theirs.takenBack.length + 1}`,
      amount: how & 1 ? Math.ceil(held / 2) : held,
      told: false,
    })
    if (how & 2) spawn(world, `chargeback ${payment.id}`, null, chargebacks(world, payment.id))
  },
  retry: (world, { which }) => {
    const failed = newest(world.contract.refunds, which)
    if (failed) retry(world, failed.id)
  },
  details: (world, { which }) => {
    const failed = newest(world.contract.refunds, which)
    if (failed) bankDetails(world, failed.id)
  },
  // The session that held its lock broke, and two send the same refund.
  sendTwice: (world, { which }) => {
    const owed = newest(
      world.contract.refunds.filter(({ state }) => state === 'due'),
      which,
    )
    if (owed) spawn(world, `refund ${owed.id}`, null, refund(world, owed.id))
  },
  answers: (world, { which, how }) => {
    world.answer = answers[how] ?? 'no'
    world.answersBefore = which & 3
  },
  step: (world, { which, how }) => {
    const process = newest(world.processes, which)
    for (
      let steps = 0;
      process && steps <= (how & 3) && world.processes.includes(process);
      steps += 1
    )
      step(world, process)
  },
  kill: (world, { which, how }) => {
    const process = newest(world.processes, which)
    if (process) kill(world, process, how < 4)
  },
  lands: (world) => land(world),
  job: (world, { which, how }) => {
    const one = newest(due(world), which)
    if (!one || !spawn(world, one.name, one.key, one.run())) return
    const process = world.processes.at(-1)
    for (let steps = 0; process && steps < how && world.processes.includes(process); steps += 1)
      step(world, process)
  },
  run: (world) => {
    runAll(world)
    sweep(world)
    runAll(world)
  },
  day: (world, { how }) => {
    world.day += [1, 1, 1, 1, 2, 2, 3, 6][how] ?? 1
    if (how & 1) turn(world)
  },
}

export const onOgpo: Record<string, Does> = {
  ...common,
  another: (world, { which, how }) => {
    const order = newest(
      ogpo(world).orders.filter(({ state }) => state === 'awaiting_payment'),
      which,
    )
    if (order) bill(world, order, wayBy(how))
  },
  drop: (world, { which, how }) => {
    const order = newest(ogpo(world).orders, which)
    const to = how < 6 ? 'cancelled' : how === 6 ? 'expired' : 'rejected'
    if (order) perform(world, { act: 'drop_order', orderId: order.id, to, reason: to })
  },
  reissue: (world, { which, how }) => {
    const policy = newest(ogpo(world).policies, which)
    if (policy) reissue(world, policy, how)
  },
  end: (world, { which, how }) => {
    const policy = newest(ogpo(world).policies, which)
    if (policy)
      spawn(
        world,
        `ends ${policy.id}`,
        null,
        ends(world, policy, how & 1 ? 'cancel' : 'terminate', how >= 6),
      )
    const process = world.processes.at(-1)
    if (policy && process && how & 2)
      for (let steps = 0; steps < 2 && world.processes.includes(process); steps += 1)
        step(world, process)
  },
  claim: (world, { which, how }) => {
    const policy = newest(ogpo(world).policies.filter(isInForce), which)
    if (!policy) return
    const claims = world.contract.claims.filter(({ policyId }) => policyId !== policy.id)
    const state = how & 1 ? ('open' as const) : ('accepted' as const)
    world.contract = {
      ...world.contract,
      claims: how < 6 ? [...claims, { policyId: policy.id, state }] : claims,
    }
  },
  partner: (world, { which, how }) => {
    const order = newest(ogpo(world).orders, which)
    if (!order || order.amount === 0) return
    const amount = how & 1 ? Math.ceil(order.amount / 2) : order.amount
    const refundId = `T${world.ledger.size}`
    const decision = perform(world, { act: 'partner_refund', orderId: order.id, amount, refundId })
    if (!('refused' in decision)) world.outside.partner += amount
  },
  issue: (world, { which }) => {
    const order = newest(ogpo(world).orders, which)
    if (order) spawn(world, `issue ${order.id}`, `issue:${order.id}`, issue(world, order.id))
  },
  giveBack: (world, { which }) => {
    const order = newest(ogpo(world).orders, which)
    if (order)
      spawn(world, `gives back ${order.id}`, `issue:${order.id}`, staffGivesBack(world, order.id))
  },
  endJob: (world, { which }) => {
    const termination = newest(ogpo(world).terminations, which)
    if (termination)
      spawn(
        world,
        `end ${termination.id}`,
        `ending:${termination.id}`,
        endPolicy(world, termination.id),
      )
  },
}

export const onHome: Record<string, Does> = {
  ...common,
  another: (world) => page(world),
  register: (world) =>
    void spawn(world, 'register', `register:${world.contract.id}`, register(world)),
  charge: (world) => void spawn(world, 'charge', `charge:${world.contract.id}`, chargeNext(world)),
  cancel: (world) => void perform(world, { act: 'cancel_subscription' }),
  card: (world, { how }) => {
    world.home.hasCard = how < 6
  },
  // The next billing date comes.
  month: (world, { how }) => {
    const { nextPeriod, state } = home(world).subscription
    const billing = startOf(world, nextPeriod) - 3
    if (state === 'active' && billing > world.day) world.day = billing + (how === 7 ? 4 : 0)
  },
}
