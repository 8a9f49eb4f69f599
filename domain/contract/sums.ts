import { figureOf } from '../books/booked.ts'
import type { Tenge } from '../money.ts'
import type { AttemptState } from '../payment-attempt.ts'
import {
  type Contract,
  heldBy,
  moneyCame,
  type Payment,
  pastUs,
  type RefundState,
} from './facts.ts'
import type { Account, PostingKind } from './posting.ts'

export type Line = { kind: PostingKind; debit: Account; credit: Account; amount: Tenge }
type Paid = { state: AttemptState; amount: Tenge }
type Back = { state: RefundState; amount: Tenge; reason: string }
/** Counters of the contract's own row, and its money that waits for a policy still being issued. */
type Beside = { counters: { paidIn: Tenge; refunded: Tenge; refundsOpen: Tenge }; waiting: Tenge }

/**
 * Sums that must agree: counters of the contract's row with its payments and refunds, these with
 * the ledger, and within the ledger: owed equals open, no client's money is left over, kept equals
 * booked.
 */
export const checks = [
  'paid_in',
  'paid_posted',
  'refunded',
  'refunded_posted',
  'refunds_open',
  'refunds_account',
  'client',
  'kept',
] as const
export type Check = (typeof checks)[number]
export type Agreement = { check: Check; expected: Tenge; found: Tenge; agrees: boolean }

/** Returns the balance of an account: credits less debits. */
const standsOn = (account: Account, lines: readonly Line[]): Tenge =>
  lines.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (credit === account ? amount : debit === account ? -amount : 0),
    0,
  )
const total = (rows: readonly { amount: Tenge }[]): Tenge =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the money paid for what is not issued yet; it belongs to no account until then. */
export function waitingOf(contract: Contract): Tenge {
  return contract.payments
    .filter((payment) => isWaiting(contract, payment))
    .reduce((sum, payment) => sum + heldBy(contract, payment), 0)
}

/** For OGPO: the order is not issued yet; for Home: the subscription is not registered yet. */
function isWaiting(contract: Contract, { orderId, period }: Payment): boolean {
  switch (contract.product) {
    case 'ogpo':
      return contract.orders.some(
        ({ id, state }) => id === orderId && (state === 'paid' || state === 'issuing'),
      )
    case 'home':
      return contract.subscription.state === 'paid' && period === 0
  }
}

/**
 * Returns the sums of a contract and each pair that must agree, as expected and found. Pure; whole
 * tenge.
 */
export function sumsOf(
  postings: readonly Line[],
  payments: readonly Paid[],
  refunds: readonly Back[],
  { counters, waiting }: Beside,
) {
  const of = (...kinds: PostingKind[]) => postings.filter(({ kind }) => kinds.includes(kind))
  const done = refunds.filter(({ state }) => state === 'done')
  const won = total(of('dispute_won'))
  const paidIn = total(payments.filter(moneyCame)) + won
  const refunded = total(done)
  const refundsOpen = total(refunds) - refunded
  const overdrawn = total(of('overdrawn')) - total(of('set_off'))
  const sums = {
    paidIn,
    refunded,
    refundsOpen,
    /** What we retain for good: none of it is owed back. */
    kept: paidIn - refunded - refundsOpen - overdrawn,
    premium: figureOf('premium', postings),
    ogpoPlus: figureOf('ogpoPlus', postings),
    returned: figureOf('returned', postings),
    commission: figureOf('commission', postings),
    booked: standsOn('insurer', postings) + standsOn('commission', postings),
    client: standsOn('client', postings),
    refundsAccount: standsOn('refunds', postings),
    waiting,
    /**
     * Refunded by a partner or a card's bank without us: the policy stayed, or it was refunded
     * twice, so the client's account may lack as much.
     */
    outside: total(done.filter(({ reason }) => pastUs.has(reason))) + overdrawn - won,
  }
  const clientAgrees = sums.client <= waiting && sums.client >= waiting - sums.outside
  const same = (check: Check, expected: Tenge, found: Tenge): Agreement => ({
    check,
    expected,
    found,
    agrees: expected === found,
  })
  const agreements: Agreement[] = [
    same('paid_in', paidIn, counters.paidIn),
    same('paid_posted', paidIn, total(of('payment', 'dispute_won'))),
    same('refunded', refunded, counters.refunded),
    same('refunded_posted', refunded, total(of('refund', 'set_off'))),
    same('refunds_open', refundsOpen, counters.refundsOpen),
    same('refunds_account', refundsOpen, sums.refundsAccount),
    { check: 'client', expected: waiting, found: sums.client, agrees: clientAgrees },
    same('kept', sums.booked + (clientAgrees ? sums.client : 0), sums.kept),
  ]
  return { sums, agreements, disagreements: agreements.filter(({ agrees }) => !agrees) }
}
