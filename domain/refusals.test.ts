import { expect, test } from 'vitest'
import * as refusals from './refusals.ts'
import { isRefusal } from './refused-sale.ts'

test('every code stands once', () => {
  const codes = Object.values(refusals)
  expect(new Set(codes).size).toBe(codes.length)
})

test('the codes of the catalogue are all there', () => {
  const catalogue = [
    5, 10301, 12000, 12001, 12002, 12003, 12004, 12005, 12006, 12007, 12008, 12009, 12010, 13000,
    13001,
  ]
  expect(catalogue.filter((code) => !isRefusal(code))).toEqual([])
  expect(isRefusal(12345)).toBe(false)
})
