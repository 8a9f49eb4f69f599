import { expect, test } from 'vitest'
import { groupedSum, overSpace, sumTyped } from './typed-sum.ts'

/** `|` is the caret, `_` the space between groups. */
const typed = (text: string) => {
  const at = text.indexOf('|')
  const { shown, caret } = groupedSum(text.replace('|', '').replaceAll('_', '\u00a0'), at)
  return `${shown.slice(0, caret)}|${shown.slice(caret)}`.replaceAll('\u00a0', '_')
}

test.each([
  ['1234|', '1_234|'],
  ['1_2345|', '12_345|'],
  ['1|23_456', '1|23_456'],
  ['1|3_456', '1|3_456'],
  ['91|2_345', '91|2_345'],
  ['1_234_56|', '123_456|'],
  ['-1500|', '−1_500|'],
  ['007|', '7|'],
  ['|', '|'],
  ['36_094 ₸|', '36_094|'],
  // The caller refuses what is no whole sum.
  ['12,5|', '12,5|'],
  ['12a|', '12a|'],
])('%s becomes %s', (text, shown) => {
  expect(typed(text)).toBe(shown)
})

test('a deletion over a space takes the digit beside it', () => {
  const text = '12\u00a0345'
  expect([overSpace(text, 3, 'back'), overSpace(text, 2, 'on')]).toEqual([2, 3])
  expect([overSpace(text, 2, 'back'), overSpace(text, 3, 'on')]).toEqual([2, 3])
})

test('a sum is read as it was typed', () => {
  const read = ['', ' ', '36\u00a0094\u00a0₸', '36 094', '12,5', 'x', '-5'].map((text) =>
    sumTyped(text),
  )
  expect(read).toEqual([null, null, 36_094, 36_094, undefined, undefined, undefined])
  expect(sumTyped('−1\u202f500', 'below_nothing')).toBe(-1500)
})
