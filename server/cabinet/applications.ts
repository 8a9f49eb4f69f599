import { sql } from 'kysely'
import { z } from 'zod'
import { kindOf } from '../quote-kind.ts'
import { ok } from '../refuse.ts'
import { type Context, handle } from '../route.ts'

/** Orders that came to nothing are shown this much longer. */
const OVER_SHOWN_MS = 3 * 86_400_000
const AT_MOST = 100

const Vehicles = z.array(z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }))
const Home = z.object({ address: z.object({ kz: z.string(), ru: z.string() }) })

/** The step that comes next, in the words of the contract. */
function nextStep(state: string): 'pay' | 'wait' | 'refund' | 'none' {
  if (state === 'draft' || state === 'awaiting_payment') return 'pay'
  if (state === 'paid' || state === 'issuing' || state === 'issue_failed') return 'wait'
  return state === 'refunding' || state === 'refund_failed' ? 'refund' : 'none'
}

/** The client's applications: orders on their way to a policy, and for three days those that came to nothing. */
export const fetchUserOrders = handle('cabinetApplications', async (_body, context) => {
  const [ogpo, homes] = await Promise.all([ogpoApplications(context), homeApplications(context)])
  return ok([...homes, ...ogpo].toSorted((one, other) => other.created_at.localeCompare(one.created_at)))
})

async function ogpoApplications({ db, me, clock }: Context) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('payment_attempts')
          .select(['system', 'state', 'phone', 'redirect_url', 'expires_at'])
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('attempt'),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.progress_key',
      'orders.calculation_id',
      'orders.state',
      'orders.amount',
      'orders.start_date',
      'orders.created_at',
      'quotes.kind',
      'attempt.system',
      'attempt.state as attempt_state',
      'attempt.phone',
      'attempt.redirect_url',
      'attempt.expires_at',
      sql<unknown>`quotes.facts -> 'vehicles'`.as('vehicles'),
    ])
    .where('orders.buyer_iin', '=', me().iin)
    .where('orders.state', '<>', 'issued')
    .where((expression) =>
      expression.or([
        expression('orders.state', 'not in', ['expired', 'rejected', 'cancelled', 'refunded']),
        expression('orders.created_at', '>', new Date(clock.now().getTime() - OVER_SHOWN_MS)),
      ]),
    )
    .orderBy('orders.created_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map((row) => {
    const open = row.state === 'awaiting_payment' && (row.attempt_state === 'created' || row.attempt_state === 'awaiting')
    return {
      order_id: row.id,
      key: row.progress_key,
      calc_id: row.calculation_id,
      kind: kindOf(row.kind),
      state: row.state,
      next_step: nextStep(row.state),
      amount: row.amount,
      start_date: row.start_date,
      created_at: row.created_at.toISOString(),
      cars: Vehicles.parse(row.vehicles).map((car) => ({ registrationNumber: car.plate, name: `${car.make} ${car.model}, ${car.year}` })),
      address: null,
      pay:
        row.system && row.expires_at
          ? {
              system: row.system === 'card' ? ('card' as const) : ('mobile_bank' as const),
              state: row.attempt_state ?? '',
              phone: row.phone,
              redirect_url: open ? row.redirect_url : null,
              expiresAt: row.expires_at.toISOString(),
            }
          : null,
    }
  })
}

/** Home subscriptions on their way to a policy: the same page takes the payment up again and tells how it stands. */
async function homeApplications({ db, me, clock, locale }: Context) {
  const now = clock.now()
  const rows = await db
    .selectFrom('home_subscriptions as s')
    .leftJoin('home_charges as c', (join) => join.onRef('c.subscription_id', '=', 's.id').on('c.period', '=', 0))
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
    .where('s.buyer_iin', '=', me().iin)
    .where('s.policy_id', 'is', null)
    .where((expression) =>
      expression.or([
        expression('s.state', 'in', ['awaiting_payment', 'paid']),
        expression('c.state', '=', 'refunding'),
        expression('s.created_at', '>', new Date(now.getTime() - OVER_SHOWN_MS)),
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
    next_step: homeStep(row.state, row.charge_state, row.expires_at <= now),
    amount: row.monthly_payment,
    start_date: null,
    created_at: row.created_at.toISOString(),
    cars: [],
    address: Home.parse(row.facts).address[locale],
    pay: null,
  }))
}

function homeStep(state: string, charge: string | null, late: boolean): 'pay' | 'wait' | 'refund' | 'none' {
  if (charge === 'refunding') return 'refund'
  if (state === 'paid' || (state === 'issue_failed' && charge === 'paid')) return 'wait'
  return state === 'awaiting_payment' && !late ? 'pay' : 'none'
}
