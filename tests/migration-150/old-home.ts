import { buyer } from '../sale.ts'
import type { OldBooks } from './old-books.ts'
import { uuid } from './old-rows.ts'

const PRICE = 2_490
const COMMISSION = 498

/**
 * A subscription of the old tables: three months paid, of the second by a card that was declined
 * first, the third charged twice and once given back, a fourth whose refund is still open,
 * receipts, messages and an act of staff about it.
 */
export async function oldSubscription(books: OldBooks, id: string) {
  const { sql, insert, history, line, receipt, now } = books
  await sql.query(
    `insert into accounts (iin, phone, created_at) values ($1, $2, $3) on conflict do nothing`,
    [buyer.iin, buyer.phone, now()],
  )
  const account = (
    await sql.query(`select id from accounts where iin = $1 and realm = 'cabinet'`, [buyer.iin])
  ).rows[0].id
  const cardId = uuid(`card ${id}`)
  await insert('cards', {
    id: cardId,
    account_id: account,
    token: id,
    outside_id: id,
    masked_pan: '4400',
    valid_to: '12/29',
    active: false,
    added_at: now(),
  })
  const quote = uuid(`home ${id}`)
  await sql.query(
    `insert into home_quotes (id, buyer_iin, plan_id, facts, created_at, expires_at) select $1, $2, min(id), '{}', $3, $3 from home_plans`,
    [quote, buyer.iin, now()],
  )
  const policies = [0, 1].map((year) => uuid(`${id} year ${year}`))
  for (const [year, policyId] of policies.entries()) {
    await insert('policies', {
      ...{
        id: policyId,
        kind: 'home',
        global_id: `${id}Y${year}`,
        esbd_policy_id: `6${year}`,
        number: `H-${id}-${year}`,
        state: 'active',
      },
      ...{
        policyholder_iin: buyer.iin,
        insurer_code: 'dala',
        start_date: `202${6 + year}-01-10`,
        end_date: `202${7 + year}-01-09`,
      },
      ...{
        premium: PRICE,
        ogpo_plus_premium: 0,
        facts: '{}',
        issued_at: now(),
        verified_at: now(),
      },
    })
    await history('policy_history', 'policy_id', policyId, ['active'])
  }
  await insert('home_subscriptions', {
    ...{
      id,
      number: `H-${id}-0`,
      calculation_id: quote,
      state: 'active',
      account_id: account,
      buyer_iin: buyer.iin,
      phone: buyer.phone,
    },
    ...{
      locale: 'kz',
      source: 'home',
      facts: '{}',
      monthly_payment: PRICE,
      commission: COMMISSION,
      accepted: '{}',
      created_at: now(),
    },
    ...{
      expires_at: now(),
      paid_at: now(),
      registered_at: now(),
      anchor: '2026-09-10',
      paid_until: '2026-12-09',
      next_period: 3,
    },
    ...{
      next_billing_on: '2026-12-10',
      policy_id: policies[0],
      contract_until: '2028-01-09',
      card_kept_at: now(),
    },
  })
  await history('home_subscription_history', 'subscription_id', id, [
    'awaiting_payment',
    'paid',
    'active',
  ])
  for (const [year, policyId] of policies.entries())
    await insert('home_contracts', {
      ...{
        subscription_id: id,
        year,
        number: `H-${id}-${year}`,
        policy_id: policyId,
        start_date: `202${6 + year}-01-10`,
      },
      ...{ end_date: `202${7 + year}-01-09`, registered_at: now() },
    })

  const attempt = async (
    n: string,
    period: number,
    way: 'page' | 'card',
    state: string,
    failure: string | null = null,
  ) => {
    const key = `${id}-${period}-${n}`
    await insert('home_attempts', {
      ...{
        id: key,
        charge_id: `${id}-${period}`,
        way,
        card_id: way === 'card' ? cardId : null,
        amount: PRICE,
        state,
        made_on: '2026-11-10',
      },
      ...{
        outside_id: `out-${key}`,
        failure,
        created_at: now(),
        expires_at: now(),
        asked_at: now(),
        checked_at: now(),
      },
      ...{
        redirect_url: way === 'page' ? 'https://pay' : null,
        refund_reason: state.startsWith('refund') ? 'late_or_second_payment' : null,
      },
    })
    const came = ['paid', 'refunding', 'refunded'].includes(state)
    await history('home_attempt_history', 'attempt_id', key, [
      'created',
      'awaiting',
      ...(came && state !== 'paid' ? ['paid'] : []),
      state,
    ])
    if (!came) return
    await line({ kind: 'payment', amount: PRICE, key: `payment:${key}`, home: id })
    await receipt(`payment:${key}`, 'sale', { home_id: id, way: 'card' }, PRICE)
  }
  for (const period of [0, 1, 2]) {
    await insert('home_charges', {
      id: `${id}-${period}`,
      subscription_id: id,
      period,
      state: 'paid',
      amount: PRICE,
      created_at: now(),
    })
    await history('home_charge_history', 'charge_id', `${id}-${period}`, ['due', 'paid'])
    await line({ kind: 'premium', amount: PRICE, key: `premium:${id}-${period}`, home: id })
    await line({
      kind: 'commission',
      amount: COMMISSION,
      key: `commission:${id}-${period}`,
      home: id,
    })
  }
  await attempt('1', 0, 'page', 'paid')
  await attempt('1', 1, 'card', 'rejected', 'not enough money')
  await attempt('2', 1, 'card', 'paid')
  await attempt('1', 2, 'card', 'paid')
  await attempt('2', 2, 'page', 'refunded')
  await attempt('3', 2, 'page', 'refunding')
  // Refunds were known by the payment.
  const refund = (n: number, state: 'done' | 'due') =>
    insert('refunds', {
      ...{
        id: `R-${id}-2-${n}`,
        home_id: id,
        home_attempt_id: `${id}-2-${n}`,
        amount: PRICE,
        reason: 'late_or_second_payment',
        state,
      },
      ...{ created_at: now(), done_at: state === 'done' ? now() : null },
    })
  await refund(2, 'done')
  await refund(3, 'due')
  await line({ kind: 'refund', amount: -PRICE, key: `refund:${id}-2-2`, home: id })
  await receipt(`refund:${id}-2-2`, 'return', { home_id: id, way: 'card' }, PRICE)
  await insert('messages', {
    id: `${id}:sms:paid`,
    home_id: id,
    kind: 'sms',
    purpose: 'paid',
    created_at: now(),
    sent_at: now(),
  })
  await books.staffAct({ home_id: id }, 'home.looked_at')
}
