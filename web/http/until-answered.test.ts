import { expect, test } from 'vitest'
import type { ApiError } from './http.ts'
import { untilAnswered, type Waiting } from './until-answered.ts'

/** A call that fails so many times before it is answered. */
function failing(times: number, cause: ApiError) {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0) throw new Error(cause.kind, { cause })
    return 'answered'
  }
}
const away: ApiError = { kind: 'unavailable', message: '', comesBack: 0.001 }

test('while the database changes over a call is repeated by itself, and each time it is told', async () => {
  const told: Waiting[] = []
  const answer = await untilAnswered(failing(12, away), {
    duplicateAttempts: 1,
    onWait: (waiting) => told.push(waiting),
  })
  expect(answer).toBe('answered')
  expect(told).toHaveLength(12)
  expect(told[0]?.retryAfter).toBe(0.001)
})

test('an outside service that does not answer is told at once', async () => {
  const silent: ApiError = { kind: 'unavailable', message: 'кейінірек' }
  await expect(untilAnswered(failing(1, silent), { duplicateAttempts: 6 })).rejects.toThrow(
    'unavailable',
  )
})

test('a page that was left repeats nothing', async () => {
  const left = AbortSignal.abort()
  await expect(
    untilAnswered(failing(1, away), { duplicateAttempts: 6, signal: left }),
  ).rejects.toThrow('unavailable')
})
