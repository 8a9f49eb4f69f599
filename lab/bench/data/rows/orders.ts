import type { Sale } from '../sale.ts'
import { bySale, type Filling, later, paid } from './cells.ts'

const statesOf: Record<Sale['state'], readonly string[]> = {
  issued: ['draft', 'awaiting_payment', 'paid', 'issuing', 'issued'],
  expired: ['draft', 'awaiting_payment', 'expired'],
  refunded: [
    'draft',
    'awaiting_payment',
    'paid',
    'issuing',
    'issue_failed',
    'refunding',
    'refunded',
  ],
}
/** Contracts, orders and their way. */
export const orders: readonly Filling[] = [
  // Its triggers sleep while the rows are made, so that the sums are given.
  bySale('contracts', 'id, product, opened_at, paid_in, refunded', (sale) => [
    [
      sale.id,
      'ogpo',
      sale.at.toISOString(),
      paid(sale) ? sale.premium : 0,
      sale.state === 'refunded' ? sale.premium : 0,
    ],
  ]),
  bySale(
    'orders',
    'id, contract_id, calculation_id, state, number, progress_key, buyer_iin, phone, email, locale, source, channel, amount, insurance_premium, ogpo_plus_premium, commission, accepted, start_date, created_at, paid_at, papers_sent_at, insurer_code',
    (sale) => [
      [
        sale.id,
        sale.id,
        sale.quoteId,
        sale.state,
        sale.id,
        `key-${sale.id}`,
        sale.who.iin,
        sale.who.phone,
        sale.who.email,
        'kz',
        'con_aonit_ogpo',
        'site',
        sale.premium,
        sale.premium,
        0,
        sale.commission,
        '{}',
        sale.start,
        sale.at.toISOString(),
        paid(sale) ? later(sale.at, 60) : null,
        sale.state === 'issued' ? later(sale.at, 90) : null,
        sale.insurer,
      ],
    ],
  ),
  bySale('order_history', 'order_id, state, at, actor, reason', (sale) =>
    statesOf[sale.state].map((state, at) => [
      sale.id,
      state,
      later(sale.at, at * 20),
      'generated',
      state,
    ]),
  ),
]
