import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  issueDeadline,
  nextIssueAttempt,
  otpUsable,
  quoteExpired,
  quoteExpiresAt,
} from './lifetimes.ts'

const at = (text: string) => new Date(text)

test('a quote holds till the end of its Almaty day', () => {
  expect(quoteExpiresAt(at('2026-11-20T18:59:00Z')).toISOString()).toBe('2026-11-20T18:59:59.999Z')
  expect(quoteExpired(at('2026-11-20T10:00:00Z'), at('2026-11-20T18:59:59.999Z'))).toBe(false)
  expect(quoteExpired(at('2026-11-20T10:00:00Z'), at('2026-11-20T19:00:00Z'))).toBe(true)
})

test('a code has five tries and five minutes', () => {
  const sentAt = at('2026-11-20T10:00:00Z')
  expect(otpUsable({ sentAt, attempts: 4 }, at('2026-11-20T10:04:59Z'))).toBe(true)
  expect(otpUsable({ sentAt, attempts: 5 }, at('2026-11-20T10:00:01Z'))).toBe(false)
  expect(otpUsable({ sentAt, attempts: 0 }, at('2026-11-20T10:05:00Z'))).toBe(false)
})

test('issue is retried for 24 hours, and never past the beginning of the start date', () => {
  const first = at('2026-11-20T10:00:00Z')
  expect(issueDeadline(first, '2026-12-20').toISOString()).toBe('2026-11-21T10:00:00.000Z')
  expect(issueDeadline(first, '2026-11-21').toISOString()).toBe('2026-11-20T19:00:00.000Z')
})

test('the first attempt is at once, the next ones further and further apart', () => {
  const now = at('2026-11-20T10:00:00Z')
  const waits = [0, 1, 2, 3, 9, 40].map(
    (n) => (nextIssueAttempt(n, now, now, '2026-12-20')?.getTime() ?? 0) - now.getTime(),
  )
  expect(waits).toEqual([0, 5_000, 15_000, 30_000, 1_800_000, 1_800_000])
})

test('retries come to an end, the last one just before the deadline', () => {
  const first = at('2026-11-20T10:00:00Z')
  let now: Date | null = first
  let attempts = 0
  let last = first
  while (now !== null && attempts < 1000) {
    last = now
    attempts += 1
    now = nextIssueAttempt(attempts, first, now, '2026-12-20')
  }
  expect(now).toBeNull()
  expect(attempts).toBeLessThan(100)
  expect(last.toISOString()).toBe('2026-11-21T09:59:30.000Z')
})

test('no attempt is ever planned in the past or after the deadline', () => {
  const first = at('2026-11-20T10:00:00Z')
  const minutes = fc.integer({ min: 0, max: 3000 })
  fc.assert(
    fc.property(fc.nat(60), minutes, (attempts, minute) => {
      const now = new Date(first.getTime() + minute * 60_000)
      const next = nextIssueAttempt(attempts, first, now, '2026-11-22')
      const deadline = issueDeadline(first, '2026-11-22')
      return next === null
        ? now.getTime() > deadline.getTime() - 60_000
        : next >= now && next < deadline
    }),
  )
})
