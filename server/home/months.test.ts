import { expect, test } from 'vitest'
import { addDays, addMonths, almatyDay, startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/periods.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-policies.ts'
import { oneDay } from '#tests/home-day.ts'
import { BEGIN, COMMISSION, PRICE, type Sold, sold } from '#tests/home-months.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'
import type { Deps } from '../deps.ts'
import { yearFrom } from './contracts.ts'

/** `npm run test:home-year` runs a thousand. */
const COUNT = Number(process.env.HOME_SUBSCRIPTIONS ?? 30)
const MONTHS = 14

/** The same randomness in every run, so that a failure can be reproduced. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

test(
  `${MONTHS} months of ${COUNT} subscriptions with declined cards, outages and interruptions: each period is charged once or recorded as not renewed, and the ledger sums to the tenge`,
  async () => {
    spec('7.2.home-each-period-charged')

    const at = await testApp({ WORKER: 'off' })
    const { db, pool } = at.server.deps
    // The clock of the jobs, by day; the sandbox gets it too and advances on its own.
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
    // Calm days at the end: every open item finishes.
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
      // No payment for an unpaid period stays with us.
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
      // The day after, or later if the database was down on the days between payment and it; their
      // number is random. Nothing is backdated.
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

    // Every declined try and every end was notified: the last try together with the end it brings.
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
    // A client who cancels between the last try and its end gets the message about the cancelling.
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
