import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  comeAgainIn,
  type Importance,
  loadOf,
  MOST_PRESSURE,
  pressureAfter,
  refusedShare,
  sessionsLoad,
} from './load-shedding.ts'

const easy = { lateMs: 5, waiting: 0 }
const full = { lateMs: 400, waiting: 0 }
const after = (seconds: number, signs: typeof easy, from = 0) => {
  let pressure = from
  for (let at = 0; at < seconds; at += 0.1) pressure = pressureAfter(pressure, loadOf(signs), 0.1)
  return pressure
}
const all: Importance[] = ['first', 'ordinary', 'repeated']

test('nobody is refused while answers are in time', () => {
  for (const importance of all) expect(refusedShare(importance, after(60, easy))).toBe(0)
})

test('a process that comes late refuses repeated questions first, then what may be begun later, payments and issuing last', () => {
  const order = [0.4, 0.9, 1.6, 2.5, MOST_PRESSURE].map((pressure) =>
    all.map((importance) => Number(refusedShare(importance, pressure).toFixed(6))),
  )
  expect(order).toEqual([
    [0, 0, 0.3],
    [0, 0.4, 0.675],
    [0, 1, 0.75],
    [0.5, 1, 0.75],
    [1, 1, 0.75],
  ])
})

test('questions that wait for the database are such a sign too', () => {
  expect(after(2, { lateMs: 0, waiting: 100 })).toBeGreaterThan(1)
})

test('sessions carry as many look-ups as end in time, and twice of them are too many', () => {
  const after = (perSession: number) => {
    let pressure = 0
    for (let at = 0; at < 20; at += 1)
      pressure = pressureAfter(pressure, sessionsLoad(perSession), 0.1)
    return pressure
  }
  expect(after(1)).toBe(0)
  expect(after(3)).toBe(0)
  expect(refusedShare('ordinary', after(6))).toBe(1)
})

test('when it is over everybody is let in again within seconds', () => {
  const worst = after(60, full)
  expect(worst).toBe(MOST_PRESSURE)
  expect(after(4, easy, worst)).toBe(0)
})

test('the more pressure, the more are refused and the later they are asked to come again', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        for (const importance of all)
          expect(refusedShare(importance, less)).toBeLessThanOrEqual(refusedShare(importance, more))
        expect(comeAgainIn(less)).toBeLessThanOrEqual(comeAgainIn(more))
      },
    ),
  )
})
