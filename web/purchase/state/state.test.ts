import { describe, expect, test } from 'vitest'
import { begin, buyer, keys, other, play, third, today, withDriver } from '#tests/purchase-state.ts'
import { spec } from '#tests/spec.ts'
import type { Driver } from '../../sale/model/sale.ts'
import { reduce } from './reduce.ts'
import { type Action, driverLookup, type OwnPolicy, type State } from './state.ts'
import { problemsOf, saleOf } from './wire.ts'

const found = {
  iin: other,
  name: 'А•••• Б.',
  licenceFound: true,
  experienceYears: 8,
  experienceAsked: false,
  bonusMalusClass: '3',
  firstContract: false,
}

const shown = ({ drivers: [row] }: State) => row && driverLookup(row).kind

describe('the form', () => {
  test('a document typed by hand takes away what was wrong with that person and nobody else', () => {
    const failed = {
      kind: 'failed',
      question: other,
      code: 12002,
      reason: 'document',
      message: 'no',
    } as const
    const finding = { code: 12002, message: 'no', reason: 'document' }
    const state = play([
      ...withDriver,
      { type: 'driver', id: 'd1', patch: { lookup: failed } },
      {
        type: 'failed',
        apiError: {
          kind: 'refused',
          code: 12002,
          message: 'no',
          data: {
            driver_iin: other,
            findings: [
              { ...finding, driver_iin: other },
              { ...finding, driver_iin: buyer.iin },
            ],
          },
        },
      },
      { type: 'mended', iin: other },
    ])
    expect(state.drivers[0]).toMatchObject({ lookup: { kind: 'none' }, refused: null })
    expect(state.policyholder.refused).toMatchObject({ code: 12002 })
    expect(state.errors.map(({ field }) => field)).toEqual(['policyholder'])
    expect(reduce(state, { type: 'mended', iin: buyer.iin })).toMatchObject({
      policyholder: { refused: null },
      errors: [],
    })
  })

  test('begins with the buyer driving one car for a year from tomorrow, without OGPO+ and without any consent', () => {
    spec('2.2.calculator-insurer-data', '9.default-policy-period', '9.default-start-date')

    expect(begin()).toMatchObject({
      policyholder: { willDrive: true, consent: { kind: 'none' } },
      drivers: [],
      term: { start: '2026-11-22', months: 12, seasonal: false, ogpoPlus: false },
      agreed: false,
    })
  })

  test.each([
    ['2026-11-22', '2026-11-23', '2026-11-23'],
    ['2026-12-01', '2026-12-01', null],
  ])('with the next day the first day %s is %s', (start, moved, movedTo) => {
    const state = play([
      { type: 'term', patch: { start } },
      { type: 'new-day', today: '2026-11-22' },
    ])
    expect([state.term.start, state.movedTo]).toEqual([moved, movedTo])
  })

  test.each([
    [0, 1, 'd1c1'],
    [1, 1, 'd5c1'],
    [4, 1, 'd5c1'],
    [5, 1, 'd10c1'],
    [0, 2, 'd1c10'],
    [1, 2, 'd10c10'],
  ])(
    'with %i more drivers and %i cars is the variant %s, which nobody was asked for',
    (others, cars, variant) => {
      const form = play([
        ...Array.from(
          { length: others },
          (_, at): Action => ({ type: 'driver-added', id: `d${at}` }),
        ),
        ...Array.from(
          { length: cars - 1 },
          (_, at): Action => ({ type: 'car-added', id: `e${at}` }),
        ),
      ])
      expect(saleOf(form).order.variant).toBe(variant)
    },
  )

  test('more than any variant holds is said at what adds one more', () => {
    const eleven = Array.from({ length: 10 }, (_, at): Action[] => [
      { type: 'driver-added', id: `d${at}` },
      { type: 'driver', id: `d${at}`, patch: { iin: `${at}` } },
    ])
    expect(keys(play(eleven.flat()))).toContain('add-driver too_many_drivers')
    expect(
      keys(
        play(Array.from({ length: 10 }, (_, at): Action => ({ type: 'car-added', id: `e${at}` }))),
      ),
    ).toContain('add-car too_many_cars')
  })

  test('another IIN forgets what was agreed for the old one, and nothing found of it is shown', () => {
    const agreed = play([
      ...withDriver,
      {
        type: 'driver',
        id: 'd1',
        patch: {
          lookup: { kind: 'found', question: `${other} agreed`, found },
          consent: { kind: 'approved' },
          privilege: 'confirmed',
        },
      },
    ])
    expect(shown(agreed)).toBe('found')
    const another = reduce(agreed, { type: 'driver', id: 'd1', patch: { iin: third } })
    expect(another.drivers[0]).toMatchObject({ consent: { kind: 'none' }, privilege: 'off' })
    expect(shown(another)).toBe('none')
  })

  test('an answer to a question that was overtaken is dropped; who has agreed is asked about anew', () => {
    const looks = (lookup: Driver['lookup']): Action => ({
      type: 'driver-looked',
      id: 'd1',
      lookup,
    })
    const asking = play([
      ...withDriver,
      looks({ kind: 'busy', question: other }),
      { type: 'driver', id: 'd1', patch: { iin: third } },
      looks({ kind: 'busy', question: third }),
      looks({ kind: 'found', question: other, found }),
    ])
    expect(shown(asking)).toBe('busy')
    const told = play(
      [looks({ kind: 'found', question: third, found: { ...found, iin: third } })],
      asking,
    )
    expect(shown(told)).toBe('found')
    const consent = { kind: 'approved' } as const
    expect(shown(play([{ type: 'driver', id: 'd1', patch: { consent } }], told))).toBe('none')
  })

  test('the seasonal agreement opens 6 months, taking it back returns to 12', () => {
    spec('2.2.calculator-contract-start-date')

    const seasonal = play([{ type: 'term', patch: { seasonal: true } }])
    expect(seasonal.term.months).toBe(6)
    expect(reduce(seasonal, { type: 'term', patch: { seasonal: false } }).term.months).toBe(12)
  })

  test('typing into a field takes its error away and leaves the others', () => {
    const wrong = play([
      ...withDriver,
      {
        type: 'wrong',
        errors: [
          { field: 'driver-d1-iin', message: 'x' },
          { field: 'start', message: 'y' },
        ],
      },
    ])
    expect(reduce(wrong, { type: 'driver', id: 'd1', patch: { iin: third } }).errors).toEqual([
      { field: 'start', message: 'y' },
    ])
  })

  test.each([
    ['prolong', '2027-01-11', null],
    ['reissue', '2026-11-22', '123456789012Z'],
  ] as const)('%s begins on the right day with everybody and every car', (kind, start, reissue) => {
    const policy: OwnPolicy = {
      globalId: '123456789012Z',
      isInsured: true,
      dateStart: '2026-01-11',
      dateEnd: '2027-01-10',
      premium: 36094,
      insurer: 'second',
      seasonal: true,
      period: 6,
      insurant: {
        iin: buyer.iin,
        phone: buyer.phone,
        email: 'a@b.kz',
        name: 'Н Ә',
        willDrive: true,
      },
      insureds: [buyer.iin, other].map((iin) => ({
        iin,
        driverLicenseNumber: 'AB100001',
        name: '',
        privilege: iin === other,
        consented: true,
      })),
      cars: [
        { registrationNumber: '123ABC02', techPassport: 'AB12345678', name: 'Toyota Camry, 2020' },
      ],
    }
    let count = 0
    const state = play([
      {
        type: 'prefilled',
        policy,
        kind,
        today,
        newId: () => {
          count += 1
          return `n${count}`
        },
      },
    ])
    expect(state).toMatchObject({
      term: { start, reissue, insurer: 'second', months: 6, seasonal: true },
      policyholder: { email: 'a@b.kz', willDrive: true },
    })
    expect(saleOf(state).order.variant).toBe('d5c1')
    // A consent that holds is not asked again, a privilege stays.
    expect(state.drivers).toMatchObject([
      { iin: other, consent: { kind: 'approved' }, privilege: 'confirmed' },
    ])
    expect(problemsOf({ ...state, term: { ...state.term, start: '2026-11-22' } }, today)).toEqual(
      [],
    )
    expect(saleOf(state).order).toMatchObject(
      kind === 'reissue'
        ? { reorderGlobalId: '123456789012Z' }
        : { prolongGlobalId: '123456789012Z' },
    )
  })
})
