import { describe, expect, test } from 'vitest'
import type { Factor } from './factor-words.ts'
import { reasonOf, savedBy } from './reason.ts'

type Quote = Parameters<typeof savedBy>[0]
const factor = (code: string, value: string): Factor => ({ code, value, because: {} })
const usual = [factor('base', '8217.5'), factor('bonusMalus', '1'), factor('season', '1')]
const line = (iin: string, premium: number, factors = usual) => ({
  iin,
  name: '',
  premium,
  factors,
})

/** One car unless more are named; the first line decides. */
const quote = (premium: number, lines = [line('a', premium)], plates = ['123ABC02']): Quote => ({
  premium,
  ogpo_plus_premium: 0,
  cars: plates.map((registrationNumber) => ({
    registrationNumber,
    makeModel: '',
    premium,
    decisiveIin: lines[0]?.iin ?? '',
    lines,
  })),
})
const before = quote(36_094)

describe('why a price is another one', () => {
  test.each([
    [
      'one more driver',
      quote(47_644, [line('b', 47_644), line('a', 36_094)]),
      'driverAdded',
      11_550,
    ],
    ['one more car', quote(36_094, undefined, ['123ABC02', '321CBA02']), 'carAdded', 0],
    ['OGPO+', { ...quote(42_994), ogpo_plus_premium: 6_900 }, 'plus', 6_900],
    ['another driver', quote(40_000, [line('b', 40_000)]), 'decisive', 3_906],
    [
      'a better class',
      quote(28_875, [
        line('a', 28_875, [
          factor('base', '8217.5'),
          factor('bonusMalus', '0.8'),
          factor('season', '1'),
        ]),
      ]),
      'factor',
      -7_219,
    ],
    [
      'a privilege, which is a coefficient more',
      quote(18_047, [line('a', 18_047, [...usual, factor('privilege', '0.5')])]),
      'factor',
      -18_047,
    ],
  ])('%s', (_, now, what, by) => {
    expect(reasonOf(before, now)).toMatchObject({ what, by })
  })

  test('who was added is taken away with the same sum, below zero', () => {
    const two = quote(47_644, [line('b', 47_644), line('a', 36_094)])
    expect(reasonOf(two, before)).toEqual({ what: 'driverGone', by: -11_550 })
    const cars = quote(50_000, undefined, ['123ABC02', '321CBA02'])
    expect(reasonOf(cars, before)).toEqual({ what: 'carGone', by: -13_906 })
  })

  test('the coefficient that moved is named with both values', () => {
    const now = quote(18_047, [line('a', 18_047, [...usual.slice(0, 2), factor('season', '0.5')])])
    expect(reasonOf(before, now)).toMatchObject({
      what: 'factor',
      before: { code: 'season', value: '1' },
      now: { code: 'season', value: '0.5' },
    })
  })

  test('nothing is said where nothing changed', () => {
    expect(reasonOf(before, quote(36_094))).toBeNull()
  })
})

test('careful years take off what their coefficient does; a malus and several cars tell nothing', () => {
  const good = [factor('base', '1'), factor('bonusMalus', '0.8')]
  expect(savedBy(quote(28_875, [line('a', 28_875, good)]))).toBe(7_219)
  expect(savedBy(before)).toBe(0)
  expect(savedBy(quote(28_875, [line('a', 28_875, good)], ['123ABC02', '321CBA02']))).toBe(0)
})
