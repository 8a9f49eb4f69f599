import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, masked } from './log.ts'

const lineOf = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('a line is JSON with time, level, ids and words', () => {
  const line = JSON.parse(
    lineOf((log) => log.child({ request: 'r-1' }).info({ order: 'QG000000001-abc' }, 'answered')),
  )
  expect(line).toMatchObject({
    level: 'info',
    request: 'r-1',
    order: 'QG000000001-abc',
    msg: 'answered',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test.each([
  ['an IIN', { note: 'about 850315399904' }, '850315399904'],
  ['a phone', { note: 'to 77010000001' }, '77010000001'],
  ['a phone with a plus', { note: 'to +77010000001.' }, '77010000001'],
  ['an IIN in groups', { note: 'about 850315 399904' }, '850315 399904'],
  ['an IIN in threes', { note: 'about 850-315-399-904.' }, '315-399'],
  ['a phone in groups', { note: 'to +7 701 000 00 01' }, '701 000'],
  ['a phone in brackets', { note: 'to 8(701)000-00-01,' }, '701)000'],
  ['a token', { note: 'Bearer abcDEF123_-abcDEF123_-' }, 'abcDEF123'],
  ['a named IIN', { person: { iin: '850315399904' } }, '850315399904'],
  ['a named password', { form: { password: 'demo-2026' } }, 'demo-2026'],
  ['an e-mail', { order: { email: 'client@example.kz' } }, 'client@example.kz'],
  ['an e-mail in a text', { note: '550 <client@example.kz> unknown' }, 'client'],
  ['a request body', { body: { surname: 'Әбдіқадыров' } }, 'Әбдіқадыров'],
])('%s is masked wherever it slips in', (_name, fields, secret) => {
  expect(lineOf((log) => log.info(fields, 'line'))).not.toContain(secret)
})

test('a message and an error’s text are masked as well', () => {
  expect(lineOf((log) => log.info('asked about 850315399904'))).not.toContain('850315399904')
  expect(
    lineOf((log) =>
      log.error(
        { err: new Error('no person 850315399904', { cause: new Error('phone 77010000001') }) },
        'failed',
      ),
    ),
  ).not.toMatch(/850315399904|77010000001/)
})

test('masking keeps enough to recognise and leaves ids and sums alone', () => {
  expect(masked('850315399904')).toBe('850•••904')
  for (const text of [
    'QG000000123-aB3',
    '36094',
    '1 036 094 ₸',
    '2026-11-20 06:00:00',
    '10.20.30.40:5432',
    '2026-11-20T06:00:00.000Z',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  ])
    expect(masked(text)).toBe(text)
})

test('whatever surrounds twelve digits, they do not come out whole', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{12}$/),
      fc.constantFrom(' ', '"', ':', ',', '/', '=', '(', '+'),
      fc.constantFrom(' ', '"', ',', '/', ')', '.'),
      (iin, before, after) => {
        expect(masked(`${before}${iin}${after}`)).not.toContain(iin)
      },
    ),
  )
})
