import { expect, test } from 'vitest'
import { portalQuote, promoterAccount, promoterToken } from '#tests/promoter.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })

test('the price of the portal says what the promoter earns by it, once a rate is set for the day', async () => {
  const token = await promoterToken(at())
  const { id } = await promoterAccount(at())
  expect(await portalQuote(at(), token)).toMatchObject({ own_pay: null, previous: [] })
  await at()
    .db.insertInto('promoter_terms')
    .values({
      account_id: id,
      effective_from: '2026-11-20',
      day_goal: 10,
      pay_percent: 30,
      set_at: at().server.deps.clock.now(),
      set_by: id,
    })
    .execute()
  const { broker_premium, own_pay } = await portalQuote(at(), token)
  expect(own_pay).toBe(Math.round((broker_premium * 30) / 100))
})
