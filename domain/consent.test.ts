import { expect, test } from 'vitest'
import { consentAnswered, consentHolds, consentState } from './consent.ts'

const requestedAt = new Date('2026-11-20T10:00:00Z')
const after = (minutes: number) => new Date(requestedAt.getTime() + minutes * 60_000)
const asked = { state: 'awaiting', requestedAt } as const

test('a yes within ten minutes approves, a no rejects', () => {
  expect(consentAnswered(asked, 'yes', after(9.9))).toBe('approved')
  expect(consentAnswered(asked, 'no', after(1))).toBe('rejected')
})

test('after ten minutes the request is expired and a late yes never revives it', () => {
  expect(consentState(asked, after(10))).toBe('expired')
  expect(consentAnswered(asked, 'yes', after(10))).toBe('expired')
})

test.each(['approved', 'rejected', 'expired'] as const)('an answer does not change %s', (state) => {
  expect(consentAnswered({ state, requestedAt }, 'yes', after(1))).toBe(state)
  expect(consentAnswered({ state, requestedAt }, 'no', after(1))).toBe(state)
})

test('a consent is relied on for 30 days and not after it is withdrawn', () => {
  const given = { state: 'approved', answeredAt: requestedAt } as const
  const day = 24 * 60
  expect(consentHolds(given, after(30 * day - 1))).toBe(true)
  expect(consentHolds(given, after(30 * day))).toBe(false)
  expect(consentHolds({ ...given, withdrawnAt: after(5) }, after(4))).toBe(true)
  expect(consentHolds({ ...given, withdrawnAt: after(5) }, after(5))).toBe(false)
  expect(consentHolds({ state: 'rejected', answeredAt: requestedAt }, after(1))).toBe(false)
})
