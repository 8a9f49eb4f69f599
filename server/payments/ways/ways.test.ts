import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Pay, PortalPay, RefundWayField, WayField } from '#contract/pay.ts'
import { outsideAccounts } from '#domain/contract/posting.ts'
import { wayNames, waysOf } from '#domain/payment-ways.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { wayWords } from '#texts/ways.ts'
import { billOf, sameWay } from '../../ogpo/order-payment.ts'
import type { Attempt } from '../attempts.ts'
import { isUnclear } from '../unclear.ts'
import { offeredWays, wayOf } from './ways.ts'

/**
 * Every place that once treated an unnamed way as a bill or a card, for all of `wayNames`: none
 * mistakes a new way for another one.
 */
const at = sharedTestApp({ WORKER: 'off' })
const payOf = (system: string): Pay => {
  const found = ['bill', 'redirect', 'invoice'].flatMap((method) => {
    const parsed = Pay.safeParse({ system, method })
    return parsed.success ? [parsed.data] : []
  })
  if (found.length !== 1 || !found[0]) throw new Error(`${system} has ${found.length} bodies`)
  return found[0]
}
const order = { phone: '77010000001', amount: 100, start_date: '2027-01-01' }
const by = {
  actor: 'client',
  at: new Date('2026-11-27T05:00:00Z'),
  expiresAt: new Date('2026-11-28T05:00:00Z'),
}

test('the database knows the ways that the code knows', async () => {
  const { rows } = await sql<{ name: string; is: boolean }>`
    select name, is_payment_way(name) as is
    from unnest(${[...wayNames, 'bank_details', 'partner', 'qr', '']}::text[]) as name`.execute(
    at().db,
  )
  expect(rows.flatMap(({ name, is }) => (is ? [name] : []))).toEqual([...wayNames])
})

test.each(wayNames)('%s has a body, an account, words in both languages and an object', (name) => {
  expect(payOf(name).system).toBe(name)
  expect([WayField.parse(name), RefundWayField.parse(name)]).toEqual([name, name])
  expect(outsideAccounts).toContain(name)
  expect(PortalPay.safeParse(payOf(name)).success).toBe(waysOf[name].sent)
  expect(wayOf({ system: name }).name).toBe(name)
  for (const said of [wayWords.kz, wayWords.ru])
    for (const words of Object.values(said)) expect(words[name].length).toBeGreaterThan(1)
  expect(offeredWays(at().config)).toContain(name)
})

test.each(wayNames)('%s: only what goes to a phone has one, and only that is a bill', (name) => {
  const bill = billOf(order, payOf(name), by)
  expect(bill).toMatchObject({
    system: name,
    way: waysOf[name].asksPhone ? 'bill' : 'page',
    phone: waysOf[name].asksPhone ? order.phone : null,
  })
})

test.each(wayNames)('%s is asked again as the same payment, and as no other way', (name) => {
  const attempt = { system: name, phone: waysOf[name].asksPhone ? order.phone : null } as Attempt
  for (const other of wayNames)
    expect(sameWay(attempt, payOf(other), order.phone)).toBe(other === name)
})

test.each(wayNames)(
  '%s: an answer that was lost leaves it unclear only if it may not be asked twice',
  (name) => {
    const lost = { system: name, state: 'error', asked_at: by.at, outside_id: null }
    expect(isUnclear(lost)).toBe(!waysOf[name].repeatable)
  },
)

test('a stored name that is no way is a fault, not a card', () => {
  expect(() => wayOf({ system: 'qr' })).toThrow('no way to pay')
})
