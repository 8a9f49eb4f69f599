import { sql } from 'kysely'
import { type Act, decide } from '#domain/contract/decide.ts'
import type { Common, Contract } from '#domain/contract/facts.ts'
import { type Decision, isRefused } from '#domain/contract/refusal.ts'
import type { Locale } from '#domain/locale.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Doing } from '../products/product.ts'
import { productOf } from '../products/products.ts'
import { carry } from './carry.ts'
import { lockContract } from './lock.ts'
import { isOverdrawn, overdrawnAmount } from './overdrawn.ts'

/**
 * Returns the contract's facts for its rules, by two statements. The caller should hold the
 * contract's lock. Throws if the contract does not exist.
 */
export async function contractFacts(tx: Sql, id: string): Promise<Contract> {
  const { rows } = await sql<Common & { product: string }>`
    select contracts.id, contracts.product,
      (select coalesce(json_agg(json_build_object('id', id, 'orderId', order_id, 'period', period, 'system', system, 'state', state,
        'amount', amount) order by created_at, id), '[]') from payment_attempts where contract_id = contracts.id) as payments,
      (select coalesce(json_agg(json_build_object('id', id, 'orderId', order_id, 'paymentId', attempt_id, 'amount', amount,
        'reason', reason, 'state', state, 'byHand', exists (select from refund_details where refund_id = refunds.id
        and approved_at is not null)) order by created_at, id), '[]') from refunds where contract_id = contracts.id) as refunds,
      (select coalesce(json_agg(json_build_object('key', key, 'paymentId', attempt_id,
        'amount', ${overdrawnAmount})), '[]') from ledger
        where contract_id = contracts.id and ${isOverdrawn}) as overdrawn,
      (select coalesce(sum(case when credit = 'client' then amount when debit = 'client' then -amount else 0 end), 0)::int
        from ledger where contract_id = contracts.id) as client,
      (select coalesce(json_agg(json_build_object('id', id, 'orderId', order_id, 'globalId', global_id, 'state', state, 'premium', premium,
        'ogpoPlus', ogpo_plus_premium, 'end', end_date, 'issuedOn', to_char((issued_at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD'), 'period', period) order by issued_at), '[]')
        from policies where contract_id = contracts.id) as policies,
      (select coalesce(json_agg(json_build_object('id', one.id, 'policyId', one.policy_id, 'kind', one.kind, 'state', one.state,
        'refund', one.refund, 'ogpoPlus', (select coalesce(sum((line ->> 'refund')::int), 0) from jsonb_array_elements(one.lines) as line
        where line ->> 'kind' = 'ogpo_plus')) order by one.created_at), '[]') from policy_endings as one join policies on policies.id = one.policy_id
        where policies.contract_id = contracts.id) as terminations,
      (select coalesce(json_agg(json_build_object('policyId', one.policy_id,
        'state', case when one.state in ('accepted', 'completed') then 'accepted' else 'open' end)), '[]')
        from claims as one join policies on policies.id = one.policy_id
        where policies.contract_id = contracts.id and one.state <> 'rejected') as claims
    from contracts where contracts.id = ${id}`.execute(tx)
  const common = rows[0]
  if (!common) throw new Error(`there is no contract ${id}`)
  return { ...common, ...(await productOf(common.product).facts(tx, id)) }
}

/**
 * Acts on a contract's money or policies, or returns why not: takes the lock, reads the facts,
 * applies the one rule and writes its effects, all in the caller's transaction. Throws if the
 * database refuses what the rule allowed.
 */
export async function act(
  tx: Tx,
  deps: Deps,
  contractId: string,
  what: Act,
  doing: Doing,
): Promise<Decision> {
  await lockContract(tx, contractId)
  const contract = await contractFacts(tx, contractId)
  const decision = decide(contract, what)
  if (!isRefused(decision)) await carry(tx, deps, contract, decision.effects, doing)
  return decision
}

/**
 * Sets the language of the contract's further messages: the client now acts in it, whatever
 * language they bought in.
 */
export async function toldIn(sql: Sql, contractId: string, locale: Locale): Promise<void> {
  await sql
    .updateTable('orders')
    .set({ locale })
    .where('contract_id', '=', contractId)
    .where('locale', '<>', locale)
    .execute()
  await sql
    .updateTable('home_subscriptions')
    .set({ locale })
    .where('id', '=', contractId)
    .where('locale', '<>', locale)
    .execute()
}
