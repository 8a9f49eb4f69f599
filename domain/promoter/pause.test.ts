import { expect, test } from 'vitest'
import { pauseEdge } from './pause.ts'

test.each([
  ['2026-11-20T09:30:00.000Z', 'end', '14:30'],
  ['2026-11-20T18:59:59.999Z', 'end', null],
  ['2026-11-19T19:00:00.000Z', 'end', '00:00'],
  ['2026-11-19T19:00:00.000Z', 'begin', null],
  ['2026-11-20T03:05:00.000Z', 'begin', '08:05'],
] as const)('the pause’s edge %s (%s) is told with the hour %s', (instant, edge, hour) => {
  const told = pauseEdge(instant, edge)
  expect(told.hour).toBe(hour)
  expect(told.clock.slice(0, 10)).toBe('2026-11-20')
})

test('a day that was only chosen is told whole', () => {
  expect(pauseEdge('2026-11-20', 'end')).toMatchObject({ hour: null })
})
