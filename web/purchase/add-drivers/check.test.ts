import { describe, expect, test } from 'vitest'
import { emptyDriver } from '../../sale/model/sale.ts'
import { newForm, type OwnPolicy } from '../state/state.ts'
import { isDraftOf, newDriverProblems } from './add-drivers.tsx'

const buyer = { iin: '850315399904', phone: '77010000001', email: null }
const named = { ...emptyDriver('d1'), iin: '900622499917' }
const full = {
  ...emptyDriver('d2'),
  iin: '880214399916',
  phone: '77010000003',
  consent: { kind: 'approved' as const },
}
const form = (row: Partial<typeof full>) => ({
  ...newForm(buyer, { today: '2026-11-21', insurers: [] }, 'c1'),
  drivers: [named, { ...full, ...row }],
})
const wrong = (row: Partial<typeof full>) =>
  newDriverProblems(1)(form(row)).map(({ field, key }) => `${field} ${key}`)

describe('a new driver', () => {
  test('complete is right, and nobody asks about those the policy names already', () =>
    expect(wrong({})).toEqual([]))
  test.each([
    [{ iin: '' }, ['driver-d2-iin required']],
    [{ iin: '123' }, ['driver-d2-iin iin']],
    [{ phone: '' }, ['driver-d2-phone required']],
    [{ phone: '701' }, ['driver-d2-phone phone']],
    [{ iin: '', phone: '' }, ['driver-d2-iin required', 'driver-d2-phone required']],
    [{ iin: buyer.iin, phone: '' }, ['driver-d2-iin iin_repeated']],
    [{ iin: named.iin }, ['driver-d2-iin iin_repeated']],
  ])('%j has an error of its own for each field', (row, expected) =>
    expect(wrong(row)).toEqual(expected),
  )
  test('is asked for the consent once the phone is there', () =>
    expect(
      newDriverProblems(1)({
        ...form({}),
        drivers: [named, { ...full, consent: { kind: 'none' } }],
      }),
    ).toMatchObject([{ field: 'driver-d2-consent', key: 'consent_needed' }]))
})

test('a draft is taken up only for the same policy with everybody it names', () => {
  const person = (iin: string) => ({
    iin,
    driverLicenseNumber: '',
    name: '',
    privilege: false,
    consented: true,
  })
  const policy = {
    globalId: '1Z',
    insurant: { iin: buyer.iin, phone: buyer.phone, email: null, name: '', willDrive: true },
    insureds: [person(buyer.iin), person(named.iin)],
  } as unknown as OwnPolicy // only what the check reads
  const { term, ...rest } = form({})
  const draft = { ...rest, term: { ...term, reissue: '1Z' } }
  expect(isDraftOf(draft, policy)).toBe(true)
  expect(isDraftOf({ ...draft, term: { ...term, reissue: '2Z' } }, policy)).toBe(false)
  expect(isDraftOf({ ...draft, drivers: [full, named] }, policy)).toBe(false)
})
