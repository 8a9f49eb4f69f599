import { expect, test } from 'vitest'
import { splitDuration } from './duration.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
test.each([
  [-5, { seconds: 0 }],
  [52 * second, { seconds: 52 }],
  [14 * minute + second, { minutes: 14 }],
  [2 * hour + 14 * minute, { hours: 2, minutes: 14 }],
  [3 * day + 5 * hour, { days: 3 }],
])('%i ms are %j', (ms, parts) =>
  expect(splitDuration(ms)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0, ...parts }),
)
