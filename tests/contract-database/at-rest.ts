import { statementPerInsurer } from '#server/reports/insurers.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { type Invoice, numberOn } from '#systems/bank/sandbox.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { type Fixture, rows } from './fixture.ts'

type Row = {
  id: string
  orders: { id: string; number: string; state: string }[]
  payments: { id: string; amount: number; state: string; history: string[] }[]
  refunds: {
    id: string
    payment: string
    amount: number
    reason: string
    state: string
    told: boolean
  }[]
  policies: { number: string; globalId: string; state: string; premium: number }[]
  sums: { paid_in: number; refunds_open: number; refunded: number }
  balances: Record<string, number>
  overdrawn: { payment: string; amount: number; won: boolean }[]
}

/** Everything that our books say of some contracts. */
const accountsOf = (fixture: Fixture, contracts: readonly string[]) =>
  rows<Row>(
    fixture,
    `select contracts.id,
       json_build_object('paid_in', paid_in, 'refunds_open', refunds_open, 'refunded', refunded) as sums,
       (select json_agg(json_build_object('id', id, 'number', number, 'state', state)) from orders where contract_id = contracts.id) as orders,
       (select coalesce(json_agg(json_build_object('id', id, 'amount', amount, 'state', state, 'history',
         (select json_agg(state order by id) from payment_attempt_history where attempt_id = payment_attempts.id))), '[]')
         from payment_attempts where contract_id = contracts.id) as payments,
       (select coalesce(json_agg(json_build_object('id', id, 'payment', attempt_id, 'amount', amount, 'reason', reason, 'state', state, 'told',
         exists (select from messages where messages.order_id = refunds.order_id and purpose = 'refunded:' || refunds.id and sent_at is not null))),
         '[]') from refunds where contract_id = contracts.id) as refunds,
       (select coalesce(json_agg(json_build_object('number', number, 'globalId', global_id, 'state', state,
         'premium', premium + ogpo_plus_premium)), '[]') from policies where contract_id = contracts.id) as policies,
       (select coalesce(json_agg(json_build_object('payment', attempt_id, 'won', kind = 'dispute_won',
         'amount', case kind when 'overdrawn' then amount else -amount end)), '[]')
         from ledger where contract_id = contracts.id and kind in ('overdrawn', 'set_off', 'dispute_won')) as overdrawn,
       (select coalesce(json_object_agg(account, sum), '{}') from (
         select account, sum(case when credit = account then amount else -amount end) as sum
         from ledger, unnest(array[debit, credit]) as account where contract_id = contracts.id group by account) as of_accounts) as balances
     from contracts where contracts.id = any($1)`,
    [contracts],
  )

const came = ({ state }: { state: string }) => ['paid', 'refunding', 'refunded'].includes(state)
const total = (of: readonly { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
const isPast = ({ reason }: { reason: string }) =>
  ['partner', 'chargeback', 'bank_return'].includes(reason)

/**
 * The bank's and the acquirer's own journal: what came and what went by each payment, by our number
 * of it.
 */
function outside({ at }: Fixture) {
  const { world } = at.sandbox
  const bills = [...world.store<Invoice>('bank.invoices').values()].map((bill) => ({
    id: numberOn(bill),
    came: bill.state === 'paid' ? bill.amount : 0,
    refunds: bill.refunds.map(({ id, amount }) => ({ amount, key: id })),
  }))
  const pages = [...payments(world).values()].map(({ orderId, state, amount, refunds }) => ({
    id: orderId,
    came: state === 'success' ? amount : 0,
    // What a bank undid of what it took is in its list as an error.
    refunds: refunds
      .filter(({ state }) => state !== 'error')
      .map(({ amount, by }) => ({ amount, key: by === 'bank' ? '' : by })),
  }))
  return [...bills, ...pages]
}

/** What does not hold of contracts that are at rest, in words; nothing where all does. */
export async function wrongOf(fixture: Fixture, contracts: readonly string[]): Promise<string[]> {
  const journal = outside(fixture)
  const registered = esbdPolicies(fixture.at.sandbox.world)
  const wrong: string[] = []
  for (const row of await accountsOf(fixture, contracts)) {
    const say = (what: string) => wrong.push(`${row.id}: ${what} · ${JSON.stringify(row)}`)
    const theirs = journal.filter(({ id }) =>
      row.orders.some((order) => id.startsWith(`${order.id}-`)),
    )
    money(row, theirs, say)
    policies(row, registered, say)
    for (const { id, state } of row.orders)
      if (['draft', 'paid', 'issuing', 'issue_failed', 'refunding'].includes(state))
        say(`order ${id} is ${state} at rest`)
    for (const refund of row.refunds)
      if (refund.state === 'done' && !isPast(refund) && !refund.told)
        say(`nobody was told of ${refund.id}`)
  }
  return wrong
}

type Theirs = ReturnType<typeof outside>
function money(row: Row, theirs: Theirs, say: (what: string) => void) {
  const { sums, balances } = row
  const won = -total(row.overdrawn.filter((line) => line.won))
  const paid = total(row.payments.filter(came))
  if (sums.paid_in !== paid + won) say('the sum paid in is not that of the payments')
  if (sums.refunded + sums.refunds_open !== total(row.refunds))
    say('the sums given back are not those of the refunds')
  if (total(row.refunds) > paid + won) say('more goes back than was paid')
  for (const payment of row.payments)
    if (total(row.refunds.filter((refund) => refund.payment === payment.id)) > payment.amount + won)
      say(`more goes back of ${payment.id} than it brought`)
  // The outside's journal: every payment of theirs is ours and the other way round, every refund of
  // theirs is one of ours.
  for (const { id, came: amount, refunds } of theirs) {
    const ours = row.payments.find((payment) => payment.id === id)
    if ((ours && came(ours) ? ours.amount : 0) !== amount) say(`of ${id} came ${amount}`)
    const known = row.refunds.filter(
      (refund) => refund.payment === id && refund.state === 'done' && refund.reason !== 'partner',
    )
    const beyond = total(row.overdrawn.filter(({ payment }) => payment === id))
    if (total(known) + beyond !== total(refunds))
      say(`of ${id} ${total(refunds)} went back, our books say ${total(known) + beyond}`)
  }
  // A refund that stays open is one whose money the card's bank took before us.
  for (const refund of row.refunds)
    if (
      refund.state !== 'done' &&
      !theirs.some(
        ({ id, refunds }) => id === refund.payment && refunds.some(({ key }) => key === ''),
      )
    )
      say(`refund ${refund.id} is ${refund.state} at rest`)
  const sum = Object.values(balances).reduce((all, one) => all + one, 0)
  if (sum !== 0) say('the ledger does not balance')
  // What is not spoken for is nothing, or what went back past us of a policy that stands.
  const beyond = total(row.overdrawn)
  if (beyond + won < 0) say(`a debt of ${beyond} was set off`)
  const past = total(row.refunds.filter(isPast)) + beyond
  const client = balances.client ?? 0
  if (client > 0 || -client > past) say(`the client's account has ${client}`)
  const owed = total(row.refunds.filter(({ state }) => state !== 'done'))
  if ((balances.refunds ?? 0) !== owed)
    say(`the account of refunds has ${balances.refunds}, owed are ${owed}`)
  const booked = (balances.insurer ?? 0) + (balances.commission ?? 0)
  const keeps = paid - total(row.refunds) - beyond
  if (keeps !== booked + client) say(`kept are ${keeps}, booked ${booked}`)
}

function policies(
  row: Row,
  registered: ReturnType<typeof esbdPolicies>,
  say: (what: string) => void,
) {
  const ours = row.policies.filter(({ state }) => state === 'pending' || state === 'active')
  if (ours.length > 1) say('two policies are in force')
  const numbers = row.orders.map(({ number }) => number)
  const theirs = registered.filter(
    ({ number, rescinded }) => numbers.includes(number) && !rescinded,
  )
  if (theirs.map(({ globalId }) => globalId).join() !== ours.map(({ globalId }) => globalId).join())
    say(`in force there are ${JSON.stringify(theirs)}`)
  for (const number of numbers)
    if (registered.filter((one) => one.number === number).length > 1)
      say(`${number} was registered twice`)
  const kept =
    total(row.payments.filter(came)) - total(row.refunds.filter((refund) => !isPast(refund)))
  for (const { premium, number } of ours)
    if (kept < premium) say(`${number} is in force for ${kept} instead of ${premium}`)
}

/**
 * The insurers' report of everything there is, against the accounts of the ledger and what the
 * outside kept for us, whole tenge.
 */
export async function reported(fixture: Fixture) {
  const { db } = fixture.at.server.deps
  const lines = await statementPerInsurer(db, new Date(0), new Date('2100-01-01T00:00:00Z'))
  const [accounting] = await rows<{ booked: number; client: number; partner: number }>(
    fixture,
    `select coalesce(sum(case when credit in ('insurer', 'commission') then amount else 0 end
         - case when debit in ('insurer', 'commission') then amount else 0 end), 0)::int as booked,
       coalesce(sum(case when credit in ('client', 'refunds') then amount else 0 end
         - case when debit in ('client', 'refunds') then amount else 0 end), 0)::int as client,
       coalesce(sum(amount) filter (where credit = 'partner'), 0)::int as partner from ledger`,
  )
  const journal = outside(fixture)
  const kept = journal.reduce((sum, one) => sum + one.came - total(one.refunds), 0)
  const told = lines.reduce((sum, line) => sum + line.toPassOn + line.commission, 0)
  return {
    told,
    booked: accounting?.booked ?? 0,
    kept: kept - (accounting?.client ?? 0) - (accounting?.partner ?? 0),
  }
}
