import type { exceptionKinds } from '../report.ts'
import type { verdicts } from '../statement.ts'

type Kind = (typeof exceptionKinds)[number]
type Verdict = (typeof verdicts)[number]

/**
 * How people settle a difference of the books. `linked`: the line means that payment of ours;
 * `accepted`: as it is, with a note; `extra`: the line is one too many, and no money; `waits`:
 * expected in the next statement; `booked`: money that a bank moved without us, now entered in our
 * books.
 */
export const waysToSettle = ['linked', 'booked', 'accepted', 'extra', 'waits'] as const
export type Way = (typeof waysToSettle)[number]

/** Lines of money that a bank moved without us: only its statement shows them. */
export const bookable: readonly string[] = [
  'dispute_won',
  'given_back',
] satisfies readonly Verdict[]

/**
 * Returns how a person at a desk may settle a difference. None if the program continues by itself,
 * or if there is a separate act (a refund, a finding).
 */
export function waysOf(kind: Kind, verdict: string | null): readonly Way[] {
  switch (kind) {
    case 'statement_unmatched':
      // Listed twice, or paid twice: a second payment is money received and is entered as such.
      if (verdict === 'repeated') return ['extra', 'accepted']
      if (bookable.includes(verdict ?? '')) return ['booked', 'accepted']
      return verdict === 'unknown' ? ['linked', 'accepted'] : ['accepted']
    case 'not_in_statement':
      return ['waits', 'accepted']
    case 'issued_not_paid':
    case 'ledger_differs':
    case 'commission_mismatch':
    case 'receipt_refused':
    case 'registered_differs':
      return ['accepted']
    case 'paid_not_issued':
    case 'contract_differs':
    case 'refund_failed':
    case 'refunded':
      return []
  }
}

/** On which side of the books a difference has nothing: in ours, or in the other's. */
export const missingSides = ['here', 'there'] as const
export type MissingSide = (typeof missingSides)[number]
/** Verdicts of a statement's line that our books lack. */
export const unknownHere: readonly string[] = ['unknown', 'not_in_our_books', 'given_back']

/**
 * Returns the side that lacks it; null if both sides have it and differ, or if no statement is
 * involved.
 */
export function missingOn(kind: Kind, verdict: string | null): MissingSide | null {
  if (kind === 'not_in_statement') return 'there'
  return kind === 'statement_unmatched' && unknownHere.includes(verdict ?? '') ? 'here' : null
}

/** The one kind of differences a side can be missing in. */
export const kindMissing: Readonly<Record<MissingSide, Kind>> = {
  here: 'statement_unmatched',
  there: 'not_in_statement',
}

/** Days a payment that a statement lacks is waited for: the bank's next statements. A guess. */
export const waitsDays = 2
