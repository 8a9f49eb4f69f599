import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIban } from './iban.ts'

test.each([
  // The registry's own example for Kazakhstan.
  ['KZ86 125K ZT50 0410 0100', true],
  ['kz86125kzt5004100100', true],
  ['KZ86125KZT5004100101', false],
  ['KZ8612', false],
  ['DE89370400440532013000', false],
])('%s is an account: %s', (text, good) => {
  expect(isIban(text)).toBe(good)
})

test('two digits in each other’s place are noticed', () => {
  const good = 'KZ86125KZT5004100100'
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 18 }), (at) => {
      const [a, b] = [good[at] ?? '', good[at + 1] ?? '']
      fc.pre(a !== b)
      return !isIban(good.slice(0, at) + b + a + good.slice(at + 2))
    }),
  )
})
