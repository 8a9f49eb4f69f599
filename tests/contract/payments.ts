import type { Act } from '#domain/contract/decide.ts'
import { isLive, moneyCame, type Refund } from '#domain/contract/facts.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { broken } from './broken.ts'
import { answerOf } from './processes.ts'
import {
  asideOf,
  type Job,
  momentOf,
  movePayment,
  paymentIn,
  perform,
  type TheirPayment,
  today,
  type World,
} from './world.ts'

const sum = (amounts: Iterable<number>): number =>
  [...amounts].reduce((total, amount) => total + amount, 0)

export const theirsOf = (world: World, id: string): TheirPayment | undefined =>
  world.outside.payments.get(id)
export const heldOutside = ({ amount, state, refunds, takenBack }: TheirPayment): number =>
  state === 'paid' ? amount - sum(refunds.values()) - sum(takenBack.map((line) => line.amount)) : 0

export const waits = ({ contract }: World, orderId: string): boolean =>
  contract.product === 'home'
    ? contract.subscription.state === 'awaiting_payment'
    : contract.orders.some(({ id, state }) => id === orderId && state === 'awaiting_payment')

/** One run at a time asks the bank for a bill. */
export const openKey = (world: World, id: string): string | null =>
  paymentIn(world, id).system === 'card' ? null : `bill:${id}`

/**
 * `payments/open.ts`: a page is asked for by the payment's id, so that a second call is the same
 * page. A bill has no key of ours: it is asked for once, and one whose answer was not kept is over
 * for us.
 */
export function* open(world: World, id: string): Job {
  const payment = paymentIn(world, id)
  const aside = asideOf(world.payments, id)
  if (aside.way === 'saved_card' || payment.state !== 'created' || !waits(world, payment.orderId))
    return
  const bill = !waysOf[payment.system].repeatable
  const unclear = () => {
    if (paymentIn(world, id).state === 'created') movePayment(world, id, 'error', 'bill_unclear')
  }
  if (bill && aside.asked) return unclear()
  if (bill) aside.asked = true
  yield 'open.ask'
  if (bill && paymentIn(world, id).state !== 'created') {
    aside.asked = false
    return
  }
  const answer = answerOf(world)
  if (answer === 'down' || answer === 'unsent') {
    aside.asked = false
    return
  }
  // Their no to a bill is the same however often they are asked.
  if (world.outside.refused.has(id) || (answer === 'no' && !theirsOf(world, id))) {
    world.outside.refused.add(id)
    yield 'open.refused'
    aside.asked = false
    if (paymentIn(world, id).state === 'created') movePayment(world, id, 'error', 'refused')
    return
  }
  // A bill shows in the client's bank at once, a page only when we hand out its address.
  if (bill && theirsOf(world, id)) broken(`a second bill for ${id}`)
  if (!theirsOf(world, id))
    world.outside.payments.set(id, {
      amount: payment.amount,
      state: 'open',
      payable: bill,
      refunds: new Map(),
      takenBack: [],
    })
  if (answer === 'lost') return bill ? unclear() : undefined
  yield 'open.commit'
  aside.heard = true
  if (paymentIn(world, id).state !== 'created') return
  movePayment(world, id, 'awaiting', 'opened')
  const theirs = theirsOf(world, id)
  if (theirs) theirs.payable = true
}

/** `payments/receive.ts`: the money is there. */
export const moneyOf = (world: World, paymentId: string): Act => ({
  act: 'money',
  paymentId,
  today: today(world),
  at: momentOf(world.day),
})

/**
 * `payments/check.ts` and `payments/ways/card-notices.ts`: they are asked how a payment stands. `declined`: a
 * notice of a failed try brought us here.
 */
export function* check(world: World, id: string, declined = false): Job {
  const aside = asideOf(world.payments, id)
  if (moneyCame(paymentIn(world, id))) return
  yield 'check.ask'
  const theirs = theirsOf(world, id)
  const live = isLive(paymentIn(world, id))
  if (answerOf(world) !== 'yes' || !theirs) return
  const { state } = theirs
  yield 'check.commit'
  if (state === 'paid') perform(world, moneyOf(world, id))
  else if (aside.way === 'saved_card') {
    if (state === 'dead' || declined) refusedCharge(world, id, 'declined')
  } else if (declined || (live && state === 'dead')) over(world, id, 'rejected')
  else if (live && world.day >= aside.expires) over(world, id, 'expired')
}

function over(world: World, paymentId: string, to: 'rejected' | 'expired'): void {
  const timeIsOver = to === 'expired' && world.day >= asideOf(world.payments, paymentId).expires
  perform(world, { act: 'payment_over', paymentId, to, reason: to, timeIsOver })
}

/** `home/charge.ts`, declined: after the last try one message says both. */
export function refusedCharge(world: World, id: string, reason: string): void {
  const { period } = paymentIn(world, id)
  const attempts = world.contract.payments.filter(
    (one) => one.period === period && one.state !== 'expired',
  )
  perform(world, { act: 'charge_refused', paymentId: id, reason, notify: attempts.length < 3 })
}

/** One refund of a payment at a time goes to the bank. */
export function refundKey(world: World, id: string): string | null {
  const paymentId = world.contract.refunds.find((one) => one.id === id)?.paymentId
  return paymentId && paymentIn(world, paymentId).system !== 'card'
    ? `refund-of:${paymentId}`
    : null
}

const refusesBack = (world: World, refundId: string, reason: string): void => {
  perform(world, { act: 'refund_refused', refundId, reason })
}

/**
 * `payments/ways/refund-by-rest.ts`: the bank makes as many refunds as it is asked for, and says what can
 * still go back.
 */
function* refundByBank(world: World, { id, paymentId, amount }: Refund): Job {
  yield 'refund.held'
  const others = world.contract.refunds.filter(
    (one) => one.id !== id && one.paymentId === paymentId && one.state === 'due',
  )
  if (answerOf(world) !== 'yes' || others.some((one) => world.askedRest.has(one.id))) return
  const theirs =
    theirsOf(world, paymentId ?? '') ?? broken(`${id} goes back by a payment that never was`)
  // A call that may still arrive is waited for, and what is written down is that nobody else has
  // asked meanwhile.
  if (world.processes.some(({ name, at }) => name === `refund ${id}` && at === 'refund.send'))
    return
  const rest = heldOutside(theirs)
  const before = world.askedRest.get(id)
  if (before !== undefined && rest === before - amount) {
    yield 'refund.commit'
    return void perform(world, { act: 'refund_gone', refundId: id, way: 'payment' })
  }
  if (before === undefined ? rest < amount : rest !== before)
    return refusesBack(world, id, 'nobody can tell what went')
  world.askedRest.set(id, rest)
  yield 'refund.send'
  const answer = answerOf(world)
  if (answer === 'down' || answer === 'unsent') return
  const no = answer === 'no' || heldOutside(theirs) < amount
  if (!no) theirs.refunds.set(`${id}, ${theirs.refunds.size}`, amount)
  if (answer === 'lost') return
  yield 'refund.commit'
  if (no) refusesBack(world, id, 'refused')
  else perform(world, { act: 'refund_gone', refundId: id, way: 'payment' })
}

/**
 * `payments/refund.ts`: the acquirer is sent it by its own key; what it has made once it does not
 * make again.
 */
export function* refund(world: World, id: string): Job {
  const due = world.contract.refunds.find((one) => one.id === id)
  if (due?.state !== 'due' || !due.paymentId) return
  if (paymentIn(world, due.paymentId).system === 'epay') yield* byRest(world, due.paymentId)
  if (paymentIn(world, due.paymentId).system !== 'card') return yield* refundByBank(world, due)
  yield 'refund.send'
  const answer = answerOf(world)
  if (answer === 'down' || answer === 'unsent') return
  const theirs =
    theirsOf(world, due.paymentId) ?? broken(`${id} goes back by a payment that never was`)
  const known = theirs.refunds.get(id)
  if (known !== undefined && known !== due.amount) broken(`${id} is sent with another sum`)
  // Their no stays until people have looked.
  const no = answer === 'no' || world.outside.refused.has(id) || heldOutside(theirs) < due.amount
  const refused = known === undefined && no
  if (refused) world.outside.refused.add(id)
  else theirs.refunds.set(id, due.amount)
  if (answer === 'lost') return
  yield 'refund.commit'
  if (refused) perform(world, { act: 'refund_refused', refundId: id, reason: 'refused' })
  else perform(world, { act: 'refund_gone', refundId: id, way: 'payment' })
}

/**
 * `payments/chargebacks.ts`: what went back past us is written down, as far as the payment still
 * held it.
 */
export function* chargebacks(world: World, paymentId: string): Job {
  if (paymentIn(world, paymentId).system === 'epay') return yield* byRest(world, paymentId)
  yield 'chargeback.ask'
  if (answerOf(world) !== 'yes') return
  const lines = theirsOf(world, paymentId)?.takenBack ?? []
  for (const line of Array.from(lines)) {
    yield 'chargeback.commit'
    const what = { act: 'chargeback' as const, paymentId, amount: line.amount, outsideId: line.id }
    if (!('refused' in perform(world, what))) line.told = true
  }
}

/**
 * `payments/ways/epay-link.ts`: there is no list of what went back, only what is still held. More
 * has gone than is booked, and nothing of ours is under way: it went past us.
 */
function* byRest(world: World, paymentId: string): Job {
  yield 'chargeback.ask'
  if (answerOf(world) !== 'yes') return
  const theirs = theirsOf(world, paymentId)
  const isAsked = world.contract.refunds.some(
    (one) => one.paymentId === paymentId && one.state === 'due' && world.askedRest.has(one.id),
  )
  if (theirs?.state !== 'paid' || isAsked) return
  const rest = heldOutside(theirs)
  const amount = theirs.amount - rest - (world.wentBy.get(paymentId) ?? 0)
  const what = { act: 'chargeback' as const, paymentId, amount, outsideId: `rest-${rest}` }
  if (amount > 0 && 'refused' in perform(world, what)) return
  for (const line of theirs.takenBack) line.told = true
}

/** People take hours: whatever was being sent has ended by then. */
const isSending = ({ processes }: World, id: string): boolean =>
  processes.some(({ name }) => name === `refund ${id}`)

/**
 * `staff/refunds.ts`: a refund that was refused goes once more by its key, unless bank details are
 * written down for it.
 */
export function retry(world: World, id: string): void {
  if (world.details.has(id) || isSending(world, id)) return
  world.outside.refused.delete(id)
  const decision = perform(world, { act: 'refund_again', refundId: id, reason: 'staff' })
  // People have looked: what was asked before says nothing any more.
  if (!('refused' in decision)) world.askedRest.delete(id)
}

/**
 * Details are entered and approved first; the second time the money is transferred, the third time
 * that is told.
 */
export function bankDetails(world: World, id: string): void {
  const failed = world.contract.refunds.find((one) => one.id === id)
  if (failed?.state !== 'failed' || isSending(world, id)) return
  if (!world.details.has(id)) {
    world.details.add(id)
    const refunds = world.contract.refunds.map((one) =>
      one.id === id ? { ...one, byHand: true } : one,
    )
    world.contract = { ...world.contract, refunds }
    return
  }
  if (!world.outside.transfers.has(id)) {
    world.outside.transfers.set(id, failed.amount)
    return
  }
  perform(world, { act: 'refund_gone', refundId: id, way: 'bank_details' })
}
