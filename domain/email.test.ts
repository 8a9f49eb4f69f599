import { expect, test } from 'vitest'
import cases from '#tests/cases/people.json' with { type: 'json' }
import { isEmail } from './email.ts'

test.each(cases.filter(({ kind }) => kind === 'email'))('$input: $expected', (one) => {
  expect(isEmail(String(one.input))).toBe(one.expected)
})
