import { sql } from 'kysely'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Context } from '../http/context.ts'
import { randomKey, shortKey } from '../http/create-token.ts'
import type { acceptance } from '../orders/acceptance.ts'
import type { SoldBy } from '../orders/sold-by.ts'
import type { SalePrice } from '../quotes/price.ts'
import type { Quote } from '../quotes/quotes.ts'
import { traceparent } from '../telemetry/trace.ts'
import type { Ask } from './bill.ts'
import type { OrderFacts } from './order-facts.ts'
import { heldBy } from './other-orders.ts'

/** The row of an order. */

/** What an order is made of. */
export type Made = {
  quote: Quote
  ask: Ask
  price: SalePrice
  sold: SoldBy
  by: Awaited<ReturnType<typeof acceptance>>
  now: Date
  account: OrderFacts['account']
}

export const orderRow = (
  { locale }: Context,
  { quote, ask, price, sold, by, now }: Made,
  contractId: string,
) => ({
  id: sql<string>`(select number || '-' || ${randomKey().slice(0, 6)} from numbered)`,
  calculation_id: quote.id,
  state: price.toPay > 0 ? 'awaiting_payment' : 'draft',
  number: sql<string>`(select number from numbered)`,
  progress_key: randomKey(),
  short_key: shortKey(),
  buyer_iin: quote.buyer_iin,
  promoter_iin: quote.promoter_iin,
  phone: quote.facts.phone,
  email: ask.email ?? null,
  locale,
  ...sold,
  amount: price.toPay,
  insurance_premium: price.insurancePremium,
  ogpo_plus_premium: price.ogpoPlusPremium,
  commission: price.commission,
  refund_due: price.refund,
  replaces_global_id: quote.replaces_global_id,
  taken_over: price.remaining,
  contract_id: contractId,
  accepted: JSON.stringify({
    ...textsOf(price.ogpoPlusPremium > 0),
    ...by,
    ...ask.accepted,
    // Scoring refused the ordinary path and the client took this insurer's offer.
    ...(quote.facts.badScoring ? { otherOffer: quote.facts.insurer.code } : {}),
    at: now.toISOString(),
  }),
  start_date: quote.facts.term.start,
  ...heldBy(quote),
  created_at: now,
  trace: traceparent(),
})

/**
 * Versions of the texts that paying accepts; OGPO+ has its own, and only who buys it accepts it.
 */
function textsOf(withOgpoPlus: boolean) {
  const { ogpoPlus, ...texts } = legalVersions
  return withOgpoPlus ? { ...texts, ogpoPlus } : texts
}
