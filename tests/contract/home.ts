import { isLive, type Payment } from '#domain/contract/facts.ts'
import { registers } from './ogpo.ts'
import { moneyOf, open, openKey, refusedCharge, theirsOf } from './payments.ts'
import { answerOf, spawn } from './processes.ts'
import {
  asideOf,
  dayOf,
  home,
  type Job,
  movePayment,
  newPayment,
  paymentIn,
  perform,
  type World,
  write,
} from './world.ts'

export const MONTHLY = 2_999
const PERIOD = 30
const AHEAD = 3
const ATTEMPTS = 3
const TURNS = 4

/** `home/order.ts`: a page for the first period; one still open stays. */
export function page(world: World): void {
  const { subscription, payments } = home(world)
  if (subscription.state !== 'awaiting_payment' || world.day >= world.home.made + 1) return
  const last = payments.at(-1)
  if (last && isLive(last)) {
    if (world.day < asideOf(world.payments, last.id).expires || last.state === 'awaiting') return
    movePayment(world, last.id, 'expired', 'another page')
  }
  const of = {
    orderId: subscription.id,
    period: 0,
    system: 'card',
    way: 'page',
    amount: MONTHLY,
  } as const
  const id = newPayment(world, { ...of, expires: world.home.made + 1 })
  spawn(world, `open ${id}`, openKey(world, id), open(world, id))
}

/** `home/register.ts`: a paid subscription is registered, or its money goes back. */
export function* register(world: World): Job {
  const { subscription } = home(world)
  if (subscription.state !== 'paid' || world.flying.includes(subscription.id)) return
  const mayExist = world.home.setAsked
  world.home.setAsked = true
  yield 'register.number'
  const asked = answerOf(world)
  if (asked !== 'yes') return yield* failed(world, mayExist, asked === 'no')
  if (!world.outside.policies.has(subscription.id)) {
    yield `fly:${subscription.id}`
    const answer = answerOf(world)
    if (answer === 'no' || answer === 'unsent') return yield* failed(world, false, answer === 'no')
    if (answer !== 'down') registers(world, subscription.id)
    if (answer !== 'yes') return yield* failed(world, true, false)
  }
  yield 'register.commit'
  const now = home(world)
  if (now.subscription.state !== 'paid') return
  const policy = {
    id: 'P',
    orderId: null,
    globalId: `G-${now.id}`,
    state: 'pending',
    premium: MONTHLY,
    ogpoPlus: 0,
    period: 0,
  } as const
  world.contract = {
    ...now,
    policies: [...now.policies, { ...policy, end: dayOf(world.day + PERIOD - 1) }],
  }
  world.home.anchor = world.day
  perform(world, { act: 'registered' })
}

function* failed(world: World, mayExist: boolean, refused: boolean): Job {
  yield 'register.failed'
  if (home(world).subscription.state !== 'paid') return
  world.home.attempts += 1
  const late = world.day >= world.home.paid + 2
  const next = mayExist || !(late || (refused && world.home.attempts >= ATTEMPTS))
  if (!mayExist) world.home.setAsked = false
  if (!next) perform(world, { act: 'not_registered', reason: 'could not be registered' })
}

type Next =
  | { do: 'nothing' }
  | { do: 'ask'; id: string }
  | { do: 'try' }
  | { do: 'not_renew'; reason: string }
export const startOf = (world: World, period: number): number => world.home.anchor + PERIOD * period

/** `nextStep` of `domain/home/billing.ts`, on the model's days. */
function nextStep(world: World): Next {
  const { subscription, payments, months } = home(world)
  const period = subscription.nextPeriod
  const attempts = payments.filter((one) => one.period === period && one.state !== 'expired')
  // Of an earlier period, too: its money may have come by another try meanwhile.
  const live = payments.find(
    (one) => isLive(one) && asideOf(world.payments, one.id).way === 'saved_card',
  )
  if (live) return { do: 'ask', id: live.id }
  const month = months.find((one) => one.period === period)
  if (subscription.state !== 'active' || (month && month.state !== 'due')) return { do: 'nothing' }
  if (attempts.length >= ATTEMPTS) return { do: 'not_renew', reason: 'declined' }
  const start = startOf(world, period)
  if (world.day >= start)
    return {
      do: 'not_renew',
      reason: attempts.length > 0 ? 'declined' : world.home.hasCard ? 'too_late' : 'no_card',
    }
  const last = attempts.at(-1)
  if (world.day < start - AHEAD || !world.home.hasCard) return { do: 'nothing' }
  return last && asideOf(world.payments, last.id).triedOn === world.day
    ? { do: 'nothing' }
    : { do: 'try' }
}

export const isBillable = (world: World): boolean =>
  world.home.anchor > 0 && nextStep(world).do !== 'nothing'

/** `home/charge.ts`: whatever is to be done about the next payment now. */
export function* chargeNext(world: World): Job {
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (world.home.anchor === 0) return
    const next = nextStep(world)
    const period = home(world).subscription.nextPeriod
    if (next.do === 'nothing') return
    if (next.do === 'not_renew') {
      yield 'not_renewed.commit'
      if (
        home(world).subscription.state !== 'active' ||
        home(world).subscription.nextPeriod !== period
      )
        return
      month(world, period)
      perform(world, { act: 'not_renewed', period, reason: next.reason })
      return
    }
    const id = next.do === 'ask' ? next.id : yield* begin(world, period)
    if (!id || !(yield* carry(world, id))) return
  }
}

/** The row of a period, made when it is not there yet. */
function month(world: World, period: number): void {
  const { months } = home(world)
  if (months.some((one) => one.period === period)) return
  world.contract = {
    ...home(world),
    months: [...months, { period, state: 'due', amount: MONTHLY }],
  }
}

/** The try is written down before anybody is asked for money. */
function* begin(world: World, period: number): Generator<string, string | null, undefined> {
  yield 'charge.begin'
  const { subscription } = home(world)
  if (subscription.state !== 'active' || subscription.nextPeriod !== period || !world.home.hasCard)
    return null
  month(world, period)
  if (home(world).months.some((one) => one.period === period && one.state !== 'due')) return null
  // The database's one live try of a period.
  if (home(world).payments.some((one) => one.period === period && isLive(one))) return null
  const of = {
    orderId: subscription.id,
    period,
    system: 'card',
    way: 'saved_card',
    amount: MONTHLY,
  } as const
  return newPayment(world, { ...of, expires: startOf(world, period + 1) })
}

/** Brings a try to its end, as far as that can be known now. True when it has ended. */
function* carry(world: World, id: string): Generator<string, boolean, undefined> {
  const aside = asideOf(world.payments, id)
  const payment = paymentIn(world, id)
  const { state } = home(world).subscription
  const isDue = home(world).months.some(
    (one) => one.period === payment.period && one.state === 'due',
  )
  if (aside.asked) {
    yield 'charge.ask'
    if (answerOf(world) !== 'yes') return false
    const theirs = theirsOf(world, id)
    yield 'charge.answered'
    if (theirs?.state === 'paid') return landed(world, id)
    if (theirs?.state === 'dead') return declined(world, id)
    if (theirs) return false
    const wanted = state === 'active' && isDue && world.day < startOf(world, payment.period)
    if (!wanted) return closed(world, id, 'never reached the acquirer')
  }
  if (!world.home.hasCard) return closed(world, id, 'the card has been removed')
  if (!aside.asked && (state !== 'active' || !isDue))
    return closed(world, id, 'not wanted any more')
  aside.asked = true
  aside.triedOn = world.day
  return yield* send(world, payment)
}

function* send(world: World, { id, amount }: Payment): Generator<string, boolean, undefined> {
  yield 'charge.send'
  const answer = answerOf(world)
  if (answer === 'down') return false
  const ends = { no: 'dead', unsent: 'open', yes: 'paid', lost: 'paid' } as const
  const theirs = theirsOf(world, id) ?? {
    amount,
    state: ends[answer],
    payable: true,
    refunds: new Map(),
    takenBack: [],
  }
  world.outside.payments.set(id, theirs)
  if (answer === 'lost') return false
  yield 'charge.commit'
  if (theirs.state === 'paid') return landed(world, id)
  return theirs.state === 'dead' ? declined(world, id) : false
}

function landed(world: World, paymentId: string): true {
  perform(world, moneyOf(world, paymentId))
  return true
}
function declined(world: World, id: string): true {
  refusedCharge(world, id, 'declined')
  return true
}
function closed(world: World, paymentId: string, reason: string): true {
  perform(world, { act: 'charge_closed', paymentId, reason })
  return true
}

/**
 * The policy begins the day after, and ends when nothing more is paid and the paid time is over.
 */
export function turnHome(world: World): void {
  const { policies, subscription } = home(world)
  const over = subscription.state === 'cancelled' || subscription.state === 'not_renewed'
  for (const { id, state } of policies) {
    if (state === 'pending' && world.day > world.home.anchor)
      write(world, { do: 'policy', id, to: 'active', reason: 'day' })
    if (state === 'active' && over && world.day >= startOf(world, subscription.nextPeriod))
      write(world, { do: 'policy', id, to: 'ended', reason: 'paid time is over' })
  }
}
