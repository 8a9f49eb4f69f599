import { expect, test } from 'vitest'
import { languageTag, locales } from '#domain/locale.ts'
import { shortCheckAddress } from '#server/policies/policies.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { smsParts } from '#tests/sms-parts.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()

test('the SMS of an issued policy has two parts and a short address that leads to the sale', async () => {
  const token = await purchaseToken(at())
  const { orderId, key } = await ordered(at(), token)
  await paysBill(at())
  await settled(at(), token, orderId)
  const texts = await until(
    async () => (await at().messages(buyer.phone)).map(({ text }) => text),
    (all) => all.some((text) => text.includes('/c/')),
  )
  const told = texts.find((text) => text.includes('/c/')) ?? ''
  const address = /https?:\S+\/c\/\w{10}$/.exec(told)?.[0] ?? ''
  expect(smsParts(told)).toBe(2)
  const led = await fetch(address, { redirect: 'manual' })
  expect([led.status, led.headers.get('location'), led.headers.get('cache-control')]).toEqual([
    303,
    `/ogpo-calculator/result?order=${key}`,
    'no-store',
  ])
  await at().db.updateTable('orders').set({ locale: 'ru' }).execute()
  const russian = await fetch(address, { redirect: 'manual' })
  expect(russian.headers.get('location')).toBe(`/ru/ogpo-calculator/result?order=${key}`)
})

test('a key that leads nowhere is no page', async () => {
  const tried = await Promise.all(
    ['abcdefghjk', 'x', "'--", '%00', 'k'.repeat(300)].map(
      async (key) => (await fetch(`${at().url}/c/${key}`, { redirect: 'manual' })).status,
    ),
  )
  expect(tried.every((status) => status === 404 || status === 400)).toBe(true)
})

test('keys that lead nowhere are counted by address, keys that lead somewhere are not', async () => {
  const counted = async () =>
    at()
      .db.selectFrom('rate_limits')
      .selectAll()
      .where('key', 'like', 'shortKeysPerAddress:%')
      .executeTakeFirst()
  const goes = async (key: string) =>
    (await fetch(`${at().url}/c/${key}`, { redirect: 'manual' })).status
  await goes('abcdefghjk')
  const before = await counted()
  const { short_key } = await at()
    .db.selectFrom('orders')
    .select('short_key')
    .where('short_key', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await goes(String(short_key))).toBe(303)
  expect((await counted())?.points).toBe(before?.points)
  await goes('abcdefghjm')
  expect((await counted())?.points).toBe(Number(before?.points) + 1)
  // A client at its limit blocks nobody else behind the same address.
  await at().db.updateTable('rate_limits').set({ points: 1_000_000 }).execute()
  expect(await goes('abcdefghjn')).toBe(429)
  expect(await goes(String(short_key))).toBe(303)
  const { global_id } = await at()
    .db.selectFrom('policies')
    .select('global_id')
    .executeTakeFirstOrThrow()
  const code = shortCheckAddress(at().server.deps.config, global_id)
  expect((await fetch(code, { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(`${code}2`, { redirect: 'manual' })).status).toBe(429)
})

test.each(['/c/abcdefghjp', '/q/QG00000000122222222222'])(
  '%s leads nowhere: a page says so in the browser’s language',
  async (path) => {
    for (const locale of locales) {
      const wish = { 'accept-language': languageTag(locale) }
      const answer = await fetch(at().url + path, { headers: wish })
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(await answer.text()).toContain(`not-found ${locale}`)
    }
  },
)
