import { z } from 'zod'
import { KeptText } from '#domain/localized-text.ts'
import { type Applied, overShownMs, type Reading } from '../products/product-reads.ts'

const AT_MOST = 100

const Facts = z.object({ address: KeptText })

/**
 * Home subscriptions on their way to a policy: the same page takes the payment up again and tells
 * how it stands.
 */
export async function applications({ db, iin, now, locale }: Reading): Promise<Applied[]> {
  const rows = await db
    .selectFrom('home_subscriptions as s')
    .leftJoin('home_charges as c', (join) =>
      join.onRef('c.subscription_id', '=', 's.id').on('c.period', '=', 0),
    )
    .select([
      's.id',
      's.calculation_id',
      's.state',
      's.monthly_payment',
      's.facts',
      's.created_at',
      's.expires_at',
      'c.state as charge_state',
    ])
    .where('s.buyer_iin', '=', iin)
    .where('s.policy_id', 'is', null)
    .where((expression) =>
      expression.or([
        expression('s.state', 'in', ['awaiting_payment', 'paid']),
        expression('c.state', '=', 'refunding'),
        expression('s.created_at', '>', new Date(now.getTime() - overShownMs)),
      ]),
    )
    .orderBy('s.created_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map((row) => ({
    order_id: row.id,
    key: row.id,
    calc_id: row.calculation_id,
    kind: 'home' as const,
    state: row.state,
    next_step: nextStep(row.state, row.charge_state, row.expires_at <= now),
    amount: row.monthly_payment,
    start_date: null,
    created_at: row.created_at.toISOString(),
    cars: [],
    address: Facts.parse(row.facts).address[locale],
    pay: null,
  }))
}

function nextStep(
  state: string,
  charge: string | null,
  late: boolean,
): 'pay' | 'wait' | 'refund' | 'none' {
  if (charge === 'refunding') return 'refund'
  if (state === 'paid' || (state === 'issue_failed' && charge === 'paid')) return 'wait'
  return state === 'awaiting_payment' && !late ? 'pay' : 'none'
}
