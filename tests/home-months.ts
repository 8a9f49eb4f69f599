import { addMonths, startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/periods.ts'
import { checkDigitOf } from '#domain/iin.ts'
import type { HomeFacts } from '#server/home/calculate.ts'
import { yearFrom } from '#server/home/contracts.ts'
import { createToken } from '#server/http/create-token.ts'
import { type Card, cards } from '#systems/acquirer/sandbox-payments.ts'
import type { TestApp } from './test-app.ts'

export const BEGIN = '2026-11-20'
export const PRICE = 1_490
export const COMMISSION = 224
/** Days of the month that every month has, and those it may not have. */
const anchors = ['2026-11-20', '2026-11-30', '2026-12-31', '2026-12-29']
export const good = '4400000000000001'
export const poor = '4400000000000010'

export type Sold = { id: string; accountId: string; anchor: string; card: Card; token: string }

/**
 * A subscription as its registration leaves it, anchored on a day of the first month; the 31st
 * among them.
 */
export async function sold(at: TestApp, n: number, client: { clientId: number }): Promise<Sold> {
  const { db, clock, pool } = at.server.deps
  const anchor = anchors[n % anchors.length] ?? BEGIN
  const digits = `${String(60 + (n % 40))}0101${3}${String(1_000 + n).slice(-4)}`
  const iin = `${digits}${checkDigitOf(digits) ?? 0}`
  const now = startOfDay(BEGIN)
  const { id: accountId } = await db
    .insertInto('accounts')
    .values({ iin, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await createToken(
    db,
    {
      kind: 'user',
      iin,
      phone: null,
      session: { accountId, device: '', beganBy: 'code', idleMs: 9e10 },
    },
    now,
    startOfDay(addMonths(BEGIN, 24)),
  )
  const card: Card = {
    id: `c${n}`,
    userId: accountId,
    token: `t${n}`,
    pan: good,
    month: '12',
    year: '29',
    addedAt: '',
    removed: false,
  }
  cards(at.sandbox.world).set(card.token, card)
  const kept = {
    account_id: accountId,
    token: card.token,
    outside_id: card.id,
    masked_pan: good,
    valid_to: '2029-12',
    active: true,
    added_at: now,
  }
  await db.insertInto('cards').values(kept).execute()
  const id = `QH${n}-test`
  const facts = JSON.stringify(factsOf(n, iin, client.clientId))
  const { id: quote } = await db
    .insertInto('home_quotes')
    .values({ buyer_iin: iin, plan_id: 1, facts, created_at: now, expires_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('home_subscriptions')
    .values({
      id,
      number: id,
      calculation_id: quote,
      state: 'active',
      account_id: accountId,
      buyer_iin: iin,
      locale: 'kz',
      source: 'qorgan_egov_home',
      facts,
      monthly_payment: PRICE,
      commission: COMMISSION,
      accepted: '{}',
      created_at: now,
      expires_at: now,
      paid_at: now,
      registered_at: now,
      protection_from: startOfDay(anchor),
      anchor,
      paid_until: periodOf(anchor, 0).end,
      next_period: 1,
      next_billing_on: billingDate(anchor, 1),
      contract_until: yearFrom(anchor).end,
      card_kept_at: now,
    })
    .execute()
  const policy = await db
    .insertInto('policies')
    .values({
      kind: 'home',
      contract_id: id,
      global_id: id,
      esbd_policy_id: '1',
      number: id,
      state: 'pending',
      policyholder_iin: iin,
      insurer_code: 'dala',
      start_date: anchor,
      end_date: periodOf(anchor, 0).end,
      premium: PRICE,
      ogpo_plus_premium: 0,
      facts,
      issued_at: now,
      verified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('home_subscriptions')
    .set({ policy_id: policy.id })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('home_contracts')
    .values({
      subscription_id: id,
      year: 0,
      number: id,
      policy_id: policy.id,
      start_date: anchor,
      end_date: yearFrom(anchor).end,
      registered_at: now,
    })
    .execute()
  await db
    .insertInto('home_charges')
    .values({
      id: `${id}-0`,
      subscription_id: id,
      period: 0,
      state: 'paid',
      amount: PRICE,
      created_at: clock.now(),
    })
    .execute()
  await pool.query(
    `insert into payment_attempts (id, contract_id, order_id, period, system, way, amount, state, created_at, expires_at)
     values ($1 || '-0-1', $1, $1, 0, 'card', 'page', $2, 'paid', now(), now())`,
    [id, PRICE],
  )
  await pool.query(
    `insert into ledger (key, contract_id, order_id, attempt_id, kind, debit, credit, amount, at) values
     ('payment:' || $1 || '-0-1', $1, $1, $1 || '-0-1', 'payment', 'card', 'client', $2, now()),
     ('premium:' || $1 || '-0', $1, $1, null, 'premium', 'client', 'insurer', $2, now()),
     ('commission:' || $1 || '-0', $1, $1, null, 'commission', 'insurer', 'commission', $3, now())`,
    [id, PRICE, COMMISSION],
  )
  await pool.query(
    `insert into fiscal_receipts (id, operation, order_id, way, amount, created_at)
     values ('payment:' || $1 || '-0-1', 'sale', $1, 'card', $2, now())`,
    [id, PRICE],
  )
  return { id, accountId, anchor, card, token }
}

const both = { kz: '–', ru: '–' }
const factsOf = (n: number, iin: string, clientId: number): HomeFacts => ({
  quotedOn: BEGIN,
  address: { code: String(n), kz: `Алматы, ${n}`, ru: `Алматы, ${n}` },
  plan: {
    id: 1,
    code: 'start',
    name: both,
    insuranceAmount: 5_000_000,
    interiorFinishing: 1_000_000,
    neighbourCompensation: 1_000_000,
    pricePerMonth: PRICE,
  },
  policyholder: {
    iin,
    clientId,
    surname: `Тегі${n}`,
    name: 'Аты',
    patronymic: '',
    birthDate: '1980-01-01',
    document: null,
    licence: null,
    bonusMalus: { kind: '', class: '' },
    privilege: false,
  },
  insurer: {
    id: 1,
    code: 'dala',
    name: both,
    esbdSystemId: 1,
    commissionPercent: '15.00',
    middlemanContract: 'QORGAN-1',
  },
})
