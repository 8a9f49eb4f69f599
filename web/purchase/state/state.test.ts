import { describe, expect, test } from 'vitest'
import { draftMs } from '#domain/lifetimes.ts'
import { spec } from '#tests/spec.ts'
import { estimateBody, firstFacts, problemsOfFacts } from '../price/estimate-facts.ts'
import { draftText, parseDraft } from './draft.ts'
import { failureOf, finalIn, mendable, rowErrorsOf, rowOf } from './failure.ts'
import { reduce } from './reduce.ts'
import {
  type Action,
  type EditId,
  type Form,
  formOf,
  newForm,
  type OwnPolicy,
  type Quote,
  type State,
  stateOf,
} from './state.ts'
import { applicationFor, fieldOf, inputsKey, payProblems, problemsOf, saleOf } from './wire.ts'

const today = '2026-11-21'
const buyer = { iin: '850315399904', phone: '77010000001', email: null }
const other = '880214399916'
const third = '900622499917'
const found = {
  iin: other,
  name: 'А•••• Б.',
  licenceFound: true,
  experienceYears: 8,
  experienceAsked: false,
  bonusMalusClass: '3',
  firstContract: false,
}

const begin = (): State => stateOf({ ...newForm(buyer, today, 'c1'), insurer: 'sample' })
const play = (actions: Action[], from: State = begin()): State => actions.reduce(reduce, from)
const withCar: Action = {
  type: 'car-set',
  id: 'c1',
  patch: { plate: '123ABC02', techPassport: 'AB12345678' },
}
const withDriver: Action[] = [
  { type: 'driver-added', id: 'd1' },
  { type: 'driver-set', id: 'd1', patch: { iin: other, phone: '+77010000019' } },
]
const keys = (form: Form): string[] =>
  problemsOf(form, buyer.phone, today).map(({ field, key }) => `${field} ${key}`)

describe('the form', () => {
  test('a document typed by hand takes away what was wrong with that person and nobody else', () => {
    const failed = { kind: 'failed', code: 12002, reason: 'document', message: 'no' } as const
    const mark = { code: 12002, message: 'no', reason: 'document', plate: null }
    const state = play([
      ...withDriver,
      { type: 'driver-set', id: 'd1', patch: { lookup: failed } },
      {
        type: 'failed',
        formError: null,
        rowErrors: [
          { ...mark, iin: other },
          { ...mark, iin: buyer.iin },
        ],
        errors: [
          { field: 'driver-d1-iin', message: 'no' },
          { field: 'policyholder', message: 'no' },
        ],
        forgetQuote: false,
      },
      { type: 'mended', iin: other },
    ])
    expect(state.drivers[0]?.lookup).toEqual({ kind: 'idle' })
    expect(state.rowErrors.map(({ iin }) => iin)).toEqual([buyer.iin])
    expect(state.errors.map(({ field }) => field)).toEqual(['policyholder'])
    expect(reduce(state, { type: 'mended', iin: buyer.iin })).toMatchObject({
      rowErrors: [],
      errors: [],
    })
  })

  test('begins with the buyer driving one car for a year from tomorrow, without OGPO+ and without any consent', () => {
    spec('2.2.calculator-insurer-data', '9.default-policy-period', '9.default-start-date')

    expect(begin()).toMatchObject({
      willDrive: true,
      drivers: [],
      start: '2026-11-22',
      months: 12,
      seasonal: false,
      ogpoPlus: false,
      agreed: false,
    })
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
      expect(saleOf(form, buyer.phone).order.variant).toBe(variant)
    },
  )

  test('more than any variant holds is said at what adds one more', () => {
    const eleven = Array.from({ length: 10 }, (_, at): Action[] => [
      { type: 'driver-added', id: `d${at}` },
      { type: 'driver-set', id: `d${at}`, patch: { iin: `${at}` } },
    ])
    expect(keys(play(eleven.flat()))).toContain('add-driver too_many_drivers')
    expect(
      keys(
        play(Array.from({ length: 10 }, (_, at): Action => ({ type: 'car-added', id: `e${at}` }))),
      ),
    ).toContain('add-car too_many_cars')
  })

  test('another IIN forgets what was found and agreed for the old one', () => {
    const agreed = play([
      ...withDriver,
      {
        type: 'driver-set',
        id: 'd1',
        patch: {
          lookup: { kind: 'found', found },
          consent: { kind: 'approved' },
          privilege: 'confirmed',
        },
      },
    ])
    expect(
      reduce(agreed, { type: 'driver-set', id: 'd1', patch: { iin: third } }).drivers[0],
    ).toMatchObject({
      lookup: { kind: 'idle' },
      consent: { kind: 'none' },
      privilege: 'off',
    })
  })

  test('an answer that belongs to an IIN typed over in the meantime is dropped', () => {
    const state = play([
      ...withDriver,
      { type: 'driver-set', id: 'd1', patch: { iin: third } },
      { type: 'driver-set', id: 'd1', patch: { lookup: { kind: 'found', found } }, iin: other },
    ])
    expect(state.drivers[0]?.lookup).toEqual({ kind: 'idle' })
  })

  test('the seasonal agreement opens 6 months, taking it back returns to 12', () => {
    spec('2.2.calculator-contract-start-date')

    const seasonal = play([{ type: 'set', patch: { seasonal: true } }])
    expect(seasonal.months).toBe(6)
    expect(reduce(seasonal, { type: 'set', patch: { seasonal: false } }).months).toBe(12)
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
    expect(reduce(wrong, { type: 'driver-set', id: 'd1', patch: { iin: third } }).errors).toEqual([
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
      start,
      reissue,
      insurer: 'second',
      email: 'a@b.kz',
      willDrive: true,
    })
    expect(saleOf(state, buyer.phone).order.variant).toBe('d5c1')
    // A consent that holds is not asked again, a privilege stays.
    expect(state.drivers).toMatchObject([
      { iin: other, consent: { kind: 'approved' }, privilege: 'confirmed' },
    ])
    expect(problemsOf({ ...state, start: '2026-11-22' }, buyer.phone, today)).toEqual([])
    expect(saleOf(state, buyer.phone).order).toMatchObject(
      kind === 'reissue'
        ? { reorderGlobalId: '123456789012Z' }
        : { prolongGlobalId: '123456789012Z' },
    )
  })
})

describe('before calculating', () => {
  test('an empty form says what is missing, a full one nothing', () => {
    expect(keys(begin())).toEqual(['car-c1-plate required', 'car-c1-techPassport required'])
    expect(keys(play([withCar]))).toEqual([])
  })

  test('a car that only its owner finds is mended at the owner, and what was wrong goes with another owner', () => {
    const failed = (reason: string): Action => ({
      type: 'car-set',
      id: 'c1',
      patch: { lookup: { kind: 'failed', code: 14008, reason, message: 'no' } },
    })
    const owned = (owner: string): Action => ({ type: 'car-set', id: 'c1', patch: { owner } })
    expect(keys(play([withCar, failed('owner')]))).toEqual(['car-c1-plate car_not_found'])
    expect(keys(play([withCar, owned('850315399903'), failed('owner')]))).toContain(
      'car-c1-owner owner',
    )
    // A number that is no owner's asks nobody again, nor does taking it away.
    expect(play([withCar, failed('owner'), owned('850315399903'), owned('')]).cars).toMatchObject([
      { owner: '', lookup: { kind: 'failed' } },
    ])
    const refused = play([withCar, owned(other), failed('owner_consent')])
    expect(keys(refused)).toEqual(['car-c1-owner owner_consent'])
    const mark = { code: 14008, message: 'no', reason: null, iin: null }
    const marked: State = {
      ...refused,
      errors: ['plate', 'owner'].map((part) => ({ field: `car-c1-${part}`, message: 'no' })),
      rowErrors: [
        { ...mark, plate: refused.cars[0]?.plate ?? '' },
        { ...mark, plate: '321CBA02' },
      ],
    }
    expect(reduce(marked, owned('180440099996'))).toMatchObject({
      cars: [{ lookup: { kind: 'idle' } }],
      errors: [],
      rowErrors: [{ plate: '321CBA02' }],
    })
  })

  test('a driver needs a phone and their own consent', () => {
    spec('3.2.driver-iin-phone')

    const asked = play([withCar, ...withDriver])
    expect(keys(asked)).toEqual(['driver-d1-consent consent_needed'])
    expect(
      keys(reduce(asked, { type: 'driver-set', id: 'd1', patch: { phone: '+7701' } })),
    ).toEqual(['driver-d1-phone phone'])
    expect(
      keys(
        reduce(asked, { type: 'driver-set', id: 'd1', patch: { consent: { kind: 'approved' } } }),
      ),
    ).toEqual([])
  })

  test('the same IIN twice and the same car twice are named in the second row', () => {
    spec('2.2.calculator-vehicles')

    const twice = play([
      withCar,
      ...withDriver,
      { type: 'driver-added', id: 'd2' },
      { type: 'driver-set', id: 'd2', patch: { iin: other } },
      { type: 'car-added', id: 'c2' },
      { type: 'car-set', id: 'c2', patch: { plate: '123ABC02', techPassport: 'AB12345678' } },
    ])
    expect(keys(twice)).toContain('driver-d2-iin iin_repeated')
    expect(keys(twice)).toContain('car-c2-plate plate_repeated')
  })

  test('OGPO+ is agreed to by being added', () => {
    expect(keys(play([withCar, { type: 'set', patch: { ogpoPlus: true } }]))).toEqual([])
  })

  test('paying asks for a right address and phone, and for a tick only where the setting does', () => {
    spec('2.2.calculator-payment-email')

    const state = play([{ type: 'set', patch: { email: 'a@b', payPhone: '701' } }])
    expect(payProblems(state).map(({ field }) => field)).toEqual(['email', 'payPhone'])
    const ready = play([{ type: 'set', patch: { email: '', pay: 'card', payPhone: '' } }])
    expect(payProblems(ready)).toEqual([])
    expect(payProblems(ready, { tick: true })).toEqual([{ field: 'agreed', key: 'accept_terms' }])
    expect(payProblems({ ...ready, agreed: true }, { tick: true })).toEqual([])
    // A reissue with nothing to pay has no bill to send.
    expect(payProblems({ ...ready, pay: 'mobile_bank' }, { free: true })).toEqual([])
  })
})

describe('an edit', () => {
  const newId = () => 'new'
  const edit = (sheet: EditId): Action => ({ type: 'edit', sheet, newId })
  const calculation = { premium: 36_094 } as Quote // only carried along
  const asked: Action = {
    type: 'driver-set',
    id: 'new',
    patch: {
      consent: { kind: 'awaiting', requestId: 'r', expiresAt: 9 },
    },
  }
  const typed: Action = { type: 'driver-set', id: 'new', patch: { iin: other } }

  test('that is dismissed changes nothing, the price as it was among it', () => {
    const priced = reduce(play([withCar]), { type: 'quoted', key: 'k', calculation })
    const changed = play(
      [
        edit('term'),
        { type: 'set', patch: { seasonal: true } },
        { type: 'set', patch: { months: 8 } },
      ],
      priced,
    )
    const dearer = reduce(changed, {
      type: 'quoted',
      key: 'k2',
      calculation: { ...calculation, premium: 20_000 },
    })
    expect(reduce(dearer, { type: 'dismissed' })).toEqual(priced)
  })

  test('that began while the privilege was asked about leaves the answer where it came', () => {
    const asking = play([withCar, { type: 'set', patch: { privilege: 'busy' } }, edit('email')])
    const told = reduce(asking, { type: 'own-privilege', found: true })
    expect(reduce(told, { type: 'dismissed' }).privilege).toBe('confirmed')
    const said = reduce(told, { type: 'set', patch: { privilege: 'not_confirmed' } })
    expect(reduce(said, { type: 'own-privilege', found: true }).privilege).toBe('not_confirmed')
  })

  test('of drivers begins with a row to type in, which goes when nobody does', () => {
    const opened = play([withCar, edit('drivers')])
    expect(opened.drivers.map(({ id }) => id)).toEqual(['new'])
    expect(reduce(opened, { type: 'kept' }).drivers).toEqual([])
  })

  test('that is dismissed keeps whom 1414 has asked, and what was answered', () => {
    const waiting = play([withCar, edit('drivers'), typed, asked, { type: 'dismissed' }])
    expect(waiting.drivers).toMatchObject([{ iin: other, consent: { kind: 'awaiting' } }])
    const answered = play(
      [
        edit('drivers'),
        { type: 'driver-set', id: 'new', patch: { consent: { kind: 'approved' } }, iin: other },
        { type: 'driver-removed', id: 'gone' },
        { type: 'dismissed' },
      ],
      waiting,
    )
    expect(answered.drivers).toMatchObject([{ iin: other, consent: { kind: 'approved' } }])
  })

  test('that was saved is undone with its price, until the next one opens', () => {
    const priced = reduce(play([withCar]), { type: 'quoted', key: 'k', calculation })
    const kept = play(
      [edit('term'), { type: 'set', patch: { seasonal: true } }, { type: 'kept' }],
      priced,
    )
    expect(kept).toMatchObject({ months: 6, undo: { sheet: 'term' } })
    const dearer = reduce(kept, { type: 'quoted', key: 'k2', calculation })
    expect(reduce(dearer, { type: 'undone' })).toEqual(priced)
    expect(play([edit('email'), { type: 'undone' }], kept)).toMatchObject({ months: 6, undo: null })
  })

  test('that changed nothing has nothing to undo', () => {
    expect(play([withCar, edit('drivers'), { type: 'kept' }]).undo).toBeNull()
  })

  test('that added somebody is undone without them, and keeps what was answered of the others', () => {
    const one = play([withCar, edit('drivers'), typed, asked, { type: 'kept' }])
    const two = play([edit('drivers'), { type: 'driver-added', id: 'third' }], one)
    const kept = play(
      [
        { type: 'driver-set', id: 'third', patch: { iin: buyer.iin } },
        { type: 'kept' },
        { type: 'driver-set', id: 'new', patch: { consent: { kind: 'approved' } }, iin: other },
        { type: 'undone' },
      ],
      two,
    )
    expect(kept.drivers).toMatchObject([{ id: 'new', consent: { kind: 'approved' } }])
    expect(play([{ type: 'undone' }], one).drivers).toEqual([])
  })

  test('goes on after a reload, and can still be dismissed', () => {
    const open = play([withCar, edit('cars'), { type: 'car-added', id: 'c2' }])
    const reloaded = parseDraft(draftText(formOf(open), 0), buyer.iin, 1000)
    const state = stateOf(reloaded ?? formOf(open))
    expect(state.editing?.sheet).toBe('cars')
    expect(reduce(state, { type: 'dismissed' }).cars.map(({ id }) => id)).toEqual(['c1'])
  })
})

describe('the application id', () => {
  const state = play([withCar])
  const first = applicationFor(state, buyer.phone, () => 'id-1')
  const kept = reduce(state, { type: 'started', busy: 'calculate', application: first })

  test('stays while the inputs stay, whatever else is filled in', () => {
    const paying = reduce(kept, {
      type: 'set',
      patch: { email: 'a@b.kz', pay: 'card' },
    })
    expect(applicationFor(paying, buyer.phone, () => 'id-2').id).toBe('id-1')
  })

  test.each<Partial<Form>>([
    { months: 7, seasonal: true },
    { insurer: 'second' },
    { ogpoPlus: true },
    { start: '2026-12-01' },
    { willDrive: false },
  ])('is new when %j changes', (patch) => {
    expect(applicationFor({ ...kept, ...patch }, buyer.phone, () => 'id-2').id).toBe('id-2')
  })

  test('survives a reload with the draft', () => {
    const reloaded = parseDraft(draftText(formOf(kept), 0), buyer.iin, 1000)
    expect(reloaded && applicationFor(reloaded, buyer.phone, () => 'id-2').id).toBe('id-1')
  })

  test('is dropped with a quote that expired', () => {
    const failed = reduce(kept, {
      type: 'failed',
      ...failureOf({ kind: 'refused', code: 14006, message: '', data: {} }, kept),
    })
    expect(failed.application).toBeNull()
  })
})

describe('the draft', () => {
  const text = draftText(
    formOf(
      play([
        withCar,
        ...withDriver,
        {
          type: 'driver-set',
          id: 'd1',
          patch: {
            lookup: { kind: 'busy' },
            consent: { kind: 'awaiting', requestId: 'r', expiresAt: 9 },
          },
        },
      ]),
    ),
    1000,
  )

  test('lives 24 hours and belongs to one buyer', () => {
    expect(parseDraft(text, buyer.iin, 1000 + draftMs)).not.toBeNull()
    expect(parseDraft(text, buyer.iin, 1001 + draftMs)).toBeNull()
    expect(parseDraft(text, other, 2000)).toBeNull()
  })

  test('keeps a consent that was asked for and asks the registers again for what was running', () => {
    expect(parseDraft(text, buyer.iin, 2000)?.drivers[0]).toMatchObject({
      lookup: { kind: 'idle' },
      consent: { kind: 'awaiting', requestId: 'r' },
    })
  })

  test('of a row that was kept before a field was, the field is empty', () => {
    const kept = JSON.parse(text) as { form: { drivers: Record<string, unknown>[] } }
    delete kept.form.drivers[0]?.experienced
    expect(parseDraft(JSON.stringify(kept), buyer.iin, 2000)?.drivers[0]?.experienced).toBeNull()
  })

  test('holds no code and no token', () => {
    expect(text).not.toMatch(/token|otp|code/i)
  })

  test.each([[null], ['{'], ['{"version":0,"savedAt":1,"form":{}}'], ['{"form":null}']])(
    '%s is no draft',
    (broken) => {
      expect(parseDraft(broken, buyer.iin, 2000)).toBeNull()
    },
  )
})

describe('an answer marks the rows it is about', () => {
  const state = play([withCar, ...withDriver])
  const refused = (code: number, data: Record<string, unknown>) => ({
    kind: 'refused' as const,
    code,
    message: 'first',
    data,
  })

  test('every finding, each at its row', () => {
    const apiError = refused(12008, {
      driver_iin: other,
      findings: [
        { code: 12008, message: 'young', driver_iin: other },
        { code: 12001, message: 'papers', driver_iin: buyer.iin },
        { code: 14008, message: 'car', registration_number: '123ABC02' },
      ],
    })
    expect(failureOf(apiError, state)).toMatchObject({
      formError: null,
      errors: [
        { field: 'driver-d1-iin', message: 'young' },
        { field: 'policyholder', message: 'papers' },
        { field: 'car-c1-plate', message: 'car' },
      ],
    })
  })

  test.each([
    [refused(14003, { driver_iin: other, reason: 'rejected' }), 'driver-d1-consent'],
    [refused(12006, { driver_iin: other }), 'driver-d1-licence'],
    [refused(14002, { driver_iin: buyer.iin }), 'policyholder'],
    [refused(14009, { registration_number: '123ABC02' }), 'car-c1-plate'],
    [refused(12008, { driver_iin: third }), null],
  ])('%j stands at %s', (apiError, field) => {
    expect(rowErrorsOf(apiError).map((rowError) => rowOf(rowError, state))).toEqual([field])
  })

  test('what nobody can mend in the form is told once, and marks its row', () => {
    const apiError = refused(12004, {
      driver_iin: other,
      findings: [{ code: 12004, message: 'listed', driver_iin: other }],
    })
    const failed = reduce(state, { type: 'failed', ...failureOf(apiError, state) })
    expect(failed.errors).toEqual([{ field: 'driver-d1-iin', message: 'listed' }])
    expect(mendable(failed)).toEqual([])
    expect(finalIn(failed)).toMatchObject({ code: 12004, iin: other })
  })

  test('a refusal that names nobody is one trouble for all', () => {
    expect(failureOf(refused(5, { reason: 'bad' }), state)).toMatchObject({
      errors: [],
      formError: { code: 5, reason: 'bad', message: 'first' },
    })
  })

  test('a renewal asked too early says the first possible day', () => {
    expect(failureOf(refused(14016, { firstDay: '2027-08-24' }), state).formError).toMatchObject({
      code: 14016,
      day: '2027-08-24',
    })
  })

  test.each([
    ['drivers.0.iin', 'driver-d1-iin'],
    ['drivers.0.driverLicenseNumber', 'driver-d1-licence'],
    ['drivers.1.driverLicenseNumber', 'licence'],
    ['vehicles.0.registrationNumber', 'car-c1-plate'],
    ['vehicles.0.techPassport', 'car-c1-techPassport'],
    ['vehicles', 'add-car'],
    ['order.dateStart', 'start'],
    ['order.period', 'months'],
    ['insurant.phone', 'policyholder'],
    ['pay.phone', 'payPhone'],
  ])('a 422 at %s is the field %s', (path, field) => {
    expect(fieldOf(path, state)).toBe(field)
  })

  test.each(['offline', 'timeout', 'unavailable', 'server'] as const)(
    '%s loses nothing that was filled in',
    (kind) => {
      const failed = reduce(state, { type: 'failed', ...failureOf({ kind, message: '' }, state) })
      expect(failed.formError?.kind).toBe(kind)
      expect(inputsKey(failed, buyer.phone)).toBe(inputsKey(state, buyer.phone))
    },
  )
})

describe('the estimate', () => {
  test('counts the car’s age from the year and forgets the village in a republican city', () => {
    expect(
      estimateBody({ ...firstFacts, class: 'FIRST', settlement: 'OTHER' }, today),
    ).toMatchObject({
      settlement: 'CITY',
      vehicleAgeYears: 6,
      bonusMalus: { kind: 'FIRST', class: '3' },
    })
    expect(
      estimateBody({ ...firstFacts, region: 'ALMATY', settlement: 'OTHER', class: '7' }, today),
    ).toMatchObject({
      settlement: 'OTHER',
      bonusMalus: { kind: 'CLASS', class: '7' },
    })
  })

  test.each([
    [{ age: '15' }, { age: 'wrongAge' }],
    [{ age: '' }, { age: 'wrongAge' }],
    [{ age: '20', experience: '5' }, { experience: 'wrongExperience' }],
    [{ experience: 'x' }, { experience: 'wrongExperience' }],
    [{ year: '2029' }, { year: 'wrongYear' }],
    [{}, {}],
  ])('with %j says %j', (patch, problems) => {
    expect(problemsOfFacts({ ...firstFacts, ...patch }, today)).toEqual(problems)
  })
})
