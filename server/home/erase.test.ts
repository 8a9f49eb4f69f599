import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { signedIn } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()

test('a subscriber is kept for five years after the end, then nobody is named by the subscription, its quote and its policy', async () => {
  const token = await signedIn(at())
  const id = await subscribed(at(), token)
  await at().api('cancelHomeSubscribe', { order_id: id }, token)
  const { body } = await at().api('cabinetAskDeletion', {}, token)
  if (!body.success || !body.data.keptUntil) throw new Error('not kept')
  await clockTo(at(), `${addDays(body.data.keptUntil, 1)}T06:00:00Z`)
  await until(
    () =>
      at().db.selectFrom('accounts').select('id').where('iin', '=', buyer.iin).executeTakeFirst(),
    (found) => found === undefined,
  )
  const { db } = at()
  const home = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(home).toMatchObject({ buyer_iin: 'erased', phone: null, email: null, facts: {} })
  expect(await db.selectFrom('home_quotes').select(['buyer_iin', 'facts']).execute()).toEqual([
    { buyer_iin: 'erased', facts: {} },
  ])
  const policy = await db
    .selectFrom('policies')
    .select(['policyholder_iin', 'facts'])
    .executeTakeFirstOrThrow()
  expect(policy.policyholder_iin).toBe('erased')
  // Erased facts leave only what names nobody.
  expect(Object.keys(Object(policy.facts)).sort()).toEqual([
    'insured',
    'phone',
    'policyholder',
    'vehicles',
  ])
})
