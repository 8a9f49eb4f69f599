import { expect, test } from 'vitest'
import { emptyCar } from '../../sale/model/sale.ts'
import { withTypedCar } from './draft.ts'
import { newForm } from './state.ts'

const buyer = { iin: '850315399904', phone: '77010000001', email: null }
const fresh = newForm(buyer, { today: '2026-11-23', insurers: [] }, 'c1')
const typed = { plate: '123 авс 02', techPassport: 'AB 12345678' }
const car = { plate: '123ABC02', techPassport: 'AB12345678' }

test('a new purchase begins with the car that was typed on the first page', () => {
  expect(withTypedCar(fresh, typed).cars).toEqual([{ ...emptyCar('c1'), ...car }])
  expect(withTypedCar(fresh, null)).toBe(fresh)
})

test('the only car of a draft gives way; its drivers stay', () => {
  const draft = {
    ...fresh,
    policyholder: { ...fresh.policyholder, willDrive: false },
    cars: [{ ...emptyCar('c1'), plate: '777AAA01' }],
  }
  expect(withTypedCar(draft, typed)).toMatchObject({
    policyholder: { willDrive: false },
    cars: [car],
  })
})

test('a plate alone, of a link, leaves the passport of its car', () => {
  const same = { ...fresh, cars: [{ ...emptyCar('c1'), ...car }] }
  expect(withTypedCar(same, { plate: '123ABC02', techPassport: '' })).toBe(same)
  expect(withTypedCar(same, { plate: '777AAA01', techPassport: '' })).toMatchObject({
    cars: [{ plate: '777AAA01', techPassport: '' }],
  })
})

test('a draft that has this car, or several, stays as it is', () => {
  const same = { ...fresh, cars: [{ ...emptyCar('c1'), ...car }] }
  expect(withTypedCar(same, typed)).toBe(same)
  const several = { ...fresh, cars: [emptyCar('c1'), emptyCar('c2')] }
  expect(withTypedCar(several, typed)).toBe(several)
})
