import { expect, test } from 'vitest'
import { emptyCar, emptyDriver } from '../../sale/model/sale.ts'
import { missingAnswerOf } from './pay-side.tsx'

const failed = { kind: 'failed', question: ' ', code: 14008, reason: null, message: 'no' } as const
const awaiting = { kind: 'awaiting', requestId: 'r', expiresAt: 9 } as const
const state = {
  cars: [emptyCar('c1'), { ...emptyCar('c2'), lookup: failed }],
  drivers: [emptyDriver('d1'), { ...emptyDriver('d2'), consent: awaiting }],
}

test.each([
  ['car-c1-plate', 'required', 'car'],
  ['car-c2-plate', 'car_not_found', 'carWrong'],
  ['experience', 'experience', 'experience'],
  ['driver-d1-experience', 'experience', 'experience'],
  ['driver-d1-iin', 'required', 'driver'],
  ['driver-d1-iin', 'iin_wrong', 'driverWrong'],
  ['driver-d1-consent', 'consent_needed', 'consent'],
  ['driver-d2-consent', 'consent_needed', 'awaiting'],
  ['start', 'start_too_early', 'other'],
])('%s %s needs %s', (field, key, need) => {
  expect(missingAnswerOf([{ field, key }], state, false)).toBe(need)
})

test('what somebody has to do comes before what is only waited for; nothing is asked for no reason', () => {
  const waits = { field: 'driver-d2-consent', key: 'consent_needed' }
  expect(missingAnswerOf([waits, { field: 'car-c1-plate', key: 'required' }], state, true)).toBe(
    'car',
  )
  expect(missingAnswerOf([], state, true)).toBe('where')
  expect(missingAnswerOf([], state, false)).toBeNull()
})
