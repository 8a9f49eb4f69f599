import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import type { ApiError } from '../http/http.ts'
import { forgotError, logInError } from './log-in-error.ts'

const thrown = (apiError: ApiError) => new Error(apiError.kind, { cause: apiError })

describe('sign-in', () => {
  test.each<[string, ApiError, unknown]>([
    [
      '403 with password_expired asks for a new password',
      { kind: 'forbidden', message: '', error: 'password_expired' },
      { kind: 'expired' },
    ],
    [
      '429 says too many attempts and how long to wait',
      { kind: 'busy', status: 429, retryAfter: 300, code: 13001, message: 'Через 5 минут' },
      { kind: 'too_many', message: 'Через 5 минут' },
    ],
    [
      '401 shows what the server says',
      { kind: 'unauthorised', message: 'Қате' },
      { kind: 'wrong', message: 'Қате' },
    ],
    [
      '14070 asks staff for the code from the SMS',
      {
        kind: 'refused',
        code: 14070,
        message: '',
        data: { pending: 'key', phone: '+7 (701) ••• •• 81' },
      },
      { kind: 'code_needed', pending: 'key', phone: '+7 (701) ••• •• 81' },
    ],
    [
      'any other refusal says why',
      { kind: 'refused', code: 14071, message: 'Телефон жоқ', data: {} },
      { kind: 'refused', message: 'Телефон жоқ' },
    ],
    [
      '401 without words leaves them to the page',
      { kind: 'unauthorised', message: '' },
      { kind: 'wrong', message: '' },
    ],
    [
      'a server that is away is not the person’s fault',
      { kind: 'offline', message: '' },
      { kind: 'unavailable' },
    ],
  ])('%s', (_what, apiError, expected) => {
    spec('8.2.403-asks-request-new')
    expect(logInError(thrown(apiError))).toEqual(expected)
  })
})

describe('a forgotten password', () => {
  test.each<[string, ApiError, unknown]>([
    [
      '429 says when to try again',
      { kind: 'busy', status: 429, retryAfter: 60, code: 13000, message: 'Через минуту' },
      { said: 'Через минуту' },
    ],
    [
      '404 of an SMS already sent says to wait',
      { kind: 'missing', message: '', error: 'already_sent' },
      'already_sent',
    ],
    ['any other 404 marks the phone', { kind: 'missing', message: '' }, 'phone'],
    [
      '422 says that the number takes no SMS',
      {
        kind: 'invalid',
        errors: [{ path: 'phone', message: 'Не принимает SMS' }],
        message: 'Не принимает SMS',
      },
      { said: 'Не принимает SMS' },
    ],
    ['a server that is away', { kind: 'timeout', message: '' }, 'unavailable'],
  ])('%s', (_what, apiError, expected) => {
    spec('8.2.any-other-404-phone')
    expect(forgotError(thrown(apiError))).toEqual(expected)
  })
})
