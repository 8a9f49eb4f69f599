import { expect, onTestFinished, test } from 'vitest'
import { addDays, addMonths, almatyDay, startOfDay } from '#domain/calendar.ts'
import { createToken } from '#server/http/create-token.ts'
import { interruptSteps } from '#server/jobs/steps.ts'
import { chargebacks } from '#server/payments/ways/card-refunds.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { accountant } from '#tests/accounting.ts'
import { account } from '#tests/client.ts'
import { chance } from '#tests/contract-database/fixture.ts'
import { differingFigures } from '#tests/figures.ts'
import { oneDay } from '#tests/home-day.ts'
import { BEGIN, sold } from '#tests/home-months.ts'
import { buyer } from '#tests/sale.ts'
import { testApp, until } from '#tests/test-app.ts'
import type { Deps } from '../deps.ts'
import { attemptById } from '../payments/attempts.ts'

/**
 * Figures of Home: after random months of subscriptions (charges, declined cards, cancellations,
 * refunds, chargebacks, outages and deaths) one thing has one figure everywhere.
 */
const COUNT = 16
/** The longest period of the overview: it includes the calm days at the end. */
const period = { from: '2026-11-01', to: '2027-01-31' }
const end = '2027-01-26'
/** Number of chargebacks by a card's bank. */
const TAKEN_BACK = 3

test.each([20_261_120, 20_261_121])(
  `two months of ${COUNT} homes: one figure on every screen and in every file, seed %i`,
  async (seed) => {
    const at = await testApp({ WORKER: 'off' })
    onTestFinished(() => interruptSteps(null))
    const { id: accountId } = await account(at, accountant, { role: 'accountant' })
    const session = { accountId, device: '', beganBy: 'code' as const, idleMs: 9e10 }
    const token = await createToken(
      at.db,
      { kind: 'user', ...accountant, role: 'accountant', session },
      startOfDay(BEGIN),
      startOfDay(addMonths(BEGIN, 24)),
    )
    // The day of the jobs, set in the sandbox too.
    let now = startOfDay(BEGIN)
    const clock: Deps['clock'] = {
      now: () => now,
      today: () => almatyDay(now),
      shifted: () => true,
      close: () => {},
    }
    const deps: Deps = { ...at.server.deps, clock }
    const random = chance(seed)
    const client = await deps.systems.esbd.findPerson(buyer.iin)
    if (!client) throw new Error('nobody to insure')
    const people = []
    for (let n = 0; n < COUNT; n += 1) people.push(await sold(at, n, client))

    const takenBack = new Set<string>()
    const takesBack = async () => {
      for (const payment of payments(at.sandbox.world).values()) {
        const { id, amount, orderId, state, refunds } = payment
        const attempt = state === 'success' ? await attemptById(deps.db, orderId) : undefined
        if (attempt?.state !== 'paid' || refunds.length > 0) continue
        takenBack.add(id)
        // Whatever the day did to the line: the bank's word about this one gets through.
        at.sandbox.world.faults.length = 0
        payment.refunds.push({ id: `77${id}`, amount, by: 'bank', state: 'success' })
        await chargebacks(deps, attempt)
        return
      }
    }
    // The acquirer's notices arrive at any time, also between two reads: a difference of one notice
    // is gone at the next read.
    const agree = () =>
      until(
        () => differingFigures(at, token, period),
        (different) => different.length === 0,
      )

    for (let day = BEGIN; day < end; day = addDays(day, 1)) {
      const due = await deps.db
        .selectFrom('home_subscriptions')
        .select('id')
        .where('next_billing_on', '<=', day)
        .executeTakeFirst()
      const open = await deps.db
        .selectFrom('payment_attempts')
        .select('id')
        .where('state', 'in', ['created', 'awaiting', 'refunding'])
        .executeTakeFirst()
      if (!due && !open) continue
      now = new Date(startOfDay(day).getTime() + 10.5 * 3_600_000)
      await at.sandbox.world.setNow(now.toISOString())
      await oneDay(at, deps, people, random, false)
      if (takenBack.size < TAKEN_BACK && random() < 0.5) await takesBack()
      // In the middle of it too, whatever is on its way.
      if (random() < 0.2) await agree()
    }
    // The days and clients of chargebacks are random: ensures there is one.
    if (takenBack.size === 0) await takesBack()
    for (let n = 0; n < 5; n += 1) {
      now = new Date(startOfDay(addDays(end, n)).getTime() + 10.5 * 3_600_000)
      await at.sandbox.world.setNow(now.toISOString())
      await oneDay(at, deps, people, random, true)
    }
    await agree()

    // The months together are the whole.
    const sums = async (from: string, to: string) => {
      const query = new URLSearchParams({ from, to })
      const { body } = await at.raw(`/api/reports/overview?${query}`, { method: 'GET', token })
      return body.data as Record<'policies' | 'premium' | 'commission' | 'toPassOn', number>
    }
    const whole = await sums(period.from, period.to)
    const months = await Promise.all(
      ['2026-11', '2026-12', '2027-01'].map((month) =>
        sums(`${month}-01`, addDays(addMonths(`${month}-01`, 1), -1)),
      ),
    )
    for (const key of ['policies', 'premium', 'commission', 'toPassOn'] as const)
      expect(
        months.reduce((sum, month) => sum + month[key], 0),
        key,
      ).toBe(whole[key])

    // The months were rough enough to prove something.
    expect(takenBack.size).toBeGreaterThan(0)
    expect(whole.policies).toBeGreaterThan(COUNT)
  },
  240_000,
)
