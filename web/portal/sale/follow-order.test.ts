import { expect, test, vi } from 'vitest'
import { spec } from '#tests/spec.ts'
import { askBeside, isSettled, standingOf } from './order-side.tsx'
import type { SetAnswer } from './state/state.ts'

const waiting = { state: 'awaiting_payment', paid: 'awaiting', set: 'waiting' } as const
const answers = { paid: 'paid', set: { state: 'paid', status: 'issuing' } } as const
const paid = { state: 'paid', paid: 'paid', set: 'issuing' }

test('the stream says how an order stands; the answers do before it speaks and while it is silent', () => {
  spec('7.3.policy-checkorderpaid')
  expect(standingOf(null, null, false)).toBeNull()
  expect(standingOf(null, answers, false)).toEqual(paid)
  expect(standingOf(waiting, answers, false)).toBe(waiting)
  expect(standingOf(waiting, answers, true)).toEqual(paid)
  expect(standingOf(waiting, null, true)).toBe(waiting)
})

test('asking ends with all papers of the policy, or with the order', () => {
  const file = { uuid: 'u', size: 1 }
  const issued = { status: 'issued', state: 'issued' } as SetAnswer
  expect(isSettled({ ...issued, files: { policy: file } })).toBe(false)
  const files = { policy: file, covernote: file, slip: file, applicantForm: file }
  expect(isSettled({ ...issued, files })).toBe(true)
  for (const [state, over] of [
    ['refunding', false],
    ['refunded', true],
    ['expired', true],
    ['cancelled', true],
  ] as const)
    expect(isSettled({ status: 'failed', state } as SetAnswer)).toBe(over)
})

test('an order whose question had no answer is asked about again, and no more when it is over', async () => {
  vi.useFakeTimers()
  try {
    const stop = new AbortController()
    const answers = [new Error('no connection'), false, true]
    const heard: boolean[] = []
    let asked = 0
    const ask = async (): Promise<boolean> => {
      const answer = answers[asked++] ?? true
      if (answer instanceof Error) throw answer
      return answer
    }
    const word = askBeside(ask, (silent) => heard.push(silent), stop.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toBe(2)
    word()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(3)
    expect(heard).toEqual([true, false])
    stop.abort()
  } finally {
    vi.useRealTimers()
  }
})
