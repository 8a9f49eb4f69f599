import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { addressOf, afterSignIn, isOwnPath, judge, type Session } from './guards.ts'

const nobody: Session = { role: null, promoter: false }
const client: Session = { role: 'user', promoter: false }
const accountant: Session = { role: 'accountant', promoter: false }
const staff: Session = { role: 'staff', promoter: false }
const promoter: Session = { role: null, promoter: true }

const no = (to: string, remember = false) => ({ allowed: false, to, remember })
const yes = { allowed: true }

describe('guards', () => {
  test.each<[string, string, Session, unknown]>([
    ['auth', 'nobody', nobody, no('sign-in', true)],
    ['auth', 'a client', client, yes],
    ['auth', 'a promoter without a cabinet', promoter, no('sign-in', true)],
    ['guest', 'nobody', nobody, yes],
    ['guest', 'a client', client, yes],
    ['guest', 'a promoter', promoter, yes],
    ['accountant', 'nobody', nobody, no('sign-in', true)],
    ['accountant', 'a client', client, no('own-page')],
    ['accountant', 'an accountant', accountant, yes],
    ['staff', 'an accountant', accountant, no('own-page')],
    ['staff', 'staff', staff, yes],
    ['promoter-auth', 'nobody', nobody, no('promoter-sign-in')],
    ['promoter-auth', 'a client', client, no('promoter-sign-in')],
    ['promoter-auth', 'a promoter', promoter, yes],
    ['promoter-not-auth', 'nobody', nobody, yes],
    ['promoter-not-auth', 'a promoter', promoter, no('promoter-page')],
  ])('%s and %s', (guard, _who, session, verdict) => {
    spec(
      '6.guest-middleware-guest',
      '6.accountant-middleware-accountant',
      '6.promoter-middleware-promoter-auth',
    )
    expect(judge([guard], session)).toEqual(verdict)
  })

  test('the first refusal of several decides', () => {
    spec('6.promoter-middleware-promoter-auth')
    expect(judge(['promoter-auth', 'auth'], nobody)).toEqual(no('promoter-sign-in'))
  })
  test('a page without guards is open to all', () => expect(judge([], nobody)).toEqual(yes))
  test('an unknown guard is an error', () =>
    expect(() => judge(['agent'], client)).toThrow("Unknown route middleware: 'agent'"))
})

describe('where people are sent', () => {
  test.each([
    ['sign-in', null, 'kz', '/#sign-in'],
    ['sign-in', null, 'ru', '/ru#sign-in'],
    ['own-page', 'accountant', 'ru', '/ru/claim-report'],
    ['own-page', 'staff', 'kz', '/staff'],
    ['promoter-sign-in', null, 'kz', '/promoter'],
    ['promoter-page', null, 'ru', '/ru/promoter/ogpo'],
  ] as const)('%s of %s in %s', (to, role, locale, address) => {
    spec('6.promoter-middleware-promoter-auth')
    expect(addressOf(to, role, locale)).toBe(address)
  })
})

describe('the remembered address', () => {
  test.each(['/docs', '/ru/founders', '/ogpo-calculator/result?order=1', '/'])(
    '%s is ours',
    (path) => expect(isOwnPath(path)).toBe(true),
  )
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/nowhere',
    '/ru//evil',
    'javascript:alert(1)',
    '',
    '/docs\n',
  ])('%j is not', (path) => expect(isOwnPath(path)).toBe(false))

  test('it is honoured after the sign-in', () => {
    spec('4.1.after-sign-saved-path')
    expect(afterSignIn('user', '/ru/docs?x=1', 'kz', true)).toBe('/ru/docs?x=1')
  })
  test('the switch turns it off', () =>
    expect(afterSignIn('user', '/docs', 'kz', false)).toBe('/account'))
  test.each([
    ['accountant', '/claim-report'],
    ['staff', '/staff'],
    ['user', '/account'],
  ] as const)('without one %s goes to %s', (role, path) => {
    spec('3.1.personal_role-user-accountant-default', '4.1.after-sign-accountant-claim')

    expect(afterSignIn(role, null, 'kz', true)).toBe(path)
    expect(afterSignIn(role, '//evil.example', 'kz', true)).toBe(path)
  })
})
