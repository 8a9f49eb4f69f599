import { expect, test } from 'vitest'
import { distanceMetres, judgePosition, positionReusable } from './geo.ts'

const now = new Date('2026-11-20T10:00:00Z')
const centre = { id: 'sample', latitude: 43.2389, longitude: 76.8897 }
const metresNorth = (metres: number) => centre.latitude + metres / 111_195.08
const position = (over: object = {}) => ({
  latitude: 43.3,
  longitude: 76.9,
  accuracy: 20,
  at: now,
  ...over,
})

test('a degree of latitude is about 111.2 km', () => {
  expect(
    distanceMetres({ latitude: 43, longitude: 76 }, { latitude: 44, longitude: 76 }),
  ).toBeCloseTo(111_195, 0)
})

test('far from every control point the sale goes on', () => {
  expect(judgePosition(position(), [centre], now)).toBeNull()
})

test.each([
  [0, 12009],
  [199, 12009],
  [201, undefined],
])('%i m from a control point answers %s, accuracy not subtracted', (metres, code) => {
  expect(
    judgePosition(
      position({ latitude: metresNorth(metres), longitude: centre.longitude, accuracy: 900 }),
      [centre],
      now,
    )?.code,
  ).toBe(code)
})

test('the very edge of the circle is inside', () => {
  const here = position()
  const radius = distanceMetres(here, centre)
  expect(judgePosition(here, [{ ...centre, radius }], now)).toEqual({
    code: 12009,
    reason: 'sample',
  })
})

test.each([
  [null, 'missing'],
  [position({ latitude: Number.NaN }), 'missing'],
  [position({ at: new Date(now.getTime() - 60_001) }), 'too_old'],
  [position({ accuracy: 1000.1 }), 'too_inaccurate'],
  [position({ accuracy: Number.NaN }), 'too_inaccurate'],
])('an unusable position is 14013 (%#)', (given, reason) => {
  expect(judgePosition(given, [centre], now)).toEqual({ code: 14013, reason })
})

test('a position of 60 s and 1 000 m is still judged', () => {
  expect(
    judgePosition(
      position({ at: new Date(now.getTime() - 60_000), accuracy: 1000 }),
      [centre],
      now,
    ),
  ).toBeNull()
})

test('an order may use a position of the last 30 minutes', () => {
  expect(positionReusable(new Date(now.getTime() - 1_800_000), now)).toBe(true)
  expect(positionReusable(new Date(now.getTime() - 1_800_001), now)).toBe(false)
})
