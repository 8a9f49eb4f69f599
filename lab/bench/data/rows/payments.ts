import { attemptOf, bySale, type Filling, later, systemOf } from './cells.ts'

/** Attempts to pay and their way. */
export const payments: readonly Filling[] = [
  bySale(
    'payment_attempts',
    'id, contract_id, order_id, system, way, phone, amount, state, outside_id, created_at, expires_at',
    (sale) => [
      [
        attemptOf(sale),
        sale.id,
        sale.id,
        systemOf(sale),
        sale.card ? 'page' : 'bill',
        sale.card ? null : sale.who.phone,
        sale.premium,
        sale.state === 'issued' ? 'paid' : sale.state,
        `out-${sale.n}`,
        sale.at.toISOString(),
        later(sale.at, 86_400),
      ],
    ],
  ),
  bySale('payment_attempt_history', 'attempt_id, state, at, actor, reason', (sale) =>
    [
      'created',
      'awaiting',
      ...(sale.state === 'expired' ? ['expired'] : ['paid']),
      ...(sale.state === 'refunded' ? ['refunding', 'refunded'] : []),
    ].map((state, at) => [attemptOf(sale), state, later(sale.at, at * 20), 'generated', state]),
  ),
]
