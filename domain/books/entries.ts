import type { Account, PostingKind } from '../contract/posting.ts'
import { refundWays, wayNames } from '../payment-ways.ts'

/**
 * Movements of a month that the broker's own books record: from the ledger, from banks' statements,
 * and what is owed for the month. Each has a debit and a credit account.
 */

/** Ways in which money may leave without us. */
const pastWays = [...wayNames, 'partner'] as const

/**
 * From the ledger. `taken`: money that left without us, by a card's bank (a chargeback) or a
 * partner.
 */
const ledgerEntries = [
  ...wayNames.map((way) => `payment_${way}` as const),
  ...(['premium', 'ogpo_plus', 'commission', 'returned', 'refund_due'] as const),
  ...refundWays.map((way) => `refund_${way}` as const),
  ...pastWays.map((way) => `taken_${way}` as const),
  ...(['overdrawn', 'set_off', 'dispute_won'] as const),
] as const
/**
 * From statements. `register_fee`: an acquirer's fee, deducted from what it pays out;
 * `account_fee`: taken from the account; `to_account`: an acquirer's transfer to the account;
 * `unknown_money`: of no sale of ours; `passed_on`: premiums paid to an insurer.
 */
const statementEntries = [
  'register_fee',
  'account_fee',
  'to_account',
  'unknown_money',
  'passed_on',
] as const
/** Owed for the month: a promoter's pay, the tax within a commission. */
const monthEntries = ['promoter_pay', 'vat'] as const

export const entryKinds = [...ledgerEntries, ...statementEntries, ...monthEntries] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry, and whether it is reversed: its debit is then credited. */
export type Entry = { kind: EntryKind; reversed: boolean }

type Line = { kind: PostingKind; debit: Account; credit: Account }

const among = <Name extends string>(names: readonly Name[], account: string): Name | undefined =>
  names.find((name) => name === account)

/** Returns the entry of a ledger line. Throws for one that the ledger's own checks forbid. */
export function entryOf({ kind, debit, credit }: Line): Entry {
  switch (kind) {
    case 'payment': {
      const way = among(wayNames, debit)
      if (way) return { kind: `payment_${way}`, reversed: false }
      break
    }
    case 'premium':
    case 'ogpo_plus':
      return { kind, reversed: debit === 'insurer' }
    case 'commission':
      return { kind, reversed: debit === 'commission' }
    case 'returned':
    case 'refund_due':
    case 'overdrawn':
    case 'set_off':
    case 'dispute_won':
      return { kind, reversed: false }
    case 'refund': {
      const past = debit === 'client' ? among(pastWays, credit) : undefined
      if (past) return { kind: `taken_${past}`, reversed: false }
      const way = debit === 'refunds' ? among(refundWays, credit) : undefined
      if (way) return { kind: `refund_${way}`, reversed: false }
      break
    }
    default:
      return kind satisfies never
  }
  throw new Error(`a ${kind} from ${credit} to ${debit} has no entry`)
}

/**
 * The counterparty of one side of an entry. `line`: the company or bank that the line itself names.
 */
export type Side = 'clients' | 'way' | 'own' | 'line' | 'none'
type Sides = { debit: Side; credit: Side }

const paidBy = { debit: 'way', credit: 'clients' } as const
const paidOut = { debit: 'clients', credit: 'way' } as const
const byLine = { debit: 'line', credit: 'line' } as const
const clients = { debit: 'clients', credit: 'clients' } as const
/** The sides of each entry, if not reversed. */
export const sides: Readonly<Record<EntryKind, Sides>> = {
  payment_mobile_bank: paidBy,
  payment_card: paidBy,
  payment_epay: paidBy,
  premium: { debit: 'clients', credit: 'line' },
  ogpo_plus: { debit: 'clients', credit: 'line' },
  commission: byLine,
  returned: { debit: 'line', credit: 'clients' },
  refund_due: clients,
  set_off: clients,
  refund_mobile_bank: paidOut,
  refund_card: paidOut,
  refund_epay: paidOut,
  refund_bank_details: { debit: 'clients', credit: 'own' },
  taken_mobile_bank: paidOut,
  taken_card: paidOut,
  taken_epay: paidOut,
  taken_partner: { debit: 'clients', credit: 'none' },
  overdrawn: paidOut,
  dispute_won: paidBy,
  register_fee: { debit: 'way', credit: 'way' },
  account_fee: { debit: 'own', credit: 'own' },
  to_account: { debit: 'own', credit: 'way' },
  unknown_money: paidBy,
  passed_on: { debit: 'line', credit: 'own' },
  promoter_pay: byLine,
  vat: { debit: 'line', credit: 'none' },
}

/** The accounts of an entry in the broker's chart; none if it is left to another program. */
export type Accounts = { debit: string; credit: string } | 'left_out'
export type Chart = Readonly<Partial<Record<EntryKind, Accounts>>>

/** An account of the chart: four digits of the standard, after a point those of its own. */
export const accountPattern = /^[1-8]\d{3}(\.\d{1,4}){0,2}$/

/** Returns the debit and credit of an entry in its direction. Null if the chart has none. */
export function accountsOf(chart: Chart, { kind, reversed }: Entry): Accounts | null {
  const said = chart[kind]
  if (!said) return null
  if (said === 'left_out' || !reversed) return said
  return { debit: said.credit, credit: said.debit }
}

/** Sums the turnovers of each account, debit and credit, tiyn, sorted by account number. */
export function turnoversOf(
  entries: readonly { debit: string; credit: string; tiyn: number }[],
): { account: string; debit: number; credit: number }[] {
  const sums = new Map<string, { debit: number; credit: number }>()
  const of = (account: string) => {
    const found = sums.get(account) ?? { debit: 0, credit: 0 }
    sums.set(account, found)
    return found
  }
  for (const { debit, credit, tiyn } of entries) {
    of(debit).debit += tiyn
    of(credit).credit += tiyn
  }
  return [...sums]
    .map(([account, sum]) => ({ account, ...sum }))
    .sort((one, other) => (one.account < other.account ? -1 : 1))
}

/** Turnovers with the balance before and after: debit positive, credit negative, tiyn. */
type AccountMonth = {
  account: string
  opening: number
  debit: number
  credit: number
  closing: number
}

/** Lists a month by accounts, including those without a movement but with a balance. */
export function monthOf(
  opening: ReadonlyMap<string, number>,
  turnovers: readonly { account: string; debit: number; credit: number }[],
): AccountMonth[] {
  const moved = new Map(turnovers.map((one) => [one.account, one]))
  return [...new Set([...opening.keys(), ...moved.keys()])].toSorted().flatMap((account) => {
    const before = opening.get(account) ?? 0
    const { debit, credit } = moved.get(account) ?? { debit: 0, credit: 0 }
    if (before === 0 && debit === 0 && credit === 0) return []
    return { account, opening: before, debit, credit, closing: before + debit - credit }
  })
}
