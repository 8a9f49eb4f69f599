import { expect, test } from 'vitest'
import { cutUnseen, seenOf } from './seen-text.ts'

test.each([
  ['\u200b\u200bсебеп\u00a0', 'себеп'],
  [' \u3164екі сөз\u{e0020}\u2800', 'екі сөз'],
  ['\u200b\u00a0\u3164\u115f\u2800\u{e0020}\ufe0f\u00ad', ''],
  ['👍\u200d', '👍'],
  ['', ''],
])('of %j stays %j', (text, cut) => expect(cutUnseen(text)).toBe(cut))

test('what stands between is kept and is no sign that is seen', () => {
  expect(cutUnseen('а\u200b\u200b\u200bб')).toBe('а\u200b\u200b\u200bб')
  expect(seenOf('а\u200b \u200bб')).toBe('а б')
})
