import { expect, test } from 'vitest'
import { lineThrough, pointsOf, stepsThrough } from './paths.ts'
import { axisOf, barsIn, heightAt, labelsIn, shareOf } from './scale.ts'
import { changeOf, decimal, inUnit, unitOf } from './units.ts'

const box = { left: 30, top: 10, width: 300, height: 100 }

test.each([
  [15.6, { top: 20, lines: [0, 5, 10, 15, 20] }],
  [4, { top: 4, lines: [0, 1, 2, 3, 4] }],
  [0.7, { top: 0.8, lines: [0, 0.2, 0.4, 0.6, 0.8] }],
  [1_234_567, { top: 1_500_000, lines: [0, 500_000, 1_000_000, 1_500_000] }],
  [0, { top: 1, lines: [0] }],
])('the axis of %s ends at a round number just above it', (largest, axis) => {
  expect(axisOf(largest)).toEqual(axis)
})

test('nothing lies on the ground, the top of the axis at the upper edge, nothing outside', () => {
  expect([0, 10, 20, 30, -1].map((value) => heightAt(value, 20, box))).toEqual([
    110, 60, 10, 10, 110,
  ])
})

test('bars share the width of the box and never overlap', () => {
  for (const count of [1, 7, 31, 92]) {
    const bars = barsIn(count, box)
    expect(bars).toHaveLength(count)
    expect(bars[0]?.at).toBeGreaterThanOrEqual(30)
    const last = bars.at(-1)
    expect((last?.at ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(330.1)
    for (const [at, bar] of bars.entries())
      expect(bar.at + bar.width).toBeLessThanOrEqual((bars[at + 1]?.at ?? 331) + 0.1)
  }
})

test('labels are left out evenly; the last one always stands', () => {
  expect(labelsIn(7, 700, 30)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelsIn(30, 300, 20)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29])
  expect(labelsIn(0, 300, 20)).toEqual([])
})

test('a share of the largest that is not nothing can be seen', () => {
  expect([shareOf(5, 10), shareOf(1, 100_000), shareOf(0, 10), shareOf(3, 0)]).toEqual([
    50, 1, 0, 0,
  ])
})

test('a line goes from the lowest to the highest value; one that never changes is level', () => {
  expect(pointsOf([1, 3, 2], box)).toEqual([
    { x: 30, y: 110 },
    { x: 180, y: 10 },
    { x: 330, y: 60 },
  ])
  expect(pointsOf([4, 4], box).map(({ y }) => y)).toEqual([60, 60])
  expect(lineThrough(pointsOf([1, 3], box))).toBe('M30 110L330 10')
})

test('steps rise by one at their moments and go on until now', () => {
  expect(stepsThrough([0.1, 0.5], 0.8, 10, box)).toBe('M30 110H60V100H180V90H270')
  expect(stepsThrough([], 0.5, 10, box)).toBe('M30 110H180')
})

test('sums are written in the unit of the largest, with a comma and a true minus', () => {
  expect(inUnit(304_201_480, unitOf(304_201_480, 'ru'))).toBe('304,2')
  expect(inUnit(61_309, unitOf(61_309, 'kz'))).toBe('61,3')
  expect([unitOf(61_309, 'kz').name, unitOf(900, 'ru').name]).toEqual(['мың\u00a0₸', '₸'])
  expect([decimal(1204.04), decimal(-0.04), decimal(-1.5)]).toEqual(['1\u00a0204', '0', '−1,5'])
})

test('a change has its sign; against nothing there is none', () => {
  expect([changeOf(109, 100, 'ru'), changeOf(98, 100, 'kz'), changeOf(5, 0, 'ru')]).toEqual([
    '+\u00a09\u00a0%',
    '−\u00a02%',
    null,
  ])
})
