import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { eligibility, minimumDrivingAge } from './eligibility.ts'
import type { Facts, PersonFacts } from './eligibility-facts.ts'

const today = '2026-11-20'
const person = (over: Partial<PersonFacts> = {}): PersonFacts => ({
  iin: '850315399904',
  found: true,
  resident: true,
  documents: 'valid',
  birthDate: '1985-03-15',
  screening: 'clear',
  phoneLinked: true,
  consent: 'approved',
  licence: { validTo: '2030-01-01' },
  ...over,
})
const driver = (over: Partial<PersonFacts> = {}) =>
  person({ iin: '920611399904', birthDate: '1992-06-11', ...over })
const sale = (over: Partial<Facts> = {}): Facts => ({
  policyholder: person(),
  willDrive: true,
  drivers: [driver()],
  vehicles: [{ plate: '123ABC02', found: true, type: 'PASSENGER' }],
  start: '2026-11-21',
  ...over,
})
const codes = (facts: Facts) => eligibility(facts, today).map(({ code }) => code)

test('a sale without faults has no findings', () => {
  expect(eligibility(sale(), today)).toEqual([])
})

const errors: [string, Partial<PersonFacts>, number][] = [
  ['not found in the unified database', { found: false }, 14000],
  ['without valid documents', { documents: 'none' }, 12000],
  ['with unsuitable documents', { documents: 'unsuitable' }, 12001],
  ['on a list', { screening: 'hit' }, 12004],
  ['under review', { screening: 'review' }, 12004],
  ['whom the lists could not be asked about', { screening: 'unavailable' }, 12002],
  ['not resident', { resident: false }, 12005],
  ['without a licence', { licence: 'missing' }, 12006],
  ['with an expired licence', { licence: { validTo: '2026-11-19' } }, 12007],
  ['under age', { birthDate: '2008-11-22' }, 12008],
  ['whose phone is not linked', { phoneLinked: false }, 14002],
  ['who has not answered', { consent: 'awaiting' }, 14003],
  ['who said no', { consent: 'rejected' }, 14003],
  ['whose saving failed', { saved: false }, 12003],
]

test.each(errors)('a driver %s', (_, over, code) => {
  expect(eligibility(sale({ drivers: [driver(over)] }), today)).toMatchObject([
    { code, iin: '920611399904' },
  ])
})

test.each(errors)('a policyholder %s', (_, over, code) => {
  spec('5.client-resident')

  expect(eligibility(sale({ policyholder: person(over) }), today)).toMatchObject([
    { code, iin: '850315399904' },
  ])
})

test('a consent that is missing says whose: the driver’s, or that of a policyholder who will not drive', () => {
  const findings = (willDrive: boolean) =>
    eligibility(sale({ policyholder: person({ consent: 'expired' }), willDrive }), today)
  expect(findings(true)).toMatchObject([{ code: 14003, reason: 'expired' }])
  expect(findings(false)).toMatchObject([{ code: 14003, reason: 'policyholder_expired' }])
})

test.each([
  ['PASSENGER', '2008-11-22', [12008]],
  ['PASSENGER', '2008-11-21', []],
  ['MOTORCYCLE', '2010-11-21', []],
  ['MOTORCYCLE', '2010-11-22', [12008]],
  ['TRUCK', '2008-11-21', []],
  ['BUS_OVER_16', '2005-11-22', [12008]],
  ['BUS_UP_TO_16', '2005-11-21', []],
])('a driver of a %s born %s gets %j on the start date', (type, birthDate, expected) => {
  expect(
    codes(
      sale({
        drivers: [driver({ birthDate })],
        vehicles: [{ plate: '123ABC02', found: true, type }],
      }),
    ),
  ).toEqual(expected)
})

test('with several cars the strictest category counts and is named', () => {
  const vehicles = [
    { plate: '123ABC02', found: true, type: 'PASSENGER' },
    { plate: '124ABC02', found: true, type: 'BUS_OVER_16' },
  ]
  expect(
    eligibility(sale({ drivers: [driver({ birthDate: '2006-01-01' })], vehicles }), today),
  ).toEqual([{ code: 12008, iin: '920611399904', plate: '124ABC02', reason: 'driver' }])
})

test('a policyholder of 17 is told once, and of 18 may own a motorcycle and not drive a bus', () => {
  spec('9.minimum-insurer-age')

  const young = person({ birthDate: '2009-11-21' })
  expect(eligibility(sale({ policyholder: young }), today)).toEqual([
    { code: 12008, iin: young.iin, reason: 'policyholder' },
  ])
  const bus = [{ plate: '123ABC02', found: true, type: 'BUS_OVER_16' }]
  const grown = person({ birthDate: '2008-11-21' })
  expect(codes(sale({ policyholder: grown, vehicles: bus }))).toEqual([12008])
  expect(codes(sale({ policyholder: grown, vehicles: bus, willDrive: false }))).toEqual([])
})

test('a policyholder who does not drive needs no licence', () => {
  expect(codes(sale({ policyholder: person({ licence: 'missing' }), willDrive: false }))).toEqual(
    [],
  )
})

test("the policyholder's own row among the drivers is the same person and brings the licence", () => {
  const own = person({ licence: { validTo: null } })
  expect(codes(sale({ policyholder: person({ licence: null }), drivers: [own] }))).toEqual([])
  expect(
    codes(
      sale({
        policyholder: person({ licence: null }),
        willDrive: false,
        drivers: [{ ...own, licence: 'missing' }],
      }),
    ),
  ).toEqual([12006])
})

test('a legal entity is told politely and nothing else', () => {
  const bin = '180440099996'
  const facts = sale({
    policyholder: person({
      iin: bin,
      found: false,
      documents: null,
      resident: null,
      birthDate: null,
      licence: null,
    }),
  })
  expect(eligibility(facts, today)).toEqual([{ code: 14015, iin: bin }])
})

test('a vehicle that is not found, and an overlap until it is acknowledged', () => {
  expect(
    eligibility(sale({ vehicles: [{ plate: '999ZZZ02', found: false, type: null }] }), today),
  ).toEqual([{ code: 14008, plate: '999ZZZ02' }])
  const vehicles = [{ plate: '123ABC02', found: true, type: 'PASSENGER', overlaps: true }]
  expect(codes(sale({ vehicles }))).toEqual([14009])
  expect(codes(sale({ vehicles, overlapAcknowledged: true }))).toEqual([])
})

test('every finding is told, the most severe first', () => {
  const facts = sale({
    pageBlocked: true,
    position: { code: 12009 },
    scoring: 'bad',
    commissionAgrees: false,
    policyholder: person({ phoneLinked: false }),
    drivers: [
      driver({ licence: 'missing', resident: false }),
      driver({ iin: '790101399902', screening: 'hit' }),
    ],
  })
  expect(eligibility(facts, today)).toEqual([
    { code: 14001 },
    { code: 12009 },
    { code: 12004, iin: '790101399902', reason: 'hit' },
    { code: 12005, iin: '920611399904' },
    { code: 12006, iin: '920611399904' },
    { code: 14002, iin: '850315399904' },
    { code: 12010 },
    { code: 5, reason: 'bad' },
  ])
})

test('the order of drivers does not change which codes are found', () => {
  const overs = fc.constantFrom(...errors.map(([, over]) => over))
  fc.assert(
    fc.property(fc.array(overs, { maxLength: 4 }), (list) => {
      const drivers = list.map((over, i) => driver({ iin: `92061139990${i}`, ...over }))
      return (
        codes(sale({ drivers })).join() === codes(sale({ drivers: drivers.toReversed() })).join()
      )
    }),
  )
})

test('an unknown category takes 18 years', () => {
  expect([
    minimumDrivingAge(null),
    minimumDrivingAge('TRAILER'),
    minimumDrivingAge('TROLLEYBUS_TRAM'),
  ]).toEqual([18, 18, 21])
})
