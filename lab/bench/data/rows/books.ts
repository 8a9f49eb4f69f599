import {
  attemptOf,
  bySale,
  type Cell,
  type Filling,
  later,
  paid,
  refundOf,
  systemOf,
} from './cells.ts'

/** Refunds, the ledger, receipts. */
export const books: readonly Filling[] = [
  bySale(
    'refunds',
    'id, contract_id, order_id, attempt_id, amount, reason, state, outside_id, created_at, done_at',
    (sale) =>
      sale.state === 'refunded'
        ? [
            [
              refundOf(sale),
              sale.id,
              sale.id,
              attemptOf(sale),
              sale.premium,
              'not_issued',
              'done',
              `back-${sale.n}`,
              later(sale.at, 100),
              later(sale.at, 120),
            ],
          ]
        : [],
  ),
  bySale(
    'ledger',
    'key, contract_id, order_id, attempt_id, kind, debit, credit, amount, at',
    (sale) => {
      const line = (
        kind: string,
        of: string,
        [debit, credit]: readonly [string, string],
        amount: number,
        attempt: string | null,
      ): Cell[] => [
        `${kind}:${of}`,
        sale.id,
        sale.id,
        attempt,
        kind,
        debit,
        credit,
        amount,
        later(sale.at, 60),
      ]
      const attempt = attemptOf(sale)
      return [
        ...(paid(sale)
          ? [line('payment', attempt, [systemOf(sale), 'client'], sale.premium, attempt)]
          : []),
        ...(sale.state === 'issued'
          ? [
              line('premium', sale.id, ['client', 'insurer'], sale.premium, null),
              line('commission', sale.id, ['insurer', 'commission'], sale.commission, null),
            ]
          : []),
        ...(sale.state === 'refunded'
          ? [
              line('refund_due', refundOf(sale), ['client', 'refunds'], sale.premium, attempt),
              line('refund', refundOf(sale), ['refunds', systemOf(sale)], sale.premium, attempt),
            ]
          : []),
      ]
    },
  ),
  bySale(
    'fiscal_receipts',
    'id, operation, order_id, amount, state, number, created_at, done_at, way',
    (sale) =>
      paid(sale)
        ? [
            [
              `payment:${attemptOf(sale)}`,
              'sale',
              sale.id,
              sale.premium,
              'done',
              `G${sale.n}`,
              later(sale.at, 60),
              later(sale.at, 61),
              systemOf(sale),
            ],
          ]
        : [],
  ),
]
