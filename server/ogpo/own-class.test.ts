import { expect, test } from 'vitest'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const has = (iin: string, bonusMalus: object) =>
  at().control('PUT', `/control/people/${iin}`, { bonusMalus })
const asks = async (token?: string) => (await at().api('ogpoOwnClass', {}, token)).body

test('who may buy sees their own class as the unified database has it', async () => {
  await has(buyer.iin, { kind: 'CLASS', class: '7' })
  const own = { success: true, data: { class: '7', firstContract: false, on: '2026-11-20' } }
  expect(await asks(await purchaseToken(at()))).toEqual(own)
  expect(await asks(await signedIn(at()))).toEqual(own)
})

test('whom the database knows no class of, or not at all, begins in class 3', async () => {
  await has(buyer.iin, { kind: 'FIRST', class: '3' })
  const first = { success: true, data: { class: '3', firstContract: true, on: '2026-11-20' } }
  expect(await asks(await signedIn(at()))).toEqual(first)
  const unknown = { iin: '900110390001', phone: '77010000881' }
  await account(at(), unknown)
  expect(await asks(await signedIn(at(), unknown))).toEqual(first)
})

test('a database that is away is said to be away, and strangers hear nothing', async () => {
  const token = await signedIn(at(), stranger)
  await at().fault('esbd', 'unavailable', { times: 50 })
  expect(await asks(token)).toMatchObject({ success: false, code: 12002 })
  expect((await at().api('ogpoOwnClass', {})).status).toBe(401)
  expect((await at().api('ogpoOwnClass', {}, 'A'.repeat(43))).status).toBe(401)
})

test('how often one may ask is limited', async () => {
  const token = await purchaseToken(at())
  await at()
    .db.insertInto('rate_limits')
    .values({
      key: `lookupsPerBuyer:${buyer.iin}`,
      points: 1_000_000,
      expire: String(Date.now() + 600_000),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points: 1_000_000 }))
    .execute()
  expect((await at().api('ogpoOwnClass', {}, token)).status).toBe(429)
})
