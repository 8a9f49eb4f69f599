import type { Size } from '../sale.ts'
import { mixed } from '../sale.ts'
import {
  attemptOf,
  bySale,
  type Cell,
  type Filling,
  issuedOnly,
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

/** Of a hundred policies so many had a claim, and of ten quotes so many were never ordered. */
const CLAIMS_PERCENT = 3
const hasClaim = ({ seed }: Size, n: number) => mixed(seed, 6, n, 100) < CLAIMS_PERCENT

/** What follows a policy: messages, claims. */
export const afterwards: readonly Filling[] = [
  issuedOnly('messages', 'id, order_id, kind, purpose, created_at, sent_at', (sale) => [
    [`${sale.id}:sms:issued`, sale.id, 'sms', 'issued', later(sale.at, 90), later(sale.at, 91)],
  ]),
  issuedOnly(
    'claims',
    'id, account_id, iin, policy_id, policy_number, policy_type, state, claim_case, claim_status, damage_type, submitted_on, created_at, updated_at, insurer_code, source',
    (sale, size) =>
      hasClaim(size, sale.n)
        ? [
            [
              `GC${sale.n}`,
              sale.accountId,
              sale.who.iin,
              sale.policyId,
              `${String(sale.n).padStart(11, '0')}G`,
              'ogpo',
              'completed',
              'owner',
              'injured',
              'Бампер',
              sale.start,
              `${sale.start}T06:00:00Z`,
              `${sale.start}T06:00:00Z`,
              sale.insurer,
              'con_aonit_ogpo',
            ],
          ]
        : [],
  ),
  issuedOnly('claim_history', 'claim_id, state, at, actor, reason', (sale, size) =>
    hasClaim(size, sale.n)
      ? ['wait', 'under_consideration', 'accepted', 'completed'].map((state) => [
          `GC${sale.n}`,
          state,
          `${sale.start}T06:00:00Z`,
          'generated',
          state,
        ])
      : [],
  ),
]
