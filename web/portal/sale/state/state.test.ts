import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import type { ApiError } from '../../../http/http.ts'
import type { Action } from './actions.ts'
import type { Calculation, PersonFound, SetAnswer, SoldPolicy } from './answers.ts'
import { emptyCar, formOf, newForm, stateOf } from './initial.ts'
import { isFresh, reduce } from './reduce.ts'
import { saleKind } from './sale-kind.ts'
import type { State } from './state.ts'
import { applicationFor, billPhone, inputsKey, payable, problemsOf, saleOf } from './wire.ts'

const today = '2026-11-21'
const policyholder = '850315399904'
const second = '880214399916'
const third = '900622499917'
let count = 0
const newId = (): string => {
  count += 1
  return `id-${count}`
}
const begin = (): State => stateOf(newForm(today, newId), '900101399908')
const play = (actions: Action[], from: State = begin()): State => actions.reduce(reduce, from)
const clean: PersonFound = {
  iin: second,
  name: 'Айгүл С.',
  resident: true,
  documentValid: true,
  driverLicenseNumber: 'AB123456',
  licenceValidTo: '2030-01-01',
  experienceYears: 8,
  experienceAsked: false,
  bonusMalusClass: '7',
  firstContract: false,
  notFound: false,
  notResident: false,
  noEsbd: false,
  noLicense: false,
  noPersonCertificate: false,
  underAge: false,
  phoneNotLinked: false,
  down: false,
  findings: [],
}
const sold = (kind: SetAnswer['sale']['kind']): SetAnswer['sale'] => ({
  policyholder: 'Айгүл С.',
  drivers: [],
  cars: [],
  insurer: 'Сынақ',
  startDate: today,
  endDate: '2027-11-20',
  kind,
  reissue: null,
})
const typed = (id: string, iin: string): Action[] => [
  { type: 'driver-added', id },
  { type: 'driver', id, patch: { iin } },
]
const whole = (): State => {
  const first = begin()
  return play(
    [
      { type: 'policyholder', patch: { iin: policyholder, phone: '77010000001' } },
      {
        type: 'car',
        id: first.cars[0]?.id ?? '',
        patch: { number: '123ABC02', techPassport: 'AB12345678' },
      },
    ],
    first,
  )
}
const said = { nobody: 'Не все данные', offline: 'Нет связи' }
const refuses = (
  state: State,
  code: number,
  data: Record<string, unknown> = {},
  message = `код ${code}`,
): State =>
  reduce(state, { type: 'failed', apiError: { kind: 'refused', code, message, data }, said })
const fails = (state: State, apiError: ApiError): State =>
  reduce(state, { type: 'failed', apiError, said })

const calculation = {
  calculationId: 'q',
  draft_id: 'd',
  premium: 40_000,
  insurance_premium: 36_000,
  broker_premium: 3_600,
}
const price = {
  ...calculation,
  refund_sum: 0,
  surcharge_sum: 5_000,
  remaining_amount: 35_000,
  total_amount: 40_000,
} as Calculation

describe('a new sale', () => {
  test('is for a year from tomorrow, up to 15 drivers and 15 cars, the policyholder at the wheel', () => {
    expect(begin()).toMatchObject({
      policyholderWillDrive: true,
      limitForInsuredCars: 15,
      limitForInsuredDrivers: 15,
      drivers: {},
      policyPeriod: 12,
      policyStartDate: '2026-11-22',
      seasonalAgreement: false,
      totalPrice: null,
      orderId: null,
      prolong: false,
      reissue: false,
      location: { code: null, message: '', blocked: false },
      activateCount: 0,
      driversCheckPrivilegeError: false,
    })
  })

  test('takes the fifteenth driver and car and no sixteenth', () => {
    spec('3.4.limitforinsuredcars-limitforinsureddrivers')

    const ids = Array.from({ length: 16 }, (_, n) => `n${n}`)
    const state = play(
      ids.flatMap((id): Action[] => [
        { type: 'driver-added', id },
        { type: 'car-added', id: `c${id}` },
      ]),
    )
    expect(Object.keys(state.drivers)).toEqual(ids.slice(0, 15))
    expect(state.cars).toHaveLength(15)
  })

  test('the seasonal agreement opens six months, and without it the year is back', () => {
    spec('3.4.seasonalagreement-policyperiod-policystartdate')

    const seasonal = reduce(begin(), { type: 'term', patch: { seasonalAgreement: true } })
    expect(seasonal.policyPeriod).toBe(6)
    expect(
      reduce(seasonal, { type: 'term', patch: { seasonalAgreement: false } }).policyPeriod,
    ).toBe(12)
  })
})

describe('rows', () => {
  test('a row that is added or typed in leaves every other row the very same object', () => {
    const before = play([...typed('a', second), ...typed('b', third)])
    const added = reduce(before, { type: 'driver-added', id: 'c' })
    expect(added.drivers['a']).toBe(before.drivers['a'])
    expect(added.drivers['b']).toBe(before.drivers['b'])
    const changed = reduce(added, { type: 'driver', id: 'c', patch: { iin: '58021' } })
    expect(changed.drivers['a']).toBe(before.drivers['a'])
    const car = reduce(changed, { type: 'car-added', id: 'z' })
    expect(reduce(car, { type: 'car', id: 'z', patch: { number: '777KK01' } }).cars[0]).toBe(
      car.cars[0],
    )
  })

  test('a licence typed before the IIN stands, and what the fields still show is what is sent', () => {
    const licenceNumber = 'AB123456'
    const state = play([
      { type: 'policyholder', patch: { licenceNumber, phone: '+77010000001' } },
      { type: 'policyholder', patch: { iin: policyholder } },
      { type: 'driver-added', id: 'a' },
      { type: 'driver', id: 'a', patch: { licenceNumber, privilege: true } },
      { type: 'driver', id: 'a', patch: { iin: second } },
      { type: 'driver', id: 'a', patch: { experienced: true } },
    ])
    expect(state.policyholder).toMatchObject({ licenceNumber, phone: '+77010000001' })
    expect(state.drivers['a']).toMatchObject({ licenceNumber, privilege: false })
    const other = reduce(state, { type: 'driver', id: 'a', patch: { iin: third } })
    expect(other.drivers['a']).toMatchObject({ licenceNumber, experienced: null, name: '' })
  })

  test('the second of two equal IINs is marked, and only while they are equal', () => {
    const state = play([...typed('a', second), ...typed('b', second)])
    expect([state.drivers['a']?.repeatedIin, state.drivers['b']?.repeatedIin]).toEqual([
      false,
      true,
    ])
    expect(reduce(state, { type: 'driver-removed', id: 'a' }).drivers['b']?.repeatedIin).toBe(false)
  })

  test('a repeated plate and a repeated passport are marked apart', () => {
    spec('3.4.cars-list-number-techpassport')

    const state = play([
      { type: 'car-added', id: 'x' },
      { type: 'car', id: 'x', patch: { number: '123ABC02', techPassport: 'AB12345678' } },
      { type: 'car-added', id: 'y' },
      { type: 'car', id: 'y', patch: { number: '123ABC02', techPassport: 'CD12345678' } },
    ])
    expect(state.cars.at(-1)).toMatchObject({
      number: { repeated: true },
      techPassport: { repeated: false },
      privilege: false,
    })
  })

  test('a number that is none says so once the technical passport has been tried, not before', () => {
    spec('3.4.cars-list-number-techpassport')
    const typed = (state: State, patch: { number?: string; techPassport?: string }): State =>
      reduce(state, { type: 'car', id: 'x', patch })
    const errors = (state: State) => {
      const { number, techPassport } = state.cars.at(-1) ?? emptyCar('')
      return [number.error, techPassport.error, techPassport.tried]
    }
    const begun = typed(play([{ type: 'car-added', id: 'x' }]), {
      number: '12',
      techPassport: 'AB1',
    })
    expect(errors(begun)).toEqual(['', '', false])
    const whole = typed(begun, { techPassport: 'AB12345678' })
    expect(errors(whole)).toEqual(['plate', '', true])
    expect(errors(typed(whole, { number: '123ABC02' }))).toEqual(['', '', true])
    expect(errors(typed(whole, { techPassport: 'AB1234567' }))).toEqual([
      'plate',
      'tech_passport',
      true,
    ])
    expect(errors(typed(whole, { techPassport: '' }))).toEqual(['', '', false])
  })

  test('the row of the policyholder is known as such and is no repetition', () => {
    const state = play([
      { type: 'policyholder', patch: { iin: policyholder } },
      ...typed('a', policyholder),
    ])
    expect(state.drivers['a']).toMatchObject({ isPolicyholder: true, repeatedIin: false })
  })

  test('an answer for an IIN that no longer stands there is dropped', () => {
    const state = play([...typed('a', second), { type: 'driver', id: 'a', patch: { iin: third } }])
    expect(
      reduce(state, { type: 'driver-found', id: 'a', asked: `${second} `, found: clean }).drivers[
        'a'
      ]?.name,
    ).toBe('')
  })

  test.each([
    ['notResident', 12005],
    ['noLicense', 12006],
    ['noPersonCertificate', 12001],
    ['noEsbd', 12003],
    ['notFound', 14000],
  ] as const)('what the registers say sets %s and its words on that row alone', (flag, code) => {
    spec('3.4.drivers-map-iin-licensen')

    const found = { ...clean, [flag]: true, findings: [{ code, message: 'слова' }] }
    const state = play([
      ...typed('a', second),
      ...typed('b', third),
      { type: 'driver-asked', id: 'a' },
    ])
    const told = reduce(state, { type: 'driver-found', id: 'a', asked: `${second} `, found })
    expect(told.drivers['a']).toMatchObject({
      [flag]: true,
      error: 'слова',
      spinner: false,
      name: 'Айгүл С.',
      experience: 8,
    })
    expect(told.drivers['b']).toBe(state.drivers['b'])
  })

  test('a phone that is not linked is said beside the phone', () => {
    spec('3.4.insurerdata-phone-email-iin')

    const state = play([
      { type: 'policyholder', patch: { iin: policyholder, phone: '77010000009' } },
    ])
    const told = reduce(state, {
      type: 'policyholder-found',
      asked: `${policyholder}  77010000009`,
      found: {
        ...clean,
        phoneNotLinked: true,
        findings: [{ code: 14002, message: 'не привязан' }],
      },
    })
    expect(told.policyholder.flags).toMatchObject({ phoneError: 'не привязан', error: '' })
  })

  test('a document typed by hand clears that person and asks again', () => {
    const refused = refuses(play(typed('a', second), whole()), 12002, {
      driver_iin: second,
      reason: 'document',
    })
    expect(refused.drivers['a']).toMatchObject({ noEsbd: true, byDocument: true })
    expect(reduce(refused, { type: 'mended', iin: second }).drivers['a']).toMatchObject({
      error: '',
      asked: '',
      noEsbd: false,
    })
  })

  test('where the register has answered, typing the document is not offered: it would change nothing', () => {
    for (const code of [12000, 12001, 12008])
      expect(
        refuses(play(typed('a', second), whole()), code, { driver_iin: second }).drivers['a']
          ?.byDocument,
      ).toBe(false)
  })
})

describe('the privilege check', () => {
  test('sets the policyholder’s flag and the driver’s, and locks them', () => {
    const state = play([
      { type: 'policyholder', patch: { iin: policyholder } },
      ...typed('a', second),
    ])
    const checked = play(
      [
        { type: 'privilege', iin: policyholder, hasPrivilege: true },
        { type: 'privilege', iin: second, hasPrivilege: false },
      ],
      state,
    )
    expect(checked.policyholder).toMatchObject({ privilege: true, privilegeLocked: true })
    expect(checked.drivers['a']).toMatchObject({ privilege: false, privilegeLocked: true })
  })

  test('a check that fails sets driversCheckPrivilegeError until it is tried again', () => {
    const failed = reduce(begin(), { type: 'privilege-failed' })
    expect(failed.driversCheckPrivilegeError).toBe(true)
    expect(reduce(failed, { type: 'privilege-again' }).driversCheckPrivilegeError).toBe(false)
  })

  test('a benefit nobody may tell yet is no failed check: the promoter marks it', () => {
    const withheld = reduce(begin(), { type: 'privilege-withheld' })
    expect(withheld).toMatchObject({ privilegeWithheld: true, driversCheckPrivilegeError: false })
  })
})

describe('behaviour on calculate failure', () => {
  const state = (): State => play(typed('a', second), whole())

  test('12009 is the location error NEAR_CON with the server’s message and the blocked modal', () => {
    spec(
      '3.4.location-error-state-code',
      '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
    )

    expect(refuses(state(), 12009, {}, 'Ближе 200 м').location).toEqual({
      code: 'NEAR_CON',
      message: 'Ближе 200 м',
      blocked: true,
    })
    const near = { distance: 87, radius: 200 }
    expect(refuses(state(), 12009, near, 'Ближе 200 м').location).toMatchObject({
      code: 'NEAR_CON',
      near,
    })
  })
  test('a position the server cannot use is the default location error with its message', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 14013, {}, 'Неточно').location).toEqual({
      code: 'default',
      message: 'Неточно',
      blocked: true,
    })
  })
  test('5 sets scoringError', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 5)).toMatchObject({ scoringError: 'код 5', noRequiredFieldsError: '' })
  })
  test.each([
    ['of the policyholder', { driver_iin: policyholder }],
    ['of nobody', {}],
  ])('12008 %s is the policyholder’s age', (_who, data) => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 12008, data)).toMatchObject({
      policyholderAgeError: 'код 12008',
      driversAgeErrors: [],
    })
  })
  test('12008 of a driver adds that IIN to driversAgeErrors and marks the row', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12008, { driver_iin: second })
    expect(after).toMatchObject({ policyholderAgeError: '', driversAgeErrors: [second] })
    expect(after.drivers['a']?.error).toBe('код 12008')
  })
  test('12001 of the policyholder is insurerPersonCertificateError', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 12001, { driver_iin: policyholder })).toMatchObject({
      policyholderPersonCertificateError: 'код 12001',
    })
  })
  test('12001 of a driver marks that driver', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12001, { driver_iin: second })
    expect(after.drivers['a']).toMatchObject({ noPersonCertificate: true, error: 'код 12001' })
    expect(after.policyholderPersonCertificateError).toBe('')
  })
  test.each([
    [12000, 'noPersonCertificate'],
    [12002, 'noEsbd'],
    [12003, 'noEsbd'],
    [12005, 'notResident'],
    [12006, 'noLicense'],
    [12007, 'noLicense'],
    [12004, 'terrorist'],
  ])('%i is noRequiredFieldsError, and beside it the flag %s of whom it names', (code, flag) => {
    spec(
      '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
      '8.5.any-other-exception-norequiredfieldserror',
    )

    const after = refuses(state(), code, { driver_iin: second })
    expect(after.noRequiredFieldsError).toBe(`код ${code}`)
    expect(after.drivers['a']).toMatchObject({ [flag]: true, error: `код ${code}` })
  })
  test('every finding of one answer marks its own row, and a car is named by its plate', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12006, {
      driver_iin: second,
      findings: [
        { code: 12006, iin: second, message: 'нет прав' },
        { code: 12005, iin: policyholder, message: 'нерезидент' },
        { code: 14008, plate: '123ABC02', message: 'не найден' },
      ],
    })
    expect(after.drivers['a']?.noLicense).toBe(true)
    expect(after.policyholder.flags).toMatchObject({ notResident: true, error: 'нерезидент' })
    expect(after.cars[0]?.error).toBe('не найден')
  })
  test.each([12010, 14001, 14006])(
    '%i, about nobody, is noRequiredFieldsError with the server’s message',
    (code) => {
      spec(
        '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
        '8.5.any-other-exception-norequiredfieldserror',
      )

      expect(refuses(state(), code)).toMatchObject({
        noRequiredFieldsError: `код ${code}`,
        busy: null,
      })
    },
  )
  test('HTTP 500 is the server error', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(fails(state(), { kind: 'server', message: '' })).toMatchObject({
      serverError: true,
      noRequiredFieldsError: '',
    })
  })
  test.each<[string, ApiError, string]>([
    ['a timeout', { kind: 'timeout', message: '' }, said.nobody],
    ['no connection', { kind: 'offline', message: '' }, said.offline],
    ['a server that is away', { kind: 'unavailable', message: 'позже' }, 'позже'],
  ])('%s is noRequiredFieldsError', (_what, apiError, words) => {
    spec(
      '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
      '8.5.any-other-exception-norequiredfieldserror',
    )

    expect(fails(state(), apiError)).toMatchObject({
      noRequiredFieldsError: words,
      serverError: false,
    })
  })
  test('a 422 is said beside the field it is about', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = fails(state(), {
      kind: 'invalid',
      message: '',
      errors: [{ path: 'drivers.0.iin', message: 'ИИН?' }],
    })
    expect(after.wrong).toEqual({ 'driver-a-iin': 'ИИН?' })
    expect(reduce(after, { type: 'driver', id: 'a', patch: { iin: third } }).wrong).toEqual({})
  })
})

describe('from the price to the policy', () => {
  const quoted = (more: Partial<State> = {}): State => {
    const state = { ...whole(), ...more }
    return reduce(state, { type: 'quoted', key: inputsKey(state), calculation: price })
  }

  test('the prices and ids are stored, and a changed field makes them stale', () => {
    spec(
      '3.4.totalprice-brokerprice-policyprice-remainingpolicypremium',
      '3.4.calculationid-orderid-globalid-draftid',
      '4.2.calculation-flow-4-store',
    )

    const state = quoted()
    expect(state).toMatchObject({
      totalPrice: 40_000,
      brokerPrice: 3_600,
      policyPrice: 36_000,
      calculationId: 'q',
      draftId: 'd',
    })
    expect(isFresh(state)).toBe(true)
    expect(isFresh(reduce(state, { type: 'term', patch: { policyStartDate: '2026-12-01' } }))).toBe(
      false,
    )
  })
  test('a reissue pays the surcharge alone', () => {
    expect(payable(quoted())).toBe(40_000)
    expect(payable(quoted({ reissue: true }))).toBe(5_000)
  })
  test('the bill goes to the payer’s phone, else to the policyholder’s', () => {
    spec('3.4.insurerwilldrive-paymentphone')

    expect(billPhone(whole())).toBe('77010000001')
    expect(
      billPhone(reduce(whole(), { type: 'term', patch: { paymentPhone: '77010000002' } })),
    ).toBe('77010000002')
  })
  test('attempts to issue, their next time and their reason are told', () => {
    spec('3.4.activatecount-activatestatus-activateerrorqueue-activateerrordescription')

    const state = reduce(reduce(quoted(), { type: 'ordered', orderId: '7', orderKey: 'k' }), {
      type: 'set-state',
      answer: {
        status: 'retrying',
        attempts: 2,
        nextAttemptAt: '2026-11-21T10:00:00Z',
        error: { code: 12002, message: 'ЕСБД молчит' },
        sale: sold('new'),
      },
    })
    expect(state).toMatchObject({
      orderId: '7',
      activateCount: 2,
      activateStatus: 'retrying',
      activateErrorQueue: ['2026-11-21T10:00:00Z'],
      activateErrorDescription: 'ЕСБД молчит',
    })
  })
  test('an order says itself what it is: its page needs no form', () => {
    spec('7.3.ours-order-opened-anew')

    const answer = { status: 'issued', attempts: 0, nextAttemptAt: null, error: null } as const
    const opened = { ...begin(), orderId: '7' }
    expect(saleKind(opened, true)).toBeNull()
    for (const kind of ['new', 'prolong', 'reissue'] as const)
      expect(
        saleKind(
          reduce(opened, { type: 'set-state', answer: { ...answer, sale: sold(kind) } }),
          true,
        ),
      ).toBe(kind)
    expect(
      [begin(), { ...begin(), prolong: true }, { ...begin(), reissue: true }].map((state) =>
        saleKind(state, false),
      ),
    ).toEqual(['new', 'prolong', 'reissue'])
  })
  test('unchanged inputs keep the application id, changed ones get another', () => {
    const state = whole()
    const application = applicationFor(state, newId)
    expect(applicationFor({ ...state, application }, newId)).toBe(application)
    expect(applicationFor({ ...state, application, ogpoPlus: true }, newId).id).not.toBe(
      application.id,
    )
  })
})

describe('a policy loaded by its Global ID', () => {
  const policy: SoldPolicy = {
    globalId: '100A',
    clientCode: null,
    isInsured: true,
    state: 'active',
    dateStart: '2025-12-02',
    dateEnd: '2026-12-01',
    premium: 30_000,
    insurer: 'sample',
    seasonal: false,
    period: 12,
    insurant: {
      iin: policyholder,
      phone: '77010000001',
      name: 'Асқар Н.',
      willDrive: true,
      privilege: false,
    },
    insureds: [
      { iin: policyholder, driverLicenseNumber: 'AB123456', name: 'Асқар Н.', privilege: false },
      { iin: second, driverLicenseNumber: 'CD123456', name: 'Айгүл С.', privilege: true },
    ],
    cars: [{ registrationNumber: '123ABC02', techPassport: 'AB12345678', name: 'Toyota Camry' }],
    prolongStart: '2026-12-02',
    prolongFrom: null,
    own: true,
    may: { reissue: true, prolong: true, terminate: true, cancel: false },
  }
  const load = (kind: 'prolong' | 'reissue' | 'copy'): State =>
    reduce(begin(), { type: 'loaded', policy, kind, today, newId })

  test.each([
    ['prolong', '2026-12-02'],
    ['reissue', '2026-11-22'],
    ['copy', '2026-11-22'],
  ] as const)('%s starts on %s', (kind, start) => expect(load(kind).policyStartDate).toBe(start))

  test('fills the policyholder, the drivers with the skip-next-input flag and the cars', () => {
    spec('3.4.prolong-reissue-currentpolicydata-promoteriin')

    const state = load('reissue')
    const [driver] = Object.values(state.drivers)
    expect(state.policyholder).toMatchObject({
      iin: policyholder,
      name: 'Асқар Н.',
      licenceNumber: 'AB123456',
    })
    expect(driver).toMatchObject({
      iin: second,
      licenceNumber: 'CD123456',
      privilege: true,
      skipNextInput: true,
    })
    expect(state.cars[0]).toMatchObject({
      number: { value: '123ABC02' },
      techPassport: { disabled: true },
      name: 'Toyota Camry',
    })
    expect(state).toMatchObject({
      reissue: true,
      prolong: false,
      globalId: '100A',
      currentPolicyData: policy,
    })
  })

  test('without the client’s code another’s sale fills the cars and leaves a row to type in for everybody', () => {
    const masked = {
      iin: '•• 04',
      driverLicenseNumber: '•• 56',
      name: 'Айгүл С.',
      privilege: false,
    }
    const theirs: SoldPolicy = {
      ...policy,
      own: false,
      clientCode: { phone: '•• 01', until: null },
      insurant: {
        iin: '•• 01',
        phone: '•• 01',
        name: 'Асқар Н.',
        willDrive: true,
        privilege: false,
      },
      insureds: [{ ...masked, iin: '•• 01' }, masked],
    }
    const state = reduce(begin(), { type: 'loaded', policy: theirs, kind: 'prolong', today, newId })
    const [driver, ...others] = Object.values(state.drivers)
    expect(others).toEqual([])
    expect(driver).toMatchObject({ iin: '', licenceNumber: '', name: '', skipNextInput: false })
    expect(state.policyholder).toMatchObject({ iin: '', phone: '', licenceNumber: '' })
    expect(state).toMatchObject({ policyholderWillDrive: true, prolong: true, clientCode: null })
    expect(state.cars[0]).toMatchObject({ number: { value: '123ABC02' } })
    expect(JSON.stringify(saleOf(state))).not.toContain('••')
  })

  test('the first input of a loaded row only repeats what stands there, the next one is the promoter’s', () => {
    spec('4.2.load-global-id-skip')

    const state = load('prolong')
    const id = Object.keys(state.drivers)[0] ?? ''
    const echoed = reduce(state, { type: 'driver', id, patch: { iin: second } })
    expect(echoed.drivers[id]).toMatchObject({
      skipNextInput: false,
      name: 'Айгүл С.',
      licenceNumber: 'CD123456',
    })
    expect(reduce(echoed, { type: 'driver', id, patch: { iin: third } }).drivers[id]).toMatchObject(
      { iin: third, name: '' },
    )
  })

  test('the wire names the old policy as what it is', () => {
    expect(saleOf(load('reissue')).order).toMatchObject({
      reorderGlobalId: '100A',
      dateStart: '2026-11-22',
    })
    expect(saleOf(load('prolong')).order).toMatchObject({
      prolongGlobalId: '100A',
      dateStart: '2026-12-02',
    })
    expect(saleOf(load('copy')).order).not.toHaveProperty('prolongGlobalId')
  })

  test('a draft comes back as it was kept, with nothing running', () => {
    const state = reduce(load('prolong'), {
      type: 'driver-asked',
      id: Object.keys(load('prolong').drivers)[0] ?? '',
    })
    const back = reduce(begin(), { type: 'opened', form: formOf(state) })
    expect(saleOf(back)).toEqual(saleOf(state))
    expect(Object.values(back.drivers).some(({ spinner }) => spinner)).toBe(false)
  })
})

describe('before anything is sent', () => {
  test('an empty sheet says which fields to fill in', () => {
    expect(problemsOf(begin(), today)).toMatchObject({
      'policyholder-iin': 'required',
      'policyholder-phone': 'required',
    })
  })
  test('what is wrong is told from the top down, so that the focus goes to the first of it', () => {
    const state = reduce(play([...typed('a', second), ...typed('b', second)]), {
      type: 'term',
      patch: { paymentPhone: '+7 701' },
    })
    const car = `car-${state.cars[0]?.id}`
    const down = [
      'policyholder-iin',
      'policyholder-phone',
      'driver-b-iin',
      `${car}-plate`,
      `${car}-techPassport`,
      'payment-phone',
    ]
    expect(Object.keys(problemsOf(state, today))).toEqual(down)
  })
  test('a whole one has nothing wrong', () => expect(problemsOf(whole(), today)).toEqual({}))
  test('one wrong row is named and the others are not', () => {
    const state = play([...typed('a', second), ...typed('b', '123')], whole())
    expect(problemsOf(state, today)).toEqual({ 'driver-b-iin': 'iin_invalid' })
  })
  test('the policyholder’s own licence is written once', () => {
    const state = reduce(whole(), { type: 'policyholder', patch: { licenceNumber: 'AB123456' } })
    expect(saleOf(state).drivers).toEqual([
      { iin: policyholder, driverLicenseNumber: 'AB123456', privilege: false },
    ])
  })
})
