import { expect, test } from 'vitest'
import { bestHour } from './best-hour.ts'

/** Returns `count` sales at this hour of Almaty (UTC+5), each on a day of its own. */
const at = (hour: number, count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 10, 1 + day, hour - 5, 30)))

test('the hour with most sales, of two as good the earlier', () => {
  expect(bestHour([...at(17, 6), ...at(10, 5)])).toBe(17)
  expect(bestHour([...at(17, 5), ...at(10, 5)])).toBe(10)
  expect(bestHour(at(23, 10))).toBe(23)
})

test('a few sales tell nothing', () => {
  expect(bestHour(at(17, 9))).toBeNull()
  expect(bestHour([])).toBeNull()
})
