import fc from 'fast-check'
import { expect, test } from 'vitest'
import { put } from '#tests/typing.ts'
import { plateMask, vinMask } from './car-masks.ts'
import { read, shaped } from './mask.ts'
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

/** Two bars enclose the selection; one bar is the caret. */
function after(rule: typeof phoneMask, field: string, keys: string): string {
  const [before = '', selected = '', behind] = field.split('|')
  const shown = field.replaceAll('|', '')
  const until = behind === undefined ? before.length : before.length + selected.length
  const { clean } = read(rule, shown)
  const next = put(rule, { shown, clean }, keys, [before.length, until])
  return `${next.shown.slice(0, next.caret)}|${next.shown.slice(next.caret)}`
}

test.each([
  ['|', '7', '+7 (7|'],
  ['|', '+', '+|'],
  ['+7 (701|', '2', '+7 (701) 2|'],
  ['|', '87011234567', '+7 (701) 123 45 67|'],
  ['|', '88', '|'],
  ['|', '887011234567', '+7 (701) 123 45 67|'],
  ['|', '7887011234567', '+7 (701) 123 45 67|'],
  ['+7 (|', '+7 701 123 45 67', '+7 (701) 123 45 67|'],
  ['+7 (701|) 123', '9', '+7 (701) 9|12 3'],
  ['+7 (70|1|) 123 45 67', '', '+7 (70|1) 234 56 7'],
  ['+7 (701)| |123 45 67', '', '+7 (701|) 123 45 67'],
  ['+|7| (701) 123 45 67', '', '+7| (701) 123 45 67'],
  ['|+7 (7|01) 123 45 67', '', '+7| (011) 234 56 7'],
  ['|+7 (701) 123 45 67|', '', '|'],
  ['+7 (701) |123| 45 67', '999', '+7 (701) 999| 45 67'],
])('in %s the keys %j leave %s', (field, keys, shown) =>
  expect(after(phoneMask, field, keys)).toBe(shown),
)

test('what is shaped stays as it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(phoneMask, iinMask, plateMask, vinMask),
      fc.string({ maxLength: 24 }),
      (rule, text) => {
        const first = read(rule, text)
        expect(read(rule, first.shown)).toEqual(first)
      },
    ),
  )
})
