import type pg from 'pg'
import { buyer } from '../sale.ts'
import { oldEndings } from './old-endings.ts'
import { facts } from './old-facts.ts'
import { globalIdOf, oldRows, policyIdOf, uuid } from './old-rows.ts'

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

/**
 * Rows as the releases before decision 150 wrote them, by SQL: a line of the ledger is a signed sum
 * about an order or about a subscription, Home has attempts of its own, and nothing knows which
 * orders are one policy's.
 */
export function oldBooks(sql: Pick<pg.Pool, 'query'>) {
  const { now, insert, history, line, receipt, seconds } = oldRows(sql)

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
        outside_id: String(8_000_000 + seconds()),
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
        esbd_policy_id: String(50_000_000 + seconds()),
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

  return {
    sql,
    now,
    insert,
    history,
    line,
    receipt,
    sale,
    payment,
    ...oldEndings({ now, insert, line, receipt }),
  }
}
export type OldBooks = ReturnType<typeof oldBooks>
