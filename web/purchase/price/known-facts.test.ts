import { expect, test } from 'vitest'
import { emptyCar } from '../state/state.ts'
import { knownFacts } from './known-facts.ts'

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
  own: { kind: 'none' } as const,
  owner: person.iin,
  willDrive: true,
  experienced: null,
}
const withCar = {
  ...nothing,
  cars: [{ ...emptyCar('c'), lookup: { kind: 'found', question: ' ', found: car } as const }],
}

test('without a car nothing is estimated', () => {
  expect(knownFacts(nothing, today)).toBeNull()
})

test('with a car the commonest class is taken until the buyer is found', () => {
  expect(knownFacts(withCar, today)).toMatchObject({
    region: 'ABAI',
    settlement: 'OTHER',
    vehicleAgeYears: 11,
    age: 41,
    bonusMalus: { kind: 'CLASS', class: '3' },
  })
  const found = { ...withCar, own: { kind: 'found', question: person.iin, found: person } as const }
  expect(knownFacts(found, today)).toMatchObject({
    experienceYears: 8,
    bonusMalus: { kind: 'CLASS', class: '7' },
  })
})
