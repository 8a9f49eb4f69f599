import { synthetic } from './people.ts'
import { mixed, uuidOf } from './random.ts'
import { clientsOf, lostOrders, type Sale, type Size, saleOf, TODAY } from './sale.ts'

/** Of a hundred policies so many had a claim, and of ten quotes so many were never ordered. */
const CLAIMS_PERCENT = 3
const IDLE_QUOTES_PERCENT = 20

type Cell = string | number | boolean | null
export type Filling = {
  table: string
  columns: string
  /** How many numbers it is asked for. */
  count: (size: Size) => number
  rows: (
    size: Size,
    n: number,
    given: { insurerIds: readonly number[]; tables: string },
  ) => Cell[][]
}

const orders = (size: Size) => size.policies + lostOrders(size)
const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000).toISOString()
const attemptOf = (sale: Sale) => `${sale.id}-1`
const refundOf = (sale: Sale) => `R-${attemptOf(sale)}-not_issued`
const paid = (sale: Sale) => sale.state !== 'expired'
const systemOf = (sale: Sale) => (sale.card ? 'card' : 'mobile_bank')
const hasClaim = ({ seed }: Size, n: number) => mixed(seed, 6, n, 100) < CLAIMS_PERCENT

/** What the cabinet, the desks and the documents read of a policy. */
function factsOf({ who, start, end, insurer, insurerAt, at }: Sale): string {
  const person = {
    iin: who.iin,
    clientId: 5_000_000,
    surname: who.surname,
    name: who.name,
    patronymic: who.patronymic,
    birthDate: who.birthDate,
    document: null,
    licence: {
      number: who.licenceNumber,
      issueDate: '2019-04-02',
      validTo: '2029-04-02',
      experienceFrom: '2012-05-20',
    },
    bonusMalus: { kind: 'CLASS', class: '3' },
    privilege: false,
  }
  return JSON.stringify({
    quotedOn: at.toISOString().slice(0, 10),
    policyholder: person,
    willDrive: true,
    phone: who.phone,
    insured: [person],
    vehicles: [
      {
        vehicleId: 9_000_000,
        plate: who.plate,
        techPassport: who.techPassport,
        vin: who.vin,
        type: 'PASSENGER',
        make: 'Toyota',
        model: 'Corolla',
        year: 2018,
        region: 'ALMATY_CITY',
        settlement: 'CITY',
      },
    ],
    term: { start, end, months: 12, seasonal: false },
    insurer: {
      id: insurerAt + 1,
      code: insurer,
      name: { kz: insurer, ru: insurer },
      esbdSystemId: insurerAt + 1,
      commissionPercent: '15.00',
      middlemanContract: `QORGAN-${insurerAt + 1}`,
      correctionDeviation: '0',
    },
    ogpoPlus: null,
    badScoring: false,
    replaces: null,
  })
}

const bySale = (
  table: string,
  columns: string,
  row: (sale: Sale, size: Size) => Cell[][],
): Filling => ({
  table,
  columns,
  count: orders,
  rows: (size, n) => row(saleOf(size, n), size),
})
const issuedOnly = (
  table: string,
  columns: string,
  row: (sale: Sale, size: Size) => Cell[][],
): Filling => ({
  table,
  columns,
  count: ({ policies }) => policies,
  rows: (size, n) => row(saleOf(size, n), size),
})

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
const policyState = ({ start, end }: Sale) =>
  end < TODAY ? 'ended' : start <= TODAY ? 'active' : 'pending'

/**
 * Tables in the order in which they refer to each other. Quotes keep no facts: nothing reads those
 * of an order that is over.
 */
export const fillings: readonly Filling[] = [
  {
    table: 'people',
    columns:
      'iin, surname, name, patronymic, birth_date, resident, document_valid, phone, email, origin, checked_at',
    count: clientsOf,
    rows: (_size, n) => {
      const who = synthetic(n)
      const named = [who.surname, who.name, who.patronymic, who.birthDate]
      return [
        [who.iin, ...named, true, true, who.phone, who.email, 'register', `${TODAY}T00:00:00Z`],
      ]
    },
  },
  {
    table: 'accounts',
    columns: 'id, iin, phone, email, created_at',
    count: clientsOf,
    rows: ({ seed }, n) => {
      const who = synthetic(n)
      return [[uuidOf(seed, 'account', n), who.iin, who.phone, who.email, '2023-11-01T00:00:00Z']]
    },
  },
  {
    table: 'quotes',
    columns:
      'id, application_id, request_hash, buyer_iin, kind, draft_number, insurer_id, facts, price, tables_version, insurance_premium, commission, reply, created_at, expires_at',
    count: orders,
    rows: (size, n, { insurerIds, tables }) => {
      const sale = saleOf(size, n)
      const quote = (id: string, name: string): Cell[] => [
        ...[
          id,
          uuidOf(size.seed, `application${name}`, n),
          '\\\\x00',
          sale.who.iin,
          'new',
          `${name}${n}`,
          insurerIds[sale.insurerAt] ?? 0,
        ],
        ...[
          '{}',
          '{}',
          tables,
          sale.premium,
          sale.commission,
          '{}',
          sale.at.toISOString(),
          later(sale.at, 43_200),
        ],
      ]
      const idle = mixed(size.seed, 7, n, 100) < IDLE_QUOTES_PERCENT
      return [
        quote(sale.quoteId, 'GD'),
        ...(idle ? [quote(uuidOf(size.seed, 'idle', n), 'GI')] : []),
      ]
    },
  },
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
        ...[
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
        ],
        ...[
          'con_aonit_ogpo',
          'site',
          sale.premium,
          sale.premium,
          0,
          sale.commission,
          '{}',
          sale.start,
          sale.at.toISOString(),
        ],
        ...[
          paid(sale) ? later(sale.at, 60) : null,
          sale.state === 'issued' ? later(sale.at, 90) : null,
          sale.insurer,
        ],
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
  bySale(
    'payment_attempts',
    'id, contract_id, order_id, system, way, phone, amount, state, outside_id, created_at, expires_at',
    (sale) => [
      [
        ...[
          attemptOf(sale),
          sale.id,
          sale.id,
          systemOf(sale),
          sale.card ? 'page' : 'bill',
          sale.card ? null : sale.who.phone,
          sale.premium,
        ],
        ...[
          sale.state === 'issued' ? 'paid' : sale.state,
          `out-${sale.n}`,
          sale.at.toISOString(),
          later(sale.at, 86_400),
        ],
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
  issuedOnly(
    'policies',
    'id, contract_id, order_id, global_id, esbd_policy_id, number, state, policyholder_iin, insurer_code, start_date, end_date, premium, ogpo_plus_premium, facts, issued_at, verified_at',
    (sale) => [
      [
        ...[
          sale.policyId,
          sale.id,
          sale.id,
          `${String(sale.n).padStart(11, '0')}G`,
          sale.n,
          sale.id,
          policyState(sale),
          sale.who.iin,
          sale.insurer,
        ],
        ...[
          sale.start,
          sale.end,
          sale.premium,
          0,
          factsOf(sale),
          later(sale.at, 80),
          later(sale.at, 80),
        ],
      ],
    ],
  ),
  issuedOnly('policy_history', 'policy_id, state, at, actor, reason', (sale) =>
    ['pending', 'active', 'ended']
      .slice(0, ['pending', 'active', 'ended'].indexOf(policyState(sale)) + 1)
      .map((state, at) => [
        sale.policyId,
        state,
        at === 0 ? later(sale.at, 80) : `${at === 1 ? sale.start : sale.end}T19:00:00Z`,
        'generated',
        state,
      ]),
  ),
  // One paper of a few bytes stands for the eight of a policy: their bytes are no part of what is
  // measured.
  issuedOnly(
    'documents',
    'uuid, policy_id, kind, locale, file_name, size, sha256, content, created_at',
    (sale, { seed }) => [
      [
        uuidOf(seed, 'paper', sale.n),
        sale.policyId,
        'policy',
        'kz',
        `${sale.id}.pdf`,
        5,
        '\\\\x00',
        '\\\\x255044462d',
        later(sale.at, 85),
      ],
    ],
  ),
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
        ...[
          `${kind}:${of}`,
          sale.id,
          sale.id,
          attempt,
          kind,
          debit,
          credit,
          amount,
          later(sale.at, 60),
        ],
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
              ...[`payment:${attemptOf(sale)}`, 'sale', sale.id, sale.premium, 'done'],
              ...[`G${sale.n}`, later(sale.at, 60), later(sale.at, 61), systemOf(sale)],
            ],
          ]
        : [],
  ),
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
              ...[
                `GC${sale.n}`,
                sale.accountId,
                sale.who.iin,
                sale.policyId,
                `${String(sale.n).padStart(11, '0')}G`,
                'ogpo',
                'completed',
              ],
              ...[
                'owner',
                'injured',
                'Бампер',
                sale.start,
                `${sale.start}T06:00:00Z`,
                `${sale.start}T06:00:00Z`,
                sale.insurer,
                'con_aonit_ogpo',
              ],
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
