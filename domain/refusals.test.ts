import { expect, test } from 'vitest'
import { refusalOf, refusals } from './refusals.ts'

test('every code and every key stands once', () => {
  expect(new Set(refusals.map(({ code }) => code)).size).toBe(refusals.length)
  expect(new Set(refusals.map(({ key }) => key)).size).toBe(refusals.length)
})

test('the codes of the catalogue are all there', () => {
  const catalogue = [
    5, 10301, 12000, 12001, 12002, 12003, 12004, 12005, 12006, 12007, 12008, 12009, 12010, 13000,
    13001,
  ]
  expect(catalogue.filter((code) => refusalOf(code) === null)).toEqual([])
  expect(refusalOf(12345)).toBeNull()
})
