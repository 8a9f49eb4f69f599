import { expect, test } from 'vitest'
import { linkedCar } from './linked-car.ts'

const typed = { plate: '123 abc 02', techPassport: 'AB 12345678' }

test('a plate behind # is the car of the purchase, anything else there is not', () => {
  expect(linkedCar(null, '#777AAA01')).toEqual({ plate: '777AAA01', techPassport: '' })
  expect(linkedCar(typed, '#777AAA01')).toEqual({ plate: '777AAA01', techPassport: '' })
  expect(linkedCar(typed, '#123ABC02')).toBe(typed)
  for (const hash of ['', '#', '#sign-in', '#%ff']) expect(linkedCar(typed, hash)).toBe(typed)
})
