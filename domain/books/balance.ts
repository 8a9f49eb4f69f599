import type { Tenge } from '../money.ts'

/** The place of a payment's money now: each payment of the ledger has exactly one. */
export const places = ['policies', 'returned', 'returning', 'waiting'] as const
export type Place = (typeof places)[number]

/** Number of payments, and their money. */
export type Part = { count: number; amount: Tenge }
export type Balance = { paid: Part } & Record<Place | 'unclear', Part>

/** Where a payment's money is: the state of its attempt and of its sale. */
export type Paid = {
  attempt: string
  /**
   * `policy`: what was paid for is in force or was; `waiting`: not issued yet; `returning` and
   * `returned`: it will not be issued, and its money goes back or has. If a bank took a part of a
   * payment back without us, the money goes back in parts, and only the sale shows it.
   */
  sale: 'policy' | 'waiting' | 'returning' | 'returned' | null
}

/** Returns the place of one payment's money; null if unknown. */
export function placeOf({ attempt, sale }: Paid): Place | null {
  if (attempt === 'refunded') return 'returned'
  if (attempt === 'refunding') return 'returning'
  if (attempt !== 'paid') return null
  return sale === 'policy' ? 'policies' : sale
}

type Group = Paid & { count: number; booked: Tenge; amount: Tenge }

/**
 * Computes both sides of the equation paid = policies + returned + returning + waiting. Paid is the
 * ledger's; the other side is from the payments themselves, so that a payment of another sum, or
 * money in none of the four, makes it unequal.
 */
export function balanceOf(groups: readonly Group[]): Balance {
  const sum = (of: readonly Group[], amount: (group: Group) => Tenge): Part => ({
    count: of.reduce((all, { count }) => all + count, 0),
    amount: of.reduce((all, group) => all + amount(group), 0),
  })
  const at = (place: Place | null) =>
    sum(
      groups.filter((group) => placeOf(group) === place),
      ({ amount }) => amount,
    )
  return {
    paid: sum(groups, ({ booked }) => booked),
    policies: at('policies'),
    returned: at('returned'),
    returning: at('returning'),
    waiting: at('waiting'),
    unclear: at(null),
  }
}

/** Returns the difference of both sides, tenge; 0 if the equation holds. */
export const gapOf = (balance: Balance): Tenge =>
  balance.paid.amount - places.reduce((all, place) => all + balance[place].amount, 0)

/** Returns whether the equation holds to the tenge and to the payment. */
export const holds = (balance: Balance): boolean =>
  gapOf(balance) === 0 &&
  balance.paid.count === places.reduce((all, place) => all + balance[place].count, 0)
