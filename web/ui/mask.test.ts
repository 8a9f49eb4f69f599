import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateMask, vinMask } from './car-masks.ts'
import { reshaped, shaped } from './mask.ts'
import { iinMask, phoneMask } from './masks.ts'

test.each([
  [phoneMask, '+77011234567', '+7 (701) 123 45 67'],
  [phoneMask, '+7701', '+7 (701'],
  [phoneMask, '+77011', '+7 (701) 1'],
  [phoneMask, '', ''],
  [{ ...iinMask, mask: '###### ### ###' }, '850315399904', '850315 399 904'],
  [plateMask, '123ABC02', '123 ABC 02'],
  [plateMask, 'A123BC', 'A 123 BC'],
  [vinMask, 'XTA210990Y1234567', 'XTA210990Y1234567'],
])('%o shows %s as %s', (rule, clean, shown) => expect(shaped(rule, clean)).toBe(shown))

/** `|` is the caret. */
const after = (rule: typeof phoneMask, typed: string) => {
  const caret = typed.indexOf('|')
  const next = reshaped(rule, typed.replace('|', ''), caret)
  return `${next.shown.slice(0, next.caret)}|${next.shown.slice(next.caret)}`
}

test.each([
  ['7|', '+7 (7|'],
  ['+7 (7012|', '+7 (701) 2|'],
  ['87011234567|', '+7 (701) 123 45 67|'],
  ['88|', '|'],
  ['887011234567|', '+7 (701) 123 45 67|'],
  ['7887011234567|', '+7 (701) 123 45 67|'],
  ['+7 (+7 701 123 45 67|', '+7 (701) 123 45 67|'],
  ['+7 (7019|) 123', '+7 (701) 9|12 3'],
  ['+7 (70|) 123 45 67', '+7 (70|1) 234 56 7'],
  ['+7 (701)|123 45 67', '+7 (701|) 123 45 67'],
  ['|+7 (701) 123', '|+7 (701) 123'],
])('the caret of %s stands at %s', (typed, shown) => expect(after(phoneMask, typed)).toBe(shown))

test('what is shaped stays as it is, and tells the same value', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(phoneMask, iinMask, plateMask, vinMask),
      fc.string({ maxLength: 24 }),
      (rule, typed) => {
        const first = reshaped(rule, typed, typed.length)
        const again = reshaped(rule, first.shown, first.caret)
        expect(again).toEqual(first)
        expect(first.caret).toBe(first.shown.length)
      },
    ),
  )
})
