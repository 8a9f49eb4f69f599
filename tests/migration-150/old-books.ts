import { createHash } from 'node:crypto'
import type pg from 'pg'
import { buyer, car } from '../sale.ts'

/**
 * Rows as the releases before decision 150 wrote them, by SQL: a line of the ledger is a signed sum
 * about an order or about a subscription, Home has attempts of its own, and nothing knows which
 * orders are one policy's.
 */
const DAY = Date.parse('2026-11-20T00:00:00Z')
/** The same uuid for the same name. */
export const uuid = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export type Sale = {
  id: string
  premium: number
  commission?: number
  /**
   * What the client pays: the premium, or the surcharge of a reissue; nothing where something is
   * left over.
   */
  amount?: number
  system?: 'mobile_bank' | 'card'
  replaces?: string
  /** What the reissue takes over of the old premium, and what is left over of it. */
  takenOver?: number
  left?: number
  state?: 'issued' | 'issuing' | 'cancelled' | 'awaiting_payment' | 'refunded'
  policy?: 'pending' | 'active' | 'ended' | 'replaced' | 'cancelled' | 'terminated'
  partner?: boolean
}
type Line = {
  kind: string
  amount: number
  key: string
  order?: string
  attempt?: string
  home?: string
}
export type Refund = {
  id: string
  order: string
  payment: string | null
  amount: number
  reason: string
  state: 'due' | 'done' | 'failed'
}

export const globalIdOf = (order: string) => `${order}G`
export const policyIdOf = (order: string) => uuid(`policy ${order}`)
export const paymentOf = (order: string) => `${order}-1`

export function oldBooks(sql: Pick<pg.Pool, 'query'>) {
  let second = 0
  const now = () => {
    second += 1
    return new Date(DAY + second * 1_000).toISOString()
  }
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    return sql.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  const history = async (table: string, column: string, id: string, states: readonly string[]) => {
    for (const state of states)
      await insert(table, { [column]: id, state, at: now(), actor: 'old', reason: state })
  }
  const line = ({ kind, amount, key, order, attempt, home }: Line) =>
    amount === 0
      ? Promise.resolve()
      : insert('ledger', {
          key,
          order_id: order ?? null,
          home_id: home ?? null,
          attempt_id: attempt ?? null,
          kind,
          amount,
          at: now(),
        })
  const receipt = (key: string, operation: 'sale' | 'return', of: object, amount: number) =>
    insert('fiscal_receipts', {
      id: key,
      operation,
      ...of,
      amount,
      state: 'done',
      number: `N-${key}`,
      created_at: now(),
      done_at: now(),
    })

  /** A sale or a reissue with its quote, order, payment, policy and lines. */
  async function sale(of: Sale) {
    const {
      id,
      premium,
      amount = premium,
      system = 'mobile_bank',
      replaces = null,
      takenOver = 0,
      left = 0,
      state = 'issued',
    } = of
    const commission = of.commission ?? Math.round((premium * 15) / 100)
    const quote = uuid(`quote ${id}`)
    const at = now()
    const paid = state === 'issued' || state === 'issuing' || state === 'refunded'
    await sql.query(
      `insert into quotes (id, application_id, request_hash, buyer_iin, kind, draft_number, insurer_id, facts, price, tables_version,
         insurance_premium, commission, remaining_amount, surcharge, refund, replaces_global_id, reply, created_at, expires_at)
       select $1, gen_random_uuid(), '\\x00', $2, $3, $4, insurers.id, '{}', '{}', (select min(version) from tariff_tables),
         $5, $6, $7, $8, $9, $10, '{}', $11, $11 from insurers where code = 'dala' limit 1`,
      [
        quote,
        buyer.iin,
        replaces ? 'reissue' : 'new',
        `D-${id}`,
        premium,
        commission,
        takenOver,
        replaces ? amount : 0,
        left,
        replaces,
        at,
      ],
    )
    await insert('orders', {
      ...{
        id,
        calculation_id: quote,
        state,
        number: `N-${id}`,
        progress_key: `key-${id}`,
        buyer_iin: buyer.iin,
        phone: buyer.phone,
      },
      ...{
        email: null,
        locale: 'kz',
        source: 'con_aonit_ogpo',
        channel: 'site',
        amount,
        insurance_premium: premium,
        ogpo_plus_premium: 0,
      },
      ...{
        commission,
        refund_due: left,
        replaces_global_id: replaces,
        accepted: '{}',
        start_date: '2026-11-21',
        created_at: at,
      },
      ...{
        paid_at: paid ? now() : null,
        papers_sent_at: state === 'issued' ? now() : null,
        partner: of.partner ? 'freedom' : null,
      },
    })
    await history('order_history', 'order_id', id, ['draft', 'awaiting_payment', state])
    if (amount > 0)
      await payment({
        order: id,
        amount,
        system,
        state: paid ? (state === 'refunded' ? 'refunded' : 'paid') : openState(state),
      })
    if (state !== 'issued') return
    await policy(of)
    await line({ kind: 'premium', amount: premium, key: `premium:${id}`, order: id })
    await line({ kind: 'commission', amount: commission, key: `commission:${id}`, order: id })
    if (left > 0)
      await line({ kind: 'refund_due', amount: left, key: `refund_due:${id}`, order: id })
    await insert('messages', {
      id: `${id}:sms:issued`,
      order_id: id,
      kind: 'sms',
      purpose: 'issued',
      created_at: now(),
      sent_at: now(),
    })
  }
  const openState = (state: string) => (state === 'cancelled' ? 'expired' : 'awaiting')

  async function payment(of: {
    order: string
    amount: number
    system: string
    state: string
    n?: number
  }) {
    const { order, amount, system, state, n = 1 } = of
    const id = `${order}-${n}`
    const came = ['paid', 'refunding', 'refunded'].includes(state)
    await insert('payment_attempts', {
      ...{
        id,
        order_id: order,
        system,
        phone: system === 'card' ? null : buyer.phone,
        amount,
        state,
        outside_id: String(8_000_000 + second),
      },
      ...{
        created_at: now(),
        expires_at: '2026-11-21T06:00:00Z',
        refund_reason: state === 'refunded' ? 'old' : null,
      },
    })
    await history('payment_attempt_history', 'attempt_id', id, [
      'created',
      'awaiting',
      ...(came ? ['paid'] : []),
      state,
    ])
    if (!came) return
    await line({ kind: 'payment', amount, key: `payment:${id}`, order, attempt: id })
    await receipt(`payment:${id}`, 'sale', { order_id: order, attempt_id: id, way: system }, amount)
  }

  async function policy({ id, premium, policy: state = 'pending' }: Sale) {
    await insert('policies', {
      ...{
        id: policyIdOf(id),
        order_id: id,
        global_id: globalIdOf(id),
        esbd_policy_id: String(50_000_000 + second),
        number: `N-${id}`,
        state,
      },
      ...{
        policyholder_iin: buyer.iin,
        insurer_code: 'dala',
        start_date: '2026-11-21',
        end_date: '2027-11-20',
        premium,
      },
      ...{
        ogpo_plus_premium: 0,
        facts: JSON.stringify(facts),
        issued_at: now(),
        verified_at: now(),
      },
    })
    await history('policy_history', 'policy_id', policyIdOf(id), ['pending', state])
  }

  /**
   * What the old code owed or gave back; `done` is in the ledger and has its receipt where a
   * payment took it.
   */
  async function refund(of: Refund) {
    const { id, order, payment: attempt, amount, reason, state } = of
    await insert('refunds', {
      ...{
        id,
        order_id: order,
        attempt_id: attempt,
        amount,
        reason,
        state,
        created_at: now(),
        done_at: state === 'done' ? now() : null,
      },
      ...{
        error: state === 'failed' ? 'bank details needed' : null,
        outside_id: state === 'done' ? `back-${id}` : null,
      },
    })
    if (state !== 'done') return
    await line({
      kind: 'refund',
      amount: -amount,
      key: `refund:${id}`,
      order,
      ...(attempt ? { attempt } : {}),
    })
    if (attempt && reason !== 'partner')
      await receipt(
        `refund:${id}`,
        'return',
        { order_id: order, attempt_id: attempt, way: 'mobile_bank' },
        amount,
      )
    await insert('messages', {
      id: `${order}:sms:${id}`,
      order_id: order,
      kind: 'sms',
      purpose: `refunded:${id}`,
      created_at: now(),
      sent_at: now(),
    })
  }

  /** Two of the staff wrote down where to, and it was transferred. */
  const transferred = (refundId: string) =>
    insert('refund_details', {
      ...{
        refund_id: refundId,
        iban: 'KZ86125KZT5004100100',
        holder: 'А. Серікова',
        holder_iin: buyer.iin,
      },
      ...{ entered_by: 'staff:1', entered_at: now(), approved_by: 'staff:2', approved_at: now() },
      ...{ paid_by: 'staff:1', paid_reference: 'T-1', paid_at: now() },
    })

  /** An ending that was carried out: its line, and the policy's state as given with the sale. */
  async function ending(
    order: string,
    kind: 'cancel' | 'terminate',
    refunded: number,
    retained = 0,
  ) {
    const id = uuid(`ending ${order}`)
    await insert('policy_endings', {
      ...{
        id,
        policy_id: policyIdOf(order),
        kind,
        reason: kind === 'cancel' ? 'cancelled' : 'sold',
        state: 'done',
        lines: '[]',
      },
      ...{
        refund: refunded,
        retained,
        retained_percent: 0,
        elapsed_days: 0,
        total_days: 365,
        requested_on: '2026-11-20',
        actor: 'client:user',
      },
      ...{ created_at: now(), expires_at: now(), accepted_at: now(), done_at: now() },
    })
    await line({ kind: 'refund_due', amount: refunded, key: `refund_due:${id}`, order })
  }

  const staffAct = (of: { order_id?: string; home_id?: string }, action: string) =>
    insert('order_acts', { ...of, at: now(), actor: 'staff:1', action, reason: 'old' })

  return {
    sql,
    now,
    insert,
    history,
    line,
    receipt,
    sale,
    payment,
    refund,
    transferred,
    ending,
    staffAct,
  }
}
export type OldBooks = ReturnType<typeof oldBooks>

const person = {
  ...{
    iin: buyer.iin,
    clientId: 1,
    surname: 'Серікова',
    name: 'Айгерім',
    patronymic: '',
    birthDate: '1985-03-15',
    document: null,
  },
  licence: {
    number: 'AA123456',
    issueDate: '2019-04-02',
    validTo: '2029-04-02',
    experienceFrom: '2012-05-20',
  },
  ...{ bonusMalus: { kind: 'CLASS', class: '3' }, privilege: false },
}
const facts = {
  ...{
    quotedOn: '2026-11-20',
    policyholder: person,
    willDrive: true,
    phone: buyer.phone,
    insured: [person],
  },
  vehicles: [
    {
      ...{
        vehicleId: 1,
        plate: car.registrationNumber,
        techPassport: car.techPassport,
        vin: 'X',
        type: 'PASSENGER',
        make: 'Toyota',
      },
      ...{ model: 'Corolla', year: 2018, region: 'ALMATY_CITY', settlement: 'CITY' },
    },
  ],
  term: { start: '2026-11-21', end: '2027-11-20', months: 12, seasonal: false },
  insurer: {
    ...{
      id: 1,
      code: 'dala',
      name: { kz: 'dala', ru: 'dala' },
      esbdSystemId: 1,
      commissionPercent: '15.00',
      middlemanContract: 'QORGAN-1',
    },
    correctionDeviation: '0',
  },
  ...{ ogpoPlus: null, badScoring: false, replaces: null },
}
