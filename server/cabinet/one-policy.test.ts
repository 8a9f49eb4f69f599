import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { buyer, clockTo, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()

async function bought(order: Parameters<typeof sale>[0]) {
  const token = await purchaseToken(at())
  const { orderId, quote } = await ordered(at(), token, sale(order))
  await paysBill(at())
  const done = await settled(at(), token, orderId)
  if (!done.success || !done.data.globalId) throw new Error('not issued')
  return { globalId: done.data.globalId, premium: quote.insurance_premium }
}
const half = (dateStart: string) => ({ order: { dateStart, period: 6, seasonal: true } })

test('one policy tells its drivers, its money, what happened and its signed address; followed by the next, it is offered no more', async () => {
  spec('7.2.ours-cabinet-policy-onepolicy')

  await clockTo(at(), '2026-02-02T06:00:00Z')
  const { globalId, premium } = await bought(half('2026-02-03'))
  const token = await signedIn(at())
  const { body } = await at().api('cabinetPolicy', { globalId }, token)
  if (!body.success) throw new Error('no policy')
  expect(body.data).toMatchObject({
    drivers: [
      {
        name: 'Әбдіқадыров Нұрлан Серікұлы',
        iin: `${buyer.iin.slice(0, 4)}••••${buyer.iin.slice(-4)}`,
        policyholder: true,
        bonusMalus: { kind: 'CLASS', class: '7' },
      },
    ],
    payments: [{ system: 'mobile_bank', amount: premium, refunds: [] }],
  })
  expect(body.data.check_url).toContain(globalId)
  const names = body.data.history.map(({ what }) => what)
  expect(names.slice(0, 3)).toEqual(['ordered', 'paid', 'issued'])
  expect(body.data.history.find(({ what }) => what === 'paid')?.amount).toBe(premium)

  // Within its last month it offers renewal, until another policy follows it.
  await clockTo(at(), '2026-07-10T06:00:00Z')
  const later = await signedIn(at())
  const offered = async () => {
    const { body: list } = await at().api('cabinetPolicies', {}, later)
    if (!list.success) throw new Error('no list')
    return list.data.active.find((one) => one.global_id === globalId)?.may.renew
  }
  expect(await offered()).toBe(true)
  await bought(half('2026-08-03'))
  expect(await offered()).toBe(false)
})
