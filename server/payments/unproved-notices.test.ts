import { expect, test } from 'vitest'
import { sharedTestApp } from '#tests/test-app.ts'
import { scripts } from '../products/products.ts'

const at = sharedTestApp({ WORKER: 'off' })
const forged = new URLSearchParams({
  pg_order_id: 'QG000000001-1',
  pg_payment_id: '1',
  pg_amount: '100',
  pg_currency: 'KZT',
  pg_result: '1',
  pg_salt: 'salt',
  pg_sig: '0'.repeat(32),
}).toString()

test('a notice that proves no signature gets an answer without ours, at every address', async () => {
  const names = [...scripts(), 'refund', 'card']
  expect(names.length).toBeGreaterThan(3)
  for (const name of names)
    for (const body of [forged, '']) {
      const answer = await fetch(`${at().url}/api/hooks/acquirer/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      const text = await answer.text()
      expect([name, answer.status, text]).toEqual([
        name,
        200,
        expect.stringContaining('<pg_status>error'),
      ])
      expect(text).not.toContain('pg_sig')
    }
})
