import { expect, test } from 'vitest'
import { addDays, addMonths, almatyDay, startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/billing.ts'
import { checkDigitOf } from '#domain/iin.ts'
import { interruptSteps } from '#server/jobs/steps.ts'
import { type Card, cards, payments } from '#systems/acquirer/sandbox-payments.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-property.ts'
import { Unavailable } from '#systems/http.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/identity.ts'
import { Interrupted } from '../jobs/steps.ts'
import { sendRefund } from '../payments/refund.ts'
import { chargeNext } from './charge.ts'
import { yearFrom } from './contracts.ts'
import type { HomeFacts } from './facts.ts'
import { registerNextYear } from './next-year.ts'
import { billable, warnCardless } from './sweep.ts'
import { turnHomePolicies } from './turn-policies.ts'

/** `npm run test:home-year` runs a thousand. */
const COUNT = Number(process.env.HOME_SUBSCRIPTIONS ?? 30)
const MONTHS = 14
const BEGIN = '2026-11-20'
const PRICE = 1_490
const COMMISSION = 224
/** Days of the month that every month has, and those it may not have. */
const anchors = ['2026-11-20', '2026-11-30', '2026-12-31', '2026-12-29']
const good = '4400000000000001'
const poor = '4400000000000010'

/** The same chance in every run, so that a failure can be looked at again. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Sold = { id: string; accountId: string; anchor: string; card: Card; token: string }

/**
 * A subscription as its registration leaves it, anchored on a day of the first month; the 31st
 * among them.
 */
async function sold(at: TestApp, n: number, client: { clientId: number }): Promise<Sold> {
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
    `insert into payment_attempts (id, contract_id, order_id, system, way, amount, state, created_at, expires_at)
     values ($1 || '-0-1', $1, $1, 'card', 'page', $2, 'paid', now(), now())`,
    [id, PRICE],
  )
  await pool.query(
    `insert into ledger (key, contract_id, order_id, kind, debit, credit, amount, at) values
     ('payment:' || $1 || '-0-1', $1, $1, 'payment', 'card', 'client', $2, now()),
     ('premium:' || $1 || '-0', $1, $1, 'premium', 'client', 'insurer', $2, now()),
     ('commission:' || $1 || '-0', $1, $1, 'commission', 'insurer', 'commission', $3, now())`,
    [id, PRICE, COMMISSION],
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
    ...{
      iin,
      clientId,
      surname: `Тегі${n}`,
      name: 'Аты',
      patronymic: '',
      birthDate: '1980-01-01',
      document: null,
      licence: null,
    },
    ...{ bonusMalus: { kind: '', class: '' }, privilege: false },
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

/**
 * What a job's queue does with a fault of somebody else or the death of a process: it comes again
 * later.
 */
async function survives(work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    if (!(cause instanceof Interrupted || cause instanceof Unavailable)) throw cause
  })
}

const modes = ['error', 'unavailable', 'reset', 'reset_before', 'garbage'] as const
const operations = [
  'init',
  'direct',
  'do_capture.php',
  'cancel.php',
  'get_status3.php',
  'revoke.php',
] as const

async function oneDay(
  at: TestApp,
  deps: Deps,
  people: Sold[],
  random: () => number,
  calm: boolean,
) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  at.sandbox.world.faults.length = 0
  if (!calm) {
    // A card has money or not; now and then somebody cancels, or takes the card away, or gives it
    // again.
    for (const one of people) one.card.pan = random() < 0.25 ? poor : good
    for (let n = 0; n < Math.ceil(people.length / 8); n += 1)
      if (random() < 0.5)
        at.sandbox.world.faults.push({
          system: 'acquirer',
          operation: pick(operations),
          mode: pick(modes),
          times: 1,
        })
    if (random() < 0.1)
      at.sandbox.world.faults.push({
        system: 'acquirer',
        operation: 'result',
        mode: pick(['twice', 'never']),
        times: 3,
      })
    if (random() < 0.1)
      at.sandbox.world.faults.push({
        system: 'esbd',
        operation: 'SetContractDsProperty',
        mode: pick(modes),
        times: 2,
      })
    // An outage that lasts the whole day.
    if (random() < 0.04)
      at.sandbox.world.faults.push({ system: 'acquirer', mode: 'unavailable', times: 10_000 })
    const away = random() < 0.08
    if (random() < 0.15)
      await deps.db
        .updateTable('cards')
        .set({ active: !away, removed_at: away ? deps.clock.now() : null })
        .where('token', '=', pick(people).card.token)
        .execute()
  }
  interruptSteps(calm ? null : () => random() < 0.02)
  for (let run = 0; run < 3; run += 1) {
    const due = (await billable(deps)).map(({ id }) => id)
    const one = async () => {
      for (let id = due.pop(); id; id = due.pop()) {
        const owner = people.find((each) => each.id === id)
        // Two processes may ask for the same work, and the client may cancel in the middle of it.
        const cancels =
          !calm && random() < 0.01 && owner
            ? at.api('cancelHomeSubscribe', { order_id: id }, owner.token)
            : null
        await Promise.all([
          survives(chargeNext(deps, id)),
          random() < 0.2 ? survives(chargeNext(deps, id)) : null,
          cancels,
        ])
      }
    }
    await Promise.all([one(), one(), one()])
  }
  const years = await deps.db
    .selectFrom('home_subscriptions')
    .select('id')
    .whereRef('paid_until', '>', 'contract_until')
    .execute()
  for (const { id } of years) await survives(registerNextYear(deps, id))
  const refunds = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'due')
    .execute()
  for (const { id } of refunds) await survives(sendRefund(deps, id))
  await warnCardless(deps)
  await turnHomePolicies(deps)
  interruptSteps(null)
}

test(
  `${MONTHS} months of ${COUNT} subscriptions with declined cards, outages and interruptions: each period is charged once or recorded as not renewed, and the ledger sums to the tenge`,
  async () => {
    spec('7.2.home-each-period-charged')

    const at = await testApp({ WORKER: 'off' })
    const { db, pool } = at.server.deps
    // The day's clock of the jobs; the sandbox is told it too and goes on by itself.
    let now = startOfDay(BEGIN)
    const clock: Deps['clock'] = {
      now: () => now,
      today: () => almatyDay(now),
      shifted: () => true,
      close: () => {},
    }
    const deps: Deps = { ...at.server.deps, clock }
    const turn = async (day: string) => {
      now = new Date(startOfDay(day).getTime() + 10.5 * 3_600_000)
      await at.sandbox.world.setNow(now.toISOString())
    }
    const random = chance(20_261_120)
    const people: Sold[] = []
    const client = await deps.systems.esbd.findPerson(buyer.iin)
    if (!client) throw new Error('nobody to insure')
    for (let n = 0; n < COUNT; n += 1) people.push(await sold(at, n, client))
    const end = addMonths(BEGIN, MONTHS)
    for (let day = BEGIN; day < end; day = addDays(day, 1)) {
      const due = await db
        .selectFrom('home_subscriptions')
        .select('id')
        .where('next_billing_on', '<=', day)
        .limit(1)
        .executeTakeFirst()
      const open = await db
        .selectFrom('payment_attempts')
        .select('id')
        .where('state', 'in', ['created', 'awaiting', 'refunding'])
        .limit(1)
        .executeTakeFirst()
      const year = await db
        .selectFrom('home_subscriptions')
        .select('id')
        .whereRef('paid_until', '>', 'contract_until')
        .limit(1)
        .executeTakeFirst()
      // Days on which nothing is to be charged or registered pass.
      if (!due && !open && !year) continue
      await turn(day)
      await oneDay(at, deps, people, random, false)
    }
    // Calm days at the end: everything open comes to its end.
    for (let n = 0; n < 5; n += 1) {
      await turn(addDays(end, n))
      await oneDay(at, deps, people, random, true)
    }
    await until(
      async () =>
        db
          .selectFrom('payment_attempts')
          .select('id')
          .where('state', 'in', ['created', 'awaiting', 'refunding'])
          .execute(),
      (rows) => rows.length === 0,
    )

    const today = addDays(end, 4)
    const theirs = [...payments(at.sandbox.world).values()]
    const subscriptions = await db.selectFrom('home_subscriptions').selectAll().execute()
    const charges = await db.selectFrom('home_charges').selectAll().orderBy('period').execute()
    const states: Record<string, number> = {}
    for (const one of subscriptions) {
      states[one.state] = (states[one.state] ?? 0) + 1
      const own = charges.filter((charge) => charge.subscription_id === one.id)
      const paid = own.filter(({ state }) => state === 'paid').map(({ period }) => period)
      // Paid without a gap from the first period on.
      expect(paid, one.id).toEqual(Array.from({ length: one.next_period }, (_, n) => n))
      expect(one.paid_until, one.id).toBe(periodOf(one.anchor ?? '', one.next_period - 1).end)
      for (const period of paid.slice(1)) {
        const taken = theirs.filter(
          (payment) =>
            payment.orderId.startsWith(`${one.id}-${period}-`) && payment.state === 'success',
        )
        const kept = taken.filter(({ refunds }) => refunds.length === 0)
        expect([kept.length, kept[0]?.amount], `${one.id}-${period}`).toEqual([1, PRICE])
      }
      // Nothing is kept for a period that is not paid.
      for (const charge of own.filter(({ state }) => state !== 'paid'))
        for (const payment of theirs.filter(
          ({ orderId, state }) => orderId.startsWith(`${charge.id}-`) && state === 'success',
        ))
          expect(
            payment.refunds.map(({ amount }) => amount),
            charge.id,
          ).toEqual([PRICE])
      const last = own.find(({ period }) => period === one.next_period)
      if (one.state === 'active') {
        expect(one.next_billing_on, one.id).toBe(billingDate(one.anchor ?? '', one.next_period))
        expect(addDays(one.next_billing_on ?? '', 3) > today, one.id).toBe(true)
      } else {
        expect(one.next_billing_on).toBeNull()
        if (one.state === 'not_renewed') expect(last?.state, one.id).toBe('failed')
        else expect(['dropped', undefined], one.id).toContain(last?.state)
      }
    }
    // The world was rough enough to prove something.
    expect(states.active ?? 0).toBeGreaterThan(0)
    expect(states.not_renewed ?? 0).toBeGreaterThan(0)
    expect(states.cancelled ?? 0).toBeGreaterThan(0)
    expect(theirs.filter(({ state }) => state === 'rejected').length).toBeGreaterThan(COUNT / 4)

    // Whatever is paid is under a contract: year after year without a gap, each registered once.
    const contracts = await db.selectFrom('home_contracts').selectAll().orderBy('year').execute()
    let lasting = 0
    for (const one of subscriptions) {
      const years = contracts.filter(({ subscription_id }) => subscription_id === one.id)
      const needed = (one.paid_until ?? '') > yearFrom(one.anchor ?? '').end ? 2 : 1
      expect(years.length, one.id).toBe(needed)
      expect(years.at(-1)?.policy_id, one.id).toBe(one.policy_id)
      if (needed === 1) continue
      lasting += 1
      // The day after, or later where the database was away on the days between the payment and it;
      // how many those are is chance. Nothing is backdated.
      const after = addDays(years[0]?.end_date ?? '', 1)
      expect(
        after <= (years[1]?.start_date ?? '') && (years[1]?.start_date ?? '') <= addDays(after, 14),
        one.id,
      ).toBe(true)
      expect(years[1]?.end_date, one.id).toBe(periodOf(one.anchor ?? '', 23).end)
      expect(contractsByNumber(at.sandbox.world, `${one.id}-2`), one.id).toHaveLength(1)
    }
    if (process.env.HOME_SUBSCRIPTIONS)
      console.info(
        `${COUNT} subscriptions: ${JSON.stringify(states)}, ${lasting} past their year, ${theirs.length} payments asked for`,
      )

    const { rows } = await pool.query<{ kind: string; sum: number }>(
      'select kind, sum(amount)::int as sum from ledger group by kind',
    )
    const sum = Object.fromEntries(rows.map((row) => [row.kind, row.sum]))
    const periods = charges.filter(({ state }) => state === 'paid').length
    const outside = theirs.reduce(
      (total, payment) => total + (payment.state === 'success' ? payment.amount : 0),
      0,
    )
    const back = theirs
      .flatMap(({ refunds }) => refunds)
      .reduce((total, refund) => total + refund.amount, 0)
    expect(sum.premium).toBe(periods * PRICE)
    expect(sum.commission).toBe(periods * COMMISSION)
    expect(sum.payment).toBe(outside + COUNT * PRICE)
    expect(sum.refund ?? 0).toBe(back)
    expect((sum.payment ?? 0) - (sum.refund ?? 0)).toBe(sum.premium)

    // Every declined try was told, and every end: the last try together with the end it brings.
    const messages = await db
      .selectFrom('messages')
      .select(['order_id', 'purpose'])
      .where('kind', '=', 'sms')
      .execute()
    const declined = await db
      .selectFrom('payment_attempts')
      .select(['id', 'order_id', 'period'])
      .where('state', '=', 'rejected')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const heard = new Set(messages.map(({ purpose }) => purpose))
    const silent = declined.filter(({ id }) => !heard.has(`charge_failed:${id}`))
    const lastAttempts = new Set(
      [...Map.groupBy(declined, (one) => `${one.order_id}-${one.period}`).values()]
        .filter((of) => of.length === 3)
        .map((of) => of.at(-1)?.id),
    )
    // Who cancels between the last try and the end it brings hears of the cancelling.
    for (const { id } of silent)
      expect(lastAttempts.has(id) ? ['not_renewed', 'cancelled'] : ['cancelled']).toContain(
        subscriptions.find((one) => id.startsWith(`${one.id}-`))?.state,
      )
    for (const one of subscriptions.filter(({ state }) => state === 'not_renewed'))
      expect(
        messages.filter(
          ({ order_id, purpose }) => order_id === one.id && purpose.startsWith('not_renewed:'),
        ),
      ).toHaveLength(1)
  },
  COUNT * 8_000 + 60_000,
)
