import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { blamed as blamedIn } from '../form-errors.tsx'
import { type Action, reduce } from './reduce.ts'
import { driverFacts } from './row-facts.ts'
import { type Calculation, newForm, personFlags, type State, stateOf } from './state.ts'
import { inputsKey } from './wire.ts'

const blamed = (state: State) => blamedIn(state, 'слишком молод')
const [insurer, first, second] = ['850315399904', '930930499907', '910823499901'] as const
const sheet = (): State => {
  const empty = stateOf(
    newForm('2026-11-21', () => 'car'),
    '900101399908',
  )
  const actions: Action[] = [
    { type: 'policyholder', patch: { iin: insurer, phone: '+77010000001' } },
    { type: 'car', id: 'car', patch: { plate: '123ABC02', techPassport: 'AB12345678' } },
    ...[first, second].flatMap((iin, index): Action[] => [
      { type: 'driver-added', id: `${index}` },
      { type: 'driver', id: `${index}`, patch: { iin } },
    ]),
  ]
  return actions.reduce(reduce, empty)
}
const asked = (id: string, question: string): State =>
  reduce(sheet(), { type: 'driver-looked', id, lookup: { kind: 'busy', question } })
type Finding = { code: number; iin?: string; plate?: string; message: string }
const refused = (state: State, [own, ...findings]: readonly [Finding, ...Finding[]]): State =>
  reduce(state, {
    type: 'failed',
    apiError: {
      kind: 'refused',
      code: own.code,
      message: own.message,
      data: { driver_iin: own.iin, registration_number: own.plate, findings },
    },
    said: { nobody: 'Не все данные', offline: 'Нет связи' },
  })

test('a refusal leads to the rows it names, each message once, in the order of the sheet', () => {
  spec('7.3.ours-rows-refusal-names')

  const after = refused(sheet(), [
    { code: 12006, iin: second, message: 'нет прав' },
    { code: 12006, iin: first, message: 'нет прав' },
    { code: 14008, plate: '123ABC02', message: 'нет машины' },
  ])
  expect(blamed(after)).toEqual([
    {
      message: 'нет прав',
      rows: [
        { what: 'driver', number: 1, name: first, field: 'driver-0-iin' },
        { what: 'driver', number: 2, name: second, field: 'driver-1-iin' },
      ],
    },
    {
      message: 'нет машины',
      rows: [{ what: 'car', number: 1, name: '123ABC02', field: 'car-car-plate' }],
    },
  ])
})

test('12001 of a driver, which is no general error, leads to that driver', () => {
  const after = refused(sheet(), [{ code: 12001, iin: second, message: 'не подходит' }])
  expect(after.noRequiredFieldsError).toBe('')
  expect(blamed(after)).toEqual([
    {
      message: 'не подходит',
      rows: [{ what: 'driver', number: 2, name: second, field: 'driver-1-iin' }],
    },
  ])
})

test('a driver too young for a car is the driver’s row alone', () => {
  const after = refused(sheet(), [
    { code: 12008, iin: first, plate: '123ABC02', message: 'младше' },
  ])
  expect(after.cars[0]?.refused).toBeNull()
  expect(blamed(after)).toEqual([
    {
      message: 'младше',
      rows: [{ what: 'driver', number: 1, name: first, field: 'driver-0-iin' }],
    },
  ])
})

const holder = (field: string) => ({ what: 'policyholder', number: 0, name: '', field })
test('the policyholder’s age and certificate lead to them as every other mistake does, and 14002 to their phone', () => {
  for (const code of [12008, 12001, 12000])
    expect(blamed(refused(sheet(), [{ code, iin: insurer, message: 'нет 18' }]))).toEqual([
      { message: 'нет 18', rows: [holder('policyholder-iin')] },
    ])
  // 12008 and 12001 without a person are the policyholder's (specification, section 8).
  expect(blamed(refused(sheet(), [{ code: 12008, message: 'нет 18' }]))).toEqual([
    { message: 'нет 18', rows: [holder('policyholder-iin')] },
  ])
  const all = refused(sheet(), [
    { code: 12008, iin: insurer, message: 'нет 18' },
    { code: 12001, iin: insurer, message: 'не подходит' },
    { code: 14002, iin: insurer, message: 'чужой номер' },
  ])
  expect(blamed(all)).toEqual([
    { message: 'нет 18', rows: [holder('policyholder-iin')] },
    { message: 'не подходит', rows: [holder('policyholder-iin')] },
    { message: 'чужой номер', rows: [holder('policyholder-phone')] },
  ])
  expect(blamed(reduce(all, { type: 'policyholder', patch: { iin: '900622499917' } }))).toEqual([])
})

test('a driver under age stays named while the row is asked about anew, and goes with the row', () => {
  const after = refused(sheet(), [{ code: 12008, iin: first, message: 'младше' }])
  const again = reduce(after, { type: 'ask-again', what: 'driver', id: '0' })
  expect(blamed(again)).toEqual([
    {
      message: 'слишком молод',
      rows: [{ what: 'driver', number: 1, name: first, field: 'driver-0-iin' }],
    },
  ])
  const gone = reduce(after, { type: 'driver-removed', id: '0' })
  expect(personFlags(gone).driversAgeErrors).toEqual([])
  expect(blamed(gone)).toEqual([])
})

test('a row that was mended is not named any more, and a new calculation forgets them all', () => {
  const after = refused(sheet(), [{ code: 12006, iin: first, message: 'нет прав' }])
  expect(
    blamed(reduce(after, { type: 'driver', id: '0', patch: { iin: '900622499917' } })),
  ).toEqual([])
  expect(blamed(reduce(after, { type: 'started', busy: 'calculate' }))).toEqual([])
})

test('a refusal for want of a consent goes when that person is asked', () => {
  const after = refused(sheet(), [
    { code: 14003, iin: insurer, message: 'нет согласия' },
    { code: 14003, iin: first, message: 'нет согласия' },
  ])
  expect(blamed(after)).toMatchObject([{ rows: [{ what: 'policyholder' }, { what: 'driver' }] }])
  const asked = reduce(after, { type: 'driver', id: '0', patch: { consent: { kind: 'asking' } } })
  expect(asked.drivers[0]).toMatchObject({ refused: null })
  expect(
    blamed(reduce(asked, { type: 'policyholder', patch: { consent: { kind: 'asking' } } })),
  ).toEqual([])
})

const calculation = {
  calculationId: 'c',
  draft_id: 'd',
  premium: 36_094,
  broker_premium: 5_414,
  insurance_premium: 36_094,
} as Calculation

test('a price takes back what was said against people and cars; of other rows than those priced it says nothing', () => {
  const after = refused(sheet(), [
    { code: 14003, iin: insurer, message: 'нет согласия' },
    { code: 12006, iin: first, message: 'нет прав' },
    { code: 14008, plate: '123ABC02', message: 'нет машины' },
  ])
  const priced = (key: string): State => reduce(after, { type: 'quoted', key, calculation })
  const marks = ({ policyholder, drivers, cars }: State) => [
    policyholder.refused?.message,
    drivers[0]?.refused?.message,
    cars[0]?.refused?.message,
  ]
  expect(marks(priced(inputsKey(after)))).toEqual([undefined, undefined, undefined])
  expect(priced(inputsKey(after)).drivers[1]).toBe(after.drivers[1])
  expect(marks(priced('other people'))).toEqual(['нет согласия', 'нет прав', 'нет машины'])
})

test('a row named by one refusal keeps nothing of it behind another; what a register said stays', () => {
  const silent = reduce(asked('1', second), {
    type: 'driver-looked',
    id: '1',
    lookup: {
      kind: 'failed',
      question: second,
      code: 12006,
      reason: null,
      message: 'реестр: нет прав',
    },
  })
  const named = refused(silent, [
    { code: 14003, iin: insurer, message: 'нет согласия' },
    { code: 12006, iin: first, message: 'нет прав' },
    { code: 14008, plate: '123ABC02', message: 'нет машины' },
  ])
  const again = refused(reduce(named, { type: 'started', busy: 'calculate' }), [
    { code: 12009, message: 'рядом спецЦОН' },
  ])
  expect([
    again.policyholder.refused,
    again.drivers[0]?.refused,
    again.cars[0]?.refused,
    again.drivers[1] && driverFacts(again.drivers[1]).error,
  ]).toEqual([null, null, null, 'реестр: нет прав'])
})
