import { expect, test } from 'vitest'
import { parseAsked, secondsLeft } from './send.ts'

const asked = { iin: '850315399904', phone: '77010000001', resendAt: 31_000, expiresAt: 301_000 }

test('the countdown goes on after a reload and ends at zero', () => {
  expect(parseAsked(JSON.stringify(asked), 11_000)).toEqual(asked)
  expect(secondsLeft(asked.resendAt, 11_000)).toBe(20)
  expect(secondsLeft(asked.resendAt, 30_001)).toBe(1)
  expect(secondsLeft(asked.resendAt, 31_000)).toBe(0)
  expect(secondsLeft(asked.resendAt, 99_000)).toBe(0)
})

test.each([[null], ['{"iin":1}'], ['not json'], ['[]']])(
  'a stored value of %s asks for a new code',
  (text) => {
    expect(parseAsked(text, 0)).toBeNull()
  },
)

test('a code older than its five minutes is not asked for again', () => {
  expect(parseAsked(JSON.stringify(asked), 301_000)).toBeNull()
})
