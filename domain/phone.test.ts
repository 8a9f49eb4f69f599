import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { phoneMask } from './constants.ts'
import { fillsPhoneMask, formatPhone, isMobile, maskPhone, parsePhone } from './phone.ts'

test.each([
  '+7 (701) 123-45-67',
  '7 (701) 123 45 67',
  '87011234567',
  '8 701 123 45 67',
  '7011234567',
  ' +77011234567 ',
  '7.701.123.45.67',
])('%j is 77011234567', (text) => {
  expect(parsePhone(text)).toBe('77011234567')
})

test.each([
  '',
  '+7 701 123 45 6',
  '+8 701 123 45 67',
  '701123456',
  '9011234567',
  '770112345678',
  '+7701123456a',
  'phone',
  '+1 701 123 45 67',
])('%j is not a phone', (text) => {
  expect(parsePhone(text)).toBeNull()
})

test.each([
  ['77011234567', true],
  ['77471234567', true],
  ['77771234567', true],
  ['77271234567', false],
  ['77121234567', false],
  ['79011234567', false],
])('%s is mobile: %s', (phone, mobile) => {
  expect(isMobile(phone)).toBe(mobile)
})

test('a formatted phone parses back to itself', () => {
  const phones = fc
    .integer({ min: 0, max: 9_999_999_999 })
    .map((n) => `7${String(n).padStart(10, '0')}`)
  fc.assert(fc.property(phones, (phone) => parsePhone(formatPhone(phone)) === phone))
})

test('a phone is shown as its mask, and hidden but for code and last two digits', () => {
  expect(formatPhone('77011234567')).toBe('+7\u00a0(701)\u00a0123\u00a045\u00a067')
  expect(maskPhone('77011234567')).toBe('+7 (701) ••• •• 67')
})

test('the mask is filled in with and without our plus, and not with a digit short', () => {
  spec('9.phone-mask', '5.forgot-password-17-characters')
  const whole = formatPhone('77011234567').replaceAll('\u00a0', ' ')
  expect(`7${whole.slice(2).replaceAll(/\d/g, '#')}`).toBe(phoneMask)
  expect([whole, whole.slice(1)].map(fillsPhoneMask)).toEqual([true, true])
  const short = [whole.slice(0, -1), whole.slice(1, -1), '+7', '']
  expect(short.filter(fillsPhoneMask)).toEqual([])
})
