import { expect, test } from 'vitest'
import { failuresOf, type QuarterState, quarterState, usualMs } from './system-health.ts'

test('a quarter of an hour is judged by its share of failures, then by its wait', () => {
  expect(quarterState({ calls: 0, failures: 0, answeredMs: 0 })).toBe('none')
  expect(quarterState({ calls: 10, failures: 1, answeredMs: 900 })).toBe('well')
  expect(quarterState({ calls: 10, failures: 2, answeredMs: 800 })).toBe('failed')
  expect(quarterState({ calls: 2, failures: 0, answeredMs: 2_000 })).toBe('slow')
  expect(quarterState({ calls: 3, failures: 3, answeredMs: 0 })).toBe('failed')
})

test('bad quarters in a row are one failure, also over quarters in which nobody asked', () => {
  const day: QuarterState[] = ['failed', 'failed', 'none', 'failed', 'well', 'failed', 'slow']
  expect(failuresOf(day)).toEqual([
    { from: 0, to: 3 },
    { from: 5, to: 5 },
  ])
  expect(failuresOf(['well', 'none'])).toEqual([])
})

test('a usual time needs answers', () => {
  expect(usualMs([{ calls: 4, failures: 0, answeredMs: 400 }])).toBeNull()
  expect(usualMs([{ calls: 12, failures: 2, answeredMs: 3_000 }])).toBe(300)
})
