import type { applied } from '#domain/contract/applied.ts'
import type { Act, decide } from '#domain/contract/decide.ts'
import type { Effect } from '#domain/contract/effects.ts'
import type { Contract, HomeContract, OgpoContract, Payment } from '#domain/contract/facts.ts'
import type { Account } from '#domain/contract/posting.ts'
import type { Decision } from '#domain/contract/refusal.ts'
import type { WayName } from '#domain/payment-ways.ts'
import { broken } from './broken.ts'
import { checkAct } from './check-act.ts'
import { refuses } from './tables.ts'

/** The rules under test: the real ones, or a copy with a fault put in. */
export type Rules = { decide: typeof decide; applied: typeof applied }

/**
 * What the server keeps of an order beside the facts that the rules look at. Days are counted from
 * 1.
 */
export type OrderAside = {
  start: number
  end: number
  made: number
  paid: number
  issued: number
  setAsked: boolean
  attempts: number
  faults: number
}
/** The same of a payment. `heard`: their number of it is known. */
export type PaymentAside = {
  way: 'bill' | 'page' | 'saved_card'
  asked: boolean
  heard: boolean
  made: number
  expires: number
  triedOn: number
}
export type TerminationAside = { made: number; byStaff: boolean }
/**
 * `at`: what it does next; a name that begins with `fly:` is a call that may still arrive when the
 * process dies.
 */
export type Process = { name: string; key: string | null; at: string; run: Job }
export type Job = Generator<string, void, undefined>
/**
 * How the next call outside is answered. `lost`: done, but never heard. `unsent`: surely not done.
 */
export type Answer = 'yes' | 'no' | 'lost' | 'down' | 'unsent'

/** A payment as the bank or the acquirer keeps it. `payable`: the client can still pay by it. */
export type TheirPayment = {
  amount: number
  state: 'open' | 'paid' | 'dead'
  payable: boolean
  refunds: Map<string, number>
  takenBack: { id: string; amount: number; told: boolean }[]
}
/** A policy in the unified database, by the number of its order. */
export type TheirPolicy = { globalId: string; rescinded: boolean; end: number }

export type World = {
  rules: Rules
  contract: Contract
  day: number
  /** How the outside answers a call, and how many before it are answered well. */
  answer: Answer
  answersBefore: number
  outside: {
    payments: Map<string, TheirPayment>
    policies: Map<string, TheirPolicy>
    refused: Set<string>
    transfers: Map<string, number>
    partner: number
  }
  orders: Map<string, OrderAside>
  payments: Map<string, PaymentAside>
  terminations: Map<string, TerminationAside>
  home: {
    paid: number
    setAsked: boolean
    attempts: number
    anchor: number
    hasCard: boolean
    made: number
  }
  ledger: Map<string, number>
  /** Debit less credit of every account, tenge. */
  balance: Record<Account, number>
  /** By payment: what is booked as gone by ePay. */
  wentBy: Map<string, number>
  notified: Set<string>
  receipts: Map<string, number>
  details: Set<string>
  /** What could still go back of a payment before one of its refunds was asked of the bank. */
  askedRest: Map<string, number>
  processes: Process[]
  locked: Set<string>
  /** Calls to register a policy of processes that died meanwhile: they still arrive. */
  flying: string[]
  /** Booked by other ways than the ledger, to be compared with it. */
  expected: { commission: number; missing: number; notIssued: Set<string>; late: Set<string> }
}

export const dayOf = (day: number): string => String(1000 + day)
export const today = (world: World): string => dayOf(world.day)
/** The first moment of a day. */
export const momentOf = (day: number): Date => new Date(day * 86_400_000)
/** When the price of an order is over: a day after it was made, and never on its first day. */
export const priceOver = ({ made, start }: OrderAside): number => Math.min(made + 1, start)

const accountsAtZero = (): Record<Account, number> => ({
  mobile_bank: 0,
  card: 0,
  epay: 0,
  bank_details: 0,
  partner: 0,
  client: 0,
  insurer: 0,
  commission: 0,
  refunds: 0,
})

export const newWorld = (rules: Rules, contract: Contract): World => ({
  rules,
  contract,
  day: 1,
  answer: 'yes',
  answersBefore: 0,
  outside: {
    payments: new Map(),
    policies: new Map(),
    refused: new Set(),
    transfers: new Map(),
    partner: 0,
  },
  orders: new Map(),
  payments: new Map(),
  terminations: new Map(),
  home: { paid: 0, setAsked: false, attempts: 0, anchor: 0, hasCard: true, made: 1 },
  ledger: new Map(),
  balance: accountsAtZero(),
  wentBy: new Map(),
  notified: new Set(),
  receipts: new Map(),
  details: new Set(),
  askedRest: new Map(),
  processes: [],
  locked: new Set(),
  flying: [],
  expected: { commission: 0, missing: 0, notIssued: new Set(), late: new Set() },
})

export function ogpo({ contract }: World): OgpoContract {
  return contract.product === 'ogpo' ? contract : broken('not an OGPO contract')
}
export function home({ contract }: World): HomeContract {
  return contract.product === 'home' ? contract : broken('not a Home contract')
}
export const orderIn = (world: World, id: string) =>
  ogpo(world).orders.find((order) => order.id === id) ?? broken(`no order ${id}`)
export const paymentIn = (world: World, id: string): Payment =>
  world.contract.payments.find((payment) => payment.id === id) ?? broken(`no payment ${id}`)
export const asideOf = <T>(of: Map<string, T>, id: string): T =>
  of.get(id) ?? broken(`nothing is known of ${id}`)

/** Decides by the rules and writes what follows, as one transaction under the contract's lock. */
export function perform(world: World, act: Act): Decision {
  const before = world.contract
  const decision = world.rules.decide(before, act)
  if ('refused' in decision) return decision
  for (const effect of decision.effects) carry(world, effect)
  checkAct(world, before, act, decision.effects)
  return decision
}

function carry(world: World, effect: Effect): void {
  if (effect.do === 'post') {
    posted(world, effect)
    world.contract = world.rules.applied(world.contract, [effect])
  }
  if (effect.do === 'notify') world.notified.add(`${effect.orderId}:${effect.purpose}`)
  else if (effect.do === 'receipt') {
    if (world.receipts.has(effect.key)) broken(`a second receipt ${effect.key}`)
    world.receipts.set(effect.key, effect.operation === 'sale' ? effect.amount : -effect.amount)
  } else if (effect.do !== 'post' && effect.do !== 'job' && effect.do !== 'report')
    write(world, effect)
}

function posted(
  world: World,
  { key, debit, credit, amount, paymentId }: Extract<Effect, { do: 'post' }>,
): void {
  if (world.ledger.has(key)) broken(`a second posting ${key}`)
  if (!Number.isSafeInteger(amount) || amount <= 0 || debit === credit)
    broken(`the posting ${key} of ${amount} is none`)
  world.ledger.set(key, amount)
  world.balance[debit] += amount
  world.balance[credit] -= amount
  if (credit === 'epay' && paymentId)
    world.wentBy.set(paymentId, (world.wentBy.get(paymentId) ?? 0) + amount)
}

/**
 * Writes one change of the facts, as the database reads them back; it refuses what its tables and
 * last line of defence do not allow.
 */
export function write(world: World, effect: Effect): void {
  const before = world.contract
  const why = refuses(before, effect)
  if (why) broken(why)
  world.contract = world.rules.applied(before, [effect])
  if (effect.do === 'policy_made') {
    const end = dayOf(asideOf(world.orders, effect.orderId).end)
    const policies = world.contract.policies.map((policy) =>
      policy.id === effect.id ? { ...policy, end } : policy,
    )
    world.contract = { ...world.contract, policies }
  }
  if (effect.do === 'order' && effect.to === 'paid')
    asideOf(world.orders, effect.id).paid = world.day
  if (effect.do === 'subscription' && effect.to === 'paid') world.home.paid = world.day
}

/** A new bill, page or try to charge a card, written down before anybody is asked. */
export function newPayment(
  world: World,
  of: {
    orderId: string
    period: number
    system: WayName
    way: PaymentAside['way']
    amount: number
    expires: number
  },
): string {
  const { orderId, period, system, amount, way, expires } = of
  const id = `${orderId}-${period}-${world.contract.payments.filter((one) => one.orderId === orderId && one.period === period).length + 1}`
  if (
    world.contract.payments.some(
      (one) =>
        one.orderId === orderId && one.period === period && /^(created|awaiting)$/.test(one.state),
    )
  )
    broken(`two live payments for ${orderId}`)
  world.contract = {
    ...world.contract,
    payments: [
      ...world.contract.payments,
      { id, orderId, period, system, state: 'created', amount },
    ],
  }
  world.payments.set(id, {
    way,
    asked: false,
    heard: false,
    made: world.day,
    expires,
    triedOn: world.day,
  })
  return id
}

/**
 * The state of a payment changes where nothing has to be decided: it was opened, refused, or
 * followed by another.
 */
export const movePayment = (
  world: World,
  id: string,
  to: 'awaiting' | 'error' | 'expired',
  reason: string,
): void => write(world, { do: 'payment', id, to, reason })
