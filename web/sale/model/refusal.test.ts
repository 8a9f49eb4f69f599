import { expect, test } from 'vitest'
import { marked } from '../reduce.ts'
import { blamedPlace, reasonsOf } from './refusal.ts'
import { emptyCar, emptyDriver, newSale } from './sale.ts'

const [own, other] = ['850315399904', '880214399916']
const fresh = newSale('2026-11-21', 'new')
const sale = {
  ...fresh,
  policyholder: { ...fresh.policyholder, iin: own },
  drivers: [
    { ...emptyDriver('own'), iin: own },
    { ...emptyDriver('other'), iin: other },
    emptyDriver('empty'),
  ],
  cars: [{ ...emptyCar('car'), plate: '123ABC02' }, emptyCar('none')],
}

test.each([
  [{ driver_iin: own }, 12006, ['policyholder']],
  [{ driver_iin: own }, 14002, ['policyholder']],
  [{ driver_iin: other }, 12006, ['other']],
  // Too young for this very car.
  [{ driver_iin: other, registration_number: '123ABC02' }, 12008, ['other']],
  [{ registration_number: '123ABC02' }, 14008, ['car']],
  [{ driver_iin: '' }, 14012, []],
  [{ driver_iin: '900622499917' }, 12006, []],
])('%j of %i is said at one row, the same whoever sells', (data, code, rows) => {
  const [refusal] = reasonsOf({ kind: 'refused', code, message: 'no', data })
  if (!refusal) throw new Error('no reason')
  const place = blamedPlace(refusal, sale)
  expect(place ? ['id' in place ? place.id : place.in] : []).toEqual(rows)
  const { policyholder, drivers, cars } = marked(sale, refusal)
  expect([
    ...(policyholder.refused || policyholder.phoneRefused ? ['policyholder'] : []),
    ...[...drivers, ...cars].flatMap(({ id, refused }) => (refused ? [id] : [])),
  ]).toEqual(rows)
})
