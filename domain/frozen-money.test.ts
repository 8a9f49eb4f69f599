import { expect, test } from 'vitest'
import { isFrozenMoney, isFrozenPayout, ogpoPlusReason } from './frozen-money.ts'

test('of whoever is blocked the premium of OGPO alone goes back, and its payouts', () => {
  const goes = (product: string, reason: string, withOgpoPlus = false) =>
    !isFrozenMoney(product, { reason, withOgpoPlus })
  for (const reason of ['terminated', 'cancelled', 'reissue']) {
    expect(goes('ogpo', reason), reason).toBe(true)
    // It includes a voluntary part, too.
    expect(goes('ogpo', reason, true), reason).toBe(false)
    expect(goes('home', reason), reason).toBe(false)
  }
  for (const reason of [...Object.values(ogpoPlusReason), 'late_or_second_payment', 'not_issued'])
    expect(goes('ogpo', reason), reason).toBe(false)
  expect([isFrozenPayout('ogpo'), isFrozenPayout('home')]).toEqual([false, true])
})
