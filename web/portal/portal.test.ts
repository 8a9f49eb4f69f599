import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { isIdle } from './idle.ts'
import { follow, nobody } from './promoter-user.ts'

describe('the promoter user', () => {
  const user = { id: 'a1', login: '900101399908', role: 'promoter' } as const

  test('is nobody until a sign-in or a current-user check succeeds', () => {
    spec('4.2.promoter-session-login-current')

    expect(nobody()).toEqual({
      id: null,
      login: null,
      role: null,
      authPending: false,
      userAuth: false,
      userLang: 'kz',
    })
    expect(follow(nobody(), { type: 'asking' })).toMatchObject({
      authPending: true,
      userAuth: false,
    })
  })
  test('is then signed in with login, id and role', () => {
    spec('3.4.promoter-user-id-login')

    const known = follow(follow(nobody('ru'), { type: 'asking' }), { type: 'known', user })
    expect(known).toEqual({ ...user, authPending: false, userAuth: true, userLang: 'ru' })
  })
  test('is nobody again after the sign-out, in the language of the page', () => {
    const known = follow(nobody('ru'), { type: 'known', user })
    expect(follow(known, { type: 'gone' })).toEqual(nobody('ru'))
  })
})

describe('the idle rule', () => {
  const minute = 60_000
  test.each([
    [1439, false],
    [1440, true],
    [2880, true],
  ])(
    'after %i minutes without a sign of life it is %s that the promoter is away',
    (minutes, idle) => {
      spec('9.promoter-idle-logout')

      expect(isIdle(1_000, 1_000 + minutes * minute)).toBe(idle)
    },
  )
})
