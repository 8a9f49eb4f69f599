import { mixed } from '../random.ts'
import type { Size } from '../sale.ts'
import { type Filling, issuedOnly, later } from './cells.ts'

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
