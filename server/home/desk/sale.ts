import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { accountById } from '../../accounts/accounts.ts'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { obstacleIn } from '../../orders/issue-error.ts'
import { policyWithDocuments } from '../../policies/with-documents.ts'
import type { HistoryRow, SaleView } from '../../products/product-desk.ts'
import { linesOfKind } from '../../products/sale-lists.ts'
import { isStuck } from './acts.ts'
import { soldThrough } from './sold-through.ts'

/** One Home subscription as staff look at it; each year's contract has a number and a policy. */
export async function sale(
  wanted: string,
  { db, clock, locale }: Context,
): Promise<SaleView | null> {
  const home = await homeNamed(db, wanted)
  if (!home) return null
  const [policy, insurer, contracts, history, account] = await Promise.all([
    policyWithDocuments(db, { id: home.policy_id }),
    insurerOf(db, home.insurer_code),
    contractsOf(db, home.id),
    historyOf(db, home.id),
    accountById(db, home.account_id),
  ])
  return {
    id: home.id,
    shown: {
      number: home.number,
      state: home.state,
      source: home.source,
      channel: soldThrough,
      insurer: insurer ? columnIn(insurer, 'name', locale) : '',
      amount: home.monthly_payment,
      commission: home.commission,
      created_at: home.created_at.toISOString(),
      paid_at: home.paid_at?.toISOString() ?? null,
      start_date: home.anchor,
      declared_experience: [],
      attempts: home.issue_attempts,
      next_attempt_at: home.next_attempt_at?.toISOString() ?? null,
      obstacle: obstacleIn(home.issue_error),
      account_id: home.buyer_iin === 'erased' ? null : home.account_id,
      policy: policy?.shown ?? null,
      cancel_refund: null,
      acts: [
        ...(isStuck(home, clock.today()) ? (['issue'] as const) : []),
        ...(policy ? (['documents'] as const) : []),
      ],
    },
    history,
    keys: [
      home.id,
      home.number,
      ...contracts.flatMap((one) => [one.number, one.global_id, one.esbd_policy_id]),
    ],
    reports: [],
    // As the messages have it (`wordsOf`).
    contact: { phone: account?.phone ?? home.phone, email: account?.email ?? home.email },
  }
}

const homeNamed = (db: Db, wanted: string) =>
  db
    .selectFrom('home_subscriptions as home')
    .innerJoin('home_quotes', 'home_quotes.id', 'home.calculation_id')
    .innerJoin('home_plans', 'home_plans.id', 'home_quotes.plan_id')
    .selectAll('home')
    .select('home_plans.insurer_code')
    .where((expression) =>
      expression.or([
        expression('home.id', '=', wanted),
        expression('home.number', '=', wanted.toUpperCase()),
        expression(
          'home.id',
          'in',
          expression
            .selectFrom('home_contracts')
            .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
            .select('home_contracts.subscription_id')
            .where((inner) =>
              inner.or([
                inner('policies.global_id', '=', wanted.toUpperCase()),
                inner('home_contracts.number', '=', wanted.toUpperCase()),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()

const insurerOf = (db: Db, code: string) =>
  db
    .selectFrom('insurers')
    .select(localeColumns('name'))
    .where('code', '=', code)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()

const contractsOf = (db: Db, id: string) =>
  db
    .selectFrom('home_contracts')
    .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
    .select(['home_contracts.number', 'policies.global_id', 'policies.esbd_policy_id'])
    .where('home_contracts.subscription_id', '=', id)
    .execute()

/** Its states and those of its contracts. */
async function historyOf(db: Db, id: string): Promise<HistoryRow[]> {
  const [states, policies] = await Promise.all([
    db
      .selectFrom('home_subscription_history')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('id')
      .limit(linesOfKind)
      .execute(),
    db
      .selectFrom('policy_history')
      .innerJoin('home_contracts', 'home_contracts.policy_id', 'policy_history.policy_id')
      .selectAll('policy_history')
      .select('home_contracts.number as about')
      .where('home_contracts.subscription_id', '=', id)
      .orderBy('policy_history.id')
      .execute(),
  ])
  return [
    ...states.map((row) => ({ kind: 'order' as const, ...row })),
    ...policies.map((row) => ({ kind: 'policy' as const, ...row })),
  ]
}
