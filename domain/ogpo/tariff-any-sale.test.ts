import fc from 'fast-check'
import { test } from 'vitest'
import { driver, klass, sale, tables, total } from '#tests/tariff-sales.ts'
import { premium } from './tariff.ts'

/** Properties that hold for any cars and people. */
const cars = fc.record({
  plate: fc.stringMatching(/^\d{3}ABC02$/),
  region: fc.constantFrom(...tables.regions.map(({ code }) => code)),
  settlement: fc.constantFrom('CITY' as const, 'OTHER' as const),
  type: fc.constantFrom(...tables.vehicleTypes.map(({ code }) => code)),
  yearBuilt: fc.integer({ min: 1980, max: 2026 }),
})
const people = fc
  .record({
    iin: fc.stringMatching(/^\d{12}$/),
    year: fc.integer({ min: 1940, max: 2007 }),
    licence: fc.integer({ min: 1, max: 30 }),
    class: fc.constantFrom(...tables.bonusMalus.classes.map((row) => row.class)),
    privilege: fc.boolean(),
  })
  .map(({ iin, year, licence, class: name, privilege }) =>
    driver({
      iin,
      birthDate: `${year}-05-05`,
      experienceFrom: `${Math.min(2026, year + 17 + licence)}-05-05`,
      bonusMalus: klass(name),
      privilege,
    }),
  )

test('a longer term is never cheaper', () => {
  fc.assert(
    fc.property(
      cars,
      people,
      fc.integer({ min: 6, max: 11 }),
      fc.integer({ min: 1, max: 28 }),
      (one, person, months, day) => {
        const start = `2026-12-${String(day).padStart(2, '0')}`
        const of = (n: number) =>
          total({ cars: [one], insured: [person], term: { start, months: n, seasonal: true } })
        return of(months) <= of(months + 1)
      },
    ),
  )
})

test('the order of drivers and of cars never matters', () => {
  const several = fc.uniqueArray(people, { minLength: 1, maxLength: 4, selector: ({ iin }) => iin })
  fc.assert(
    fc.property(
      fc.uniqueArray(cars, { minLength: 1, maxLength: 3, selector: ({ plate }) => plate }),
      several,
      (someCars, insured) => {
        const there = premium(sale({ cars: someCars, insured }), tables)
        const back = premium(
          sale({ cars: someCars.toReversed(), insured: insured.toReversed() }),
          tables,
        )
        const decisive = (price: typeof there) =>
          price.cars.map((one) => `${one.plate} ${one.decisive} ${one.premium}`).sort()
        return there.total === back.total && decisive(there).join() === decisive(back).join()
      },
    ),
  )
})

test('one more driver without a privilege never makes a standard contract cheaper', () => {
  fc.assert(
    fc.property(cars, people, people, (one, person, other) => {
      const both = total({ cars: [one], insured: [person, { ...other, privilege: false }] })
      return both >= total({ cars: [one], insured: [person] })
    }),
  )
})

test('no whole premium is further than half a tenge from its exact value', () => {
  fc.assert(
    fc.property(cars, people, (one, person) => {
      const line = premium(sale({ cars: [one], insured: [person] }), tables).cars[0]?.lines[0]
      return line !== undefined && Math.abs(line.premium - Number(line.exact)) <= 0.5
    }),
  )
})
