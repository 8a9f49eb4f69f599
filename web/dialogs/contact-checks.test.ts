import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { type ContactField, contactErrors } from './contact-checks.ts'

const whole = { name: 'Айгүл', phone: '+7 (701) 000 00 01', email: 'a@b.kz', text: 'Сәлем' }

test('a whole form has no faults', () => expect(contactErrors(whole)).toEqual([]))

test.each<[ContactField, string]>([
  ['name', '  '],
  ['phone', ''],
  ['phone', '+7 (701) 000 00 0'],
  ['email', ''],
  ['email', 'a@b'],
  ['email', 'a b@c.kz'],
  ['text', '\n'],
])('%s cannot be %j', (field, value) => {
  spec(
    '5.contact-form-name-required',
    '5.contact-form-phone-required',
    '5.contact-form-text-required',
    '5.contact-form-email-simple',
  )
  expect(contactErrors({ ...whole, [field]: value })).toEqual([field])
})

test('every fault is named at once, in the order of the fields', () => {
  expect(contactErrors({ name: '', phone: '', email: '', text: '' })).toEqual([
    'name',
    'phone',
    'email',
    'text',
  ])
})
