import { expect, test } from 'vitest'
import { emptyCar, emptyPolicyholder } from '../../sale/model/sale.ts'
import { knownFacts } from './use-estimate.ts'

const today = '2026-11-21'
const car = {
  registrationNumber: '123ABC02',
  techPassport: 'AB12345678',
  make: 'Toyota',
  model: 'Camry',
  year: 2015,
  type: 'PASSENGER',
  region: 'ABAI',
  settlement: 'OTHER' as const,
}
const person = {
  iin: '850315399904',
  name: 'Н',
  licenceFound: true,
  experienceYears: 8,
  experienceAsked: false,
  bonusMalusClass: '7',
  firstContract: false,
}
const nothing = {
  cars: [emptyCar('c')],
  policyholder: { ...emptyPolicyholder, iin: person.iin },
}
const found = { name: 'Toyota Camry', year: car.year, vehicle: car }
const withCar = {
  ...nothing,
  cars: [{ ...emptyCar('c'), lookup: { kind: 'found' as const, question: ' ', found } }],
}

test('without a car nothing is estimated', () => {
  expect(knownFacts(nothing, today)).toBeNull()
})

test('with a car the entry class is taken until the buyer is found', () => {
  expect(knownFacts(withCar, today)).toMatchObject({
    region: 'ABAI',
    settlement: 'OTHER',
    vehicleAgeYears: 11,
    age: 41,
    bonusMalus: { kind: 'CLASS', class: '3' },
  })
  const lookup = { kind: 'found' as const, question: person.iin, found: person }
  const buyer = { ...withCar.policyholder, lookup }
  expect(knownFacts({ ...withCar, policyholder: buyer }, today)).toMatchObject({
    experienceYears: 8,
    bonusMalus: { kind: 'CLASS', class: '7' },
  })
})
