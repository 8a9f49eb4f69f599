import { expect, test } from 'vitest'
import {
  isWholePlate,
  passportFault,
  plateBar,
  plateFault,
  plateRegion,
  spacedSigns,
} from './typed-plate.ts'
import { plateMask } from './ui/car-masks.ts'
import { read } from './ui/mask.ts'

test.each([
  ['846 кна-02', '846KHA02', '846 KHA 02'],
  ['a123bcd', 'A123BCD', 'A 123 BCD'],
  ['№ 417 BD 16', '417BD16', '417 BD 16'],
  ['', '', ''],
])('%j is read as %s and stands as %j', (typed, clean, spaced) => {
  expect(read(plateMask, typed).clean).toBe(clean)
  expect(spacedSigns(clean)).toBe(spaced)
})

test.each([
  ['', 'three'],
  ['846', 'three'],
  ['846KNA', 'three'],
  ['846KNA02', 'three'],
  ['417BD1', 'two'],
  ['417BD16', 'two'],
  ['A123BCD', 'none'],
  ['12AB02', 'none'],
  ['1234AB', 'none'],
])('the bar of %j stands behind %s letters', (clean, bar) => {
  expect(plateBar(clean)).toBe(bar)
})

test('only a whole plate of a person’s car leads on', () => {
  expect(['846KNA02', '846KNA21', '417BD16', 'A123BCD'].map(isWholePlate)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['846KNA02', '02'],
  ['417BD16', '16'],
  ['A123BCD', undefined],
  ['846KNA0', undefined],
])('the region of %s is %s', (clean, region) => {
  expect(plateRegion(clean)).toBe(region)
})

test.each([
  ['846KNA02', null],
  ['417BD16', null],
  ['A123BCD', null],
  ['12AB02', null],
  ['846KN002', { meant: '846KNO02' }],
  ['846KNAO2', { meant: '846KNA02' }],
  ['84GKNA02', null],
  ['846KNA21', null],
  ['D123456', null],
  ['AF12345678', 'wrong'],
  ['', 'wrong'],
])('%j as a plate: %j', (clean, fault) => {
  expect(plateFault(clean)).toEqual(fault)
})

test.each([
  ['AF12345678', null],
  ['AF1234567', { missing: 1 }],
  ['AF', { missing: 8 }],
  ['A', { missing: 9 }],
  ['AF1234567O', { meant: 'AF12345670' }],
  ['AF123456789', 'wrong'],
  ['1234', 'wrong'],
  ['', 'wrong'],
])('%j as a technical passport: %j', (clean, fault) => {
  expect(passportFault(clean)).toEqual(fault)
})
