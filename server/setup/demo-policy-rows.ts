import type { Selectable } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Posting } from '#domain/contract/posting.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Tx } from '../db/connect.ts'
import type { Quotes } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { randomKey } from '../http/create-token.ts'
import type { QuoteFacts } from '../quotes/facts.ts'

type Quote = Selectable<Quotes>
type Sums = Pick<Quote, 'insurance_premium' | 'commission'>

type Ended = 'issued' | 'expired' | 'rejected'

/** The order, issued or never paid, with the states it went through. */
export async function order(
  tx: Tx,
  {
    orderId,
    quote,
    of,
    at,
  }: {
    orderId: string
    quote: Sums & Pick<Quote, 'id' | 'buyer_iin' | 'promoter_iin'>
    of: { number: string; start: Day; phone: string; state?: Ended }
    at: Date
  },
) {
  const { state: end = 'issued' } = of
  await tx
    .insertInto('orders')
    .values({
      id: orderId,
      calculation_id: quote.id,
      state: end,
      number: of.number,
      progress_key: randomKey(),
      buyer_iin: quote.buyer_iin,
      promoter_iin: quote.promoter_iin,
      phone: of.phone,
      locale: 'kz',
      source: 'con_aonit_ogpo',
      channel: quote.promoter_iin ? 'promoter' : 'site',
      amount: quote.insurance_premium,
      insurance_premium: quote.insurance_premium,
      ogpo_plus_premium: 0,
      commission: quote.commission,
      accepted: JSON.stringify({ ...legalVersions, at: at.toISOString() }),
      start_date: of.start,
      created_at: at,
      paid_at: end === 'issued' ? at : null,
      papers_sent_at: end === 'issued' ? at : null,
    })
    .execute()
  const way = end === 'issued' ? ['paid', 'issuing', 'issued'] : [end]
  for (const state of ['draft', 'awaiting_payment', ...way])
    await tx
      .insertInto('order_history')
      .values({ order_id: orderId, state, at, actor: 'demonstration', reason: 'demonstration' })
      .execute()
}

export function postingsOf(orderId: string, attemptId: string, quote: Sums): Posting[] {
  const about = { orderId, paymentId: null }
  return [
    {
      ...about,
      key: `payment:${attemptId}`,
      kind: 'payment',
      debit: 'mobile_bank',
      credit: 'client',
      amount: quote.insurance_premium,
      paymentId: attemptId,
    },
    {
      ...about,
      key: `premium:${orderId}`,
      kind: 'premium',
      debit: 'client',
      credit: 'insurer',
      amount: quote.insurance_premium,
    },
    {
      ...about,
      key: `commission:${orderId}`,
      kind: 'commission',
      debit: 'insurer',
      credit: 'commission',
      amount: quote.commission,
    },
  ]
}

export async function attempt(
  tx: Tx,
  of: {
    attemptId: string
    orderId: string
    billId: string | null
    phone: string
    amount: number
    at: Date
    state?: 'paid' | 'expired' | 'rejected'
  },
): Promise<void> {
  const { state: end = 'paid' } = of
  await tx
    .insertInto('payment_attempts')
    .values({
      id: of.attemptId,
      contract_id: of.orderId,
      order_id: of.orderId,
      system: 'mobile_bank',
      way: 'bill',
      phone: of.phone,
      amount: of.amount,
      state: end,
      outside_id: of.billId,
      created_at: of.at,
      expires_at: of.at,
    })
    .execute()
  for (const state of ['created', 'awaiting', end])
    await tx
      .insertInto('payment_attempt_history')
      .values({
        attempt_id: of.attemptId,
        state,
        at: of.at,
        actor: 'demonstration',
        reason: 'demonstration',
      })
      .execute()
}

export async function policy(
  tx: Tx,
  { clock }: Deps,
  of: {
    orderId: string
    issued: { policyId: number; globalId: string; number: string }
    facts: QuoteFacts
    premium: number
    promoter: string | null
    at: Date
  },
): Promise<void> {
  const { start, end } = of.facts.term
  const states = end < clock.today() ? ['pending', 'active', 'ended'] : ['pending', 'active']
  const { id } = await tx
    .insertInto('policies')
    .values({
      order_id: of.orderId,
      global_id: of.issued.globalId,
      esbd_policy_id: String(of.issued.policyId),
      number: of.issued.number,
      state: states.at(-1) ?? 'active',
      policyholder_iin: of.facts.policyholder.iin,
      promoter_iin: of.promoter,
      insurer_code: of.facts.insurer.code,
      start_date: start,
      end_date: end,
      premium: of.premium,
      ogpo_plus_premium: 0,
      facts: JSON.stringify({ ...of.facts, ogpoPlus: null }),
      issued_at: of.at,
      verified_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const state of states)
    await tx
      .insertInto('policy_history')
      .values({ policy_id: id, state, at: of.at, actor: 'demonstration', reason: 'demonstration' })
      .execute()
}
