/**
 * The ways to pay, by the names they have on the wire (specification 7), in the order shown. Tables
 * over these names and one object of `server/payments/ways/` define a way: conditions in seventy
 * places would silently treat the next way as a bill or a card.
 */
export const wayNames = ['mobile_bank', 'card', 'epay'] as const
export type WayName = (typeof wayNames)[number]
/** The one that stands chosen, and what an order is by as long as it says nothing. */
export const firstWay = wayNames[0]

/** Ways of a refund: the way it was paid, or to bank details. */
export const refundWays = [...wayNames, 'bank_details'] as const
export type RefundWay = (typeof refundWays)[number]

type WayFacts = {
  /** Sent to a phone: the order asks for one. */
  asksPhone: boolean
  /** The kind of payment on a cash register's receipt. */
  receipt: 'bill' | 'card'
  /** A bank may take money back without us; only then the act `chargeback` is possible. */
  chargebacks: boolean
  /** Wants a number of digits (`payment_attempts.invoice`). */
  numbered: boolean
  /** Reaches the client on a screen of their own: a promoter may send it for them. */
  sent: boolean
  /** Asking twice opens one page. Otherwise an answer that was lost leaves the attempt unclear. */
  repeatable: boolean
}

const facts = {
  mobile_bank: {
    asksPhone: true,
    numbered: false,
    receipt: 'bill',
    chargebacks: false,
    sent: true,
    repeatable: false,
  },
  card: {
    asksPhone: false,
    numbered: false,
    receipt: 'card',
    chargebacks: true,
    sent: false,
    repeatable: true,
  },
  epay: {
    asksPhone: false,
    numbered: true,
    receipt: 'card',
    chargebacks: true,
    sent: true,
    repeatable: true,
  },
} as const satisfies Readonly<Record<WayName, WayFacts>>
/** Facts of a way for the rules of money. */
export const waysOf: Readonly<Record<WayName, WayFacts>> = facts

/** The ways that a promoter's client can pay by. */
export type SentWay = {
  [Name in WayName]: (typeof facts)[Name]['sent'] extends true ? Name : never
}[WayName]
export const isSent = (name: WayName): name is SentWay => waysOf[name].sent
export const sentWays: readonly SentWay[] = wayNames.filter(isSent)

/** The ways that go to a phone. */
export type PhoneWay = {
  [Name in WayName]: (typeof facts)[Name]['asksPhone'] extends true ? Name : never
}[WayName]
export const isByPhone = (name: WayName): name is PhoneWay => waysOf[name].asksPhone

/** Asked for twice these are two: that they are asked for is stored before. */
export const waysAskedOnce: readonly WayName[] = wayNames.filter((name) => !waysOf[name].repeatable)

/** Returns the way of a stored row. Throws if the name is none: a check of the table forbids it. */
export function wayNamed(name: string): WayName {
  const found = wayNames.find((way) => way === name)
  if (!found) throw new Error(`${name} is no way to pay`)
  return found
}

/** Returns the way of a refund: `null` or another name is no payment of ours. */
export const refundWayOf = (name: string | null): RefundWay =>
  wayNames.find((way) => way === name) ?? 'bank_details'
