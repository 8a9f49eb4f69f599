import { expect, test } from 'vitest'
import { sparkline } from './systems.tsx'

const minute = (ms: number, calls = 1, failures = 0) => ({ calls, failures, ms })

test('a calm system stays at a third of the height, a peak and a failure stand up', () => {
  expect(sparkline([minute(100), minute(0, 0)], 100, 24)).toEqual([
    { at: 0, height: 8, failed: false },
  ])
  expect(sparkline([minute(100), minute(1_200)], 100, 24).map(({ height }) => height)).toEqual([
    2, 24,
  ])
  expect(sparkline([minute(100), minute(0, 3, 3)], 100, 24).at(1)).toEqual({
    at: 1,
    height: 24,
    failed: true,
  })
})

test('with nothing usual the peak is the scale, and nobody asked draws nothing', () => {
  expect(sparkline([minute(50), minute(100)], null, 20).map(({ height }) => height)).toEqual([
    10, 20,
  ])
  expect(sparkline([], null, 20)).toEqual([])
})
