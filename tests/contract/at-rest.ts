import {
  type Contract,
  type HomeContract,
  isInForce,
  isLive,
  moneyCame,
  type OgpoContract,
} from '#domain/contract/facts.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { broken } from './broken.ts'
import { heldOutside } from './payments.ts'
import { asideOf, today, type World } from './world.ts'

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)
const same = (what: string, ours: number, wanted: number): void => {
  if (ours !== wanted) broken(`${what}: ${ours} and not ${wanted}`)
}
const past = new Set(['partner', 'chargeback'])

/** What must be true of a contract whenever nothing is under way. */
export function checkRest(world: World): void {
  noneInForceTwice(world.contract)
  databaseAgrees(world)
  for (const [id, theirs] of world.outside.payments)
    if (heldOutside(theirs) < 0) broken(`more went back by ${id} than was paid`)
  nothingIsStuck(world)
  moneyAgrees(world)
  accountsAgree(world)
  everybodyNotified(world)
}

function noneInForceTwice({ policies }: Contract): void {
  const periods = policies.filter(isInForce).map(({ period }) => period)
  if (new Set(periods).size < periods.length) broken('two policies in force')
}

/** The unified database holds what we hold, and nothing that we have given back. */
function databaseAgrees(world: World): void {
  const { contract, outside } = world
  const ours = new Map(contract.policies.map((policy) => [policy.globalId, policy]))
  for (const { globalId, rescinded, end } of outside.policies.values()) {
    const policy = ours.get(globalId)
    if (
      !rescinded &&
      end >= world.day &&
      !(policy && (isInForce(policy) || contract.product === 'home'))
    )
      broken(
        `${globalId} is in force in the unified database and ${policy?.state ?? 'unknown'} here`,
      )
    if (rescinded && policy && isInForce(policy))
      broken(`${globalId} is rescinded in the unified database and ${policy.state} here`)
  }
  for (const policy of contract.policies) {
    const theirs = [...outside.policies.values()].some(
      ({ globalId }) => globalId === policy.globalId,
    )
    if (!theirs) broken(`${policy.globalId} is not in the unified database`)
    if (contract.product === 'ogpo' && isInForce(policy) && policy.end < today(world))
      broken(`${policy.globalId} is in force after its end`)
  }
}

const moving = new Set(['paid', 'issuing', 'issue_failed', 'refunding', 'refund_failed'])

function nothingIsStuck(world: World): void {
  const { contract } = world
  const stuck = (what: string, id: string, state: string) =>
    broken(`${what} ${id} is stuck: ${state}`)
  for (const { id, state } of contract.refunds) if (state !== 'done') stuck('refund', id, state)
  for (const { id, state } of contract.terminations)
    if (state === 'accepted') stuck('ending', id, state)
  for (const payment of contract.payments) {
    const { way } = asideOf(world.payments, payment.id)
    if (payment.state === 'refunding' || (way === 'saved_card' && isLive(payment)))
      stuck('payment', payment.id, payment.state)
  }
  if (contract.product === 'ogpo') {
    for (const { id, state } of contract.orders)
      if (moving.has(state) || state === 'draft') stuck('order', id, state)
    return
  }
  if (contract.subscription.state === 'paid') stuck('subscription', contract.id, 'paid')
  for (const { period, state } of contract.months)
    if (state === 'refunding') stuck('month', String(period), state)
}

/** Our accounts say what the journals outside say. */
function moneyAgrees(world: World): void {
  const { contract, outside, balance } = world
  same('the sum over all accounts', sum(Object.values(balance)), 0)
  same('refunds that are owed', balance.refunds, 0)
  for (const system of wayNames) {
    const ids = contract.payments.filter((payment) => payment.system === system).map(({ id }) => id)
    const theirs = ids.flatMap((id) => outside.payments.get(id) ?? [])
    same(`the account ${system}`, balance[system], sum(theirs.map(heldOutside)))
  }
  same('the account bank_details', balance.bank_details, -sum([...outside.transfers.values()]))
  same('the account partner', balance.partner, -outside.partner)
  const paid = sum(contract.payments.filter(moneyCame).map(({ amount }) => amount))
  const sales = [...world.receipts.values()].filter((amount) => amount > 0)
  same('receipts of sales', sum(sales), paid)
  const back = contract.refunds
    .filter(({ reason }) => !past.has(reason))
    .map(({ amount }) => amount)
  same('receipts of returns', sum([...world.receipts.values()]) - sum(sales), -sum(back))
}

/** Kept is booked: premium, what came back of it, and the commission inside it, to the tenge. */
function accountsAgree(world: World): void {
  const { contract, balance, expected } = world
  const amounts = (wanted: boolean) =>
    contract.refunds.filter(({ reason }) => past.has(reason) === wanted).map(({ amount }) => amount)
  const paid = sum(contract.payments.filter(moneyCame).map(({ amount }) => amount))
  const kept = paid - sum(amounts(false))
  const beyond = sum(contract.overdrawn.map(({ amount }) => amount))
  if (beyond < 0) broken(`a debt of ${beyond} was set off`)
  const booked = contract.product === 'ogpo' ? bookedOf(contract) : bookedMonths(contract)
  same('premium and commission in the ledger', -balance.insurer - balance.commission, booked)
  same('commission', -balance.commission, expected.commission)
  same('what is kept', kept, booked + expected.missing)
  same('the account client', -balance.client, expected.missing - sum(amounts(true)) - beyond)
  const inForce = contract.product === 'ogpo' ? contract.policies.filter(isInForce) : []
  const premium = sum(inForce.map((policy) => policy.premium + policy.ogpoPlus))
  if (kept < premium) broken(`a policy for ${premium} is in force and ${kept} of its money is kept`)
  if (contract.product === 'ogpo') unissuedAreRepaid(contract)
}

function bookedOf({ orders, terminations }: OgpoContract): number {
  const issued = orders.filter(({ state }) => state === 'issued')
  const sold = sum(issued.map(({ premium, ogpoPlus, takenOver }) => premium + ogpoPlus - takenOver))
  return (
    sold - sum(terminations.filter(({ state }) => state === 'done').map(({ refund }) => refund))
  )
}

const bookedMonths = ({ months, policies }: HomeContract): number =>
  policies.length > 0
    ? sum(months.filter(({ state }) => state === 'paid').map(({ amount }) => amount))
    : 0

/** An order without a policy keeps nothing. */
function unissuedAreRepaid({ orders, payments, refunds }: OgpoContract): void {
  for (const { id, state } of orders) {
    if (state === 'issued') continue
    for (const payment of payments.filter(({ orderId }) => orderId === id)) {
      const back = sum(
        refunds.filter(({ paymentId }) => paymentId === payment.id).map(({ amount }) => amount),
      )
      if (moneyCame(payment) && back !== payment.amount)
        broken(`the ${state} order ${id} keeps ${payment.amount - back}`)
    }
  }
}

function everybodyNotified({ contract, notified, expected }: World): void {
  for (const { id, orderId, reason } of contract.refunds)
    if (!past.has(reason) && !notified.has(`${orderId}:refunded:${id}`))
      broken(`nobody was told of the refund ${id}`)
  for (const id of expected.notIssued)
    if (!notified.has(`${id}:not_issued`)) broken(`nobody was told that ${id} is not issued`)
  for (const id of expected.late)
    if (!notified.has(`${id}:late`)) broken(`nobody was told that the money of ${id} came late`)
  if (contract.product === 'ogpo') return
  const { id, subscription, months } = contract
  const has = (purpose: string) => [...notified].some((one) => one.startsWith(`${id}:${purpose}`))
  if (subscription.state === 'cancelled' && !has('cancelled'))
    broken('nobody was told of the cancelling')
  if (subscription.state === 'not_renewed' && !has('not_renewed:'))
    broken('nobody was told of the end')
  for (const { period, state } of months)
    if (period > 0 && state === 'paid' && !has(`renewed:${period}`))
      broken(`nobody was told of ${period}`)
}
