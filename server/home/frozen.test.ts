import { expect, test } from 'vitest'
import { addDays, almatyDay, startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/periods.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { BEGIN, sold } from '#tests/home-months.ts'
import { buyer } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import type { Deps } from '../deps.ts'
import { chargeNext } from './charge.ts'

test('the card of whoever is blocked is not charged, and no try of theirs is taken; unblocked, it is; blocked to the end, it is not renewed', async () => {
  const at = await testApp({ WORKER: 'off' })
  const { db } = at.server.deps
  let now = startOfDay(BEGIN)
  const clock: Deps['clock'] = {
    now: () => now,
    today: () => almatyDay(now),
    shifted: () => true,
    close: () => {},
  }
  const deps: Deps = { ...at.server.deps, clock }
  const on = async (day: string) => {
    now = new Date(startOfDay(day).getTime() + 10.5 * 3_600_000)
    await at.sandbox.world.setNow(now.toISOString())
  }
  const client = await deps.systems.esbd.findPerson(buyer.iin)
  if (!client) throw new Error('nobody to insure')
  const [lucky, other] = [await sold(at, 0, client), await sold(at, 4, client)]
  const charged = async (id: string) =>
    (
      await db
        .selectFrom('payment_attempts')
        .select('state')
        .where('order_id', '=', id)
        .where('period', '>', 0)
        .where('state', 'in', ['created', 'awaiting', 'paid'])
        .execute()
    ).map(({ state }) => state)
  const asked = () => [...payments(at.sandbox.world).values()].length
  const set = async (id: string, status: 'blocked' | 'unblocked') => {
    const { buyer_iin: iin } = await db
      .selectFrom('home_subscriptions')
      .select('buyer_iin')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { id: screening_id } = await db
      .insertInto('screenings')
      .values({ iin, decision: 'review', matches: '[]', list_versions: '{}', at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { status, screening_id, changed_at: now, entries: JSON.stringify(['staff']) }
    await db
      .insertInto('kyc_cases')
      .values({ iin, ...row })
      .onConflict((conflict) => conflict.column('iin').doUpdateSet(row))
      .execute()
  }
  for (const { id } of [lucky, other]) await set(id, 'blocked')

  const due = billingDate(lucky.anchor, 1)
  await on(due)
  for (const { id } of [lucky, other]) await chargeNext(deps, id)
  expect([await charged(lucky.id), await charged(other.id), asked()]).toEqual([[], [], 0])
  const begun = db.selectFrom('payment_attempts').select('id').where('period', '>', 0)
  expect(await begun.execute()).toEqual([])

  // A try recorded before the block: closed, and never sent.
  await set(lucky.id, 'unblocked')
  await at.fault('acquirer', 'unavailable', { times: 100 })
  await chargeNext(deps, lucky.id).catch(() => {})
  expect(await charged(lucky.id)).toEqual(['created'])
  at.sandbox.world.faults.length = 0
  await set(lucky.id, 'blocked')
  await chargeNext(deps, lucky.id)
  expect([await charged(lucky.id), asked()]).toEqual([[], 0])

  await set(lucky.id, 'unblocked')
  await on(addDays(due, 1))
  await chargeNext(deps, lucky.id)
  expect(await charged(lucky.id)).toEqual(['paid'])

  await on(periodOf(other.anchor, 1).start)
  await chargeNext(deps, other.id)
  const { state } = await db
    .selectFrom('home_subscriptions')
    .select('state')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect([state, await charged(other.id)]).toEqual(['not_renewed', []])
})
