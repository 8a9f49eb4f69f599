import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { filesOf } from './files.ts'
import {
  brandOf,
  type Card,
  emptyState,
  isActive,
  lastFour,
  maskedIin,
  type PersonalState,
  type Policy,
  reduce,
  shareLeft,
  shownInactive,
} from './state.ts'
import { tabAddress, tabOf } from './tabs.ts'

const policy = (number: number, state: Policy['state'] = 'ended'): Policy => ({
  order_id: `o${number}`,
  source: 'con_aonit_ogpo',
  subscription_active: false,
  global_id: `12345678901${number}A`,
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  amount: 30_000,
  insured_amount: 8_650_000,
  premium: 29_000,
  address_name_policy_holder: '',
  calc_id: `c${number}`,
  uuid: `u${number}`,
  policy_type: 'ogpo',
  home: null,
  state,
  insurer: { code: 'NOMAD', name: 'Nomad' },
  cars: [],
  drivers: 1,
  ogpo_plus_premium: 1_000,
  verified_at: '2026-11-20T06:00:00Z',
  issued_at: '2026-01-01T06:00:00Z',
  replaced_by: null,
  may: { terminate: false, cancel: false, renew: false, add_drivers: false },
})
const card = (id: string, active: '1' | '0'): Card => ({
  id,
  card_hash: '4400-00XX-XXXX-0001',
  active,
  valid_to: '2029-08',
})
const file = (uuid: string) => ({ uuid, size: 10 })

describe('policies', () => {
  const policies = {
    active: [policy(1, 'active')],
    pending: [policy(2, 'pending')],
    inactive: [3, 4, 5, 6, 7, 8, 9].map((n) => policy(n)),
    tell_by: '2026-11-30',
  }
  const loaded = reduce(emptyState, { type: 'policies', policies })

  test('active are the server’s active and pending together', () => {
    spec('4.1.policy-lists-active-active')

    expect(loaded.PERSONAL_POLICIES.active?.map(({ uuid }) => uuid)).toEqual(['u1', 'u2'])
  })

  test('inactive are shown six at first and the rest after one more page', () => {
    spec(
      '2.2.account-my-policies-active',
      '4.1.policy-lists-inactive-6',
      '9.inactive-policies-page-size',
    )

    expect(shownInactive(loaded)).toHaveLength(6)
    expect(shownInactive(reduce(loaded, { type: 'more' }))).toHaveLength(7)
  })

  test('leaving the cabinet puts the page back to the first and forgets everything', () => {
    spec('4.1.logout-resets-tab-page')

    expect(reduce(reduce(loaded, { type: 'more' }), { type: 'left' })).toEqual(emptyState)
    expect(emptyState.PERSONAL_POLICIES.page).toBe(1)
  })

  test('papers are kept by calcId once all four are made', () => {
    spec('3.1.personal_policies-active-inactive-files', '3.2.policy-file-entry-uuid')

    const whole = {
      policy: file('a'),
      covernote: file('b'),
      slip: file('c'),
      applicantForm: file('d'),
    }
    expect(
      reduce(loaded, { type: 'files', calcId: 'c1', files: whole, whole: 4 }).PERSONAL_POLICIES
        .files,
    ).toEqual({ c1: whole })
    expect(
      reduce(loaded, { type: 'files', calcId: 'c1', files: { policy: file('a') }, whole: 4 })
        .PERSONAL_POLICIES.files,
    ).toEqual({})
  })

  test('a paper opens at the address of its kind in the language of the page', () => {
    expect(filesOf({ slip: file('b'), policy: file('a') }, 'kz').map(({ href }) => href)).toEqual([
      '/download-policy/a',
      '/download-policy-slip/b',
    ])
    expect(filesOf({ applicantForm: file('a') }, 'ru').map(({ href }) => href)).toEqual([
      '/ru/download-applicant-form/a',
    ])
  })

  test.each([
    ['2025-12-31', 1],
    ['2026-01-01', 1],
    ['2026-07-02', 183 / 365],
    ['2026-12-31', 1 / 365],
    ['2027-01-01', 0],
  ])('on %s the share of the year left is %d', (today, share) => {
    expect(shareLeft({ start_date: '2026-01-01', end_date: '2026-12-31' }, today)).toBeCloseTo(
      share,
      9,
    )
  })
})

describe('cards', () => {
  const state: PersonalState = reduce(emptyState, {
    type: 'cards',
    cards: [card('a', '1'), card('b', '0')],
  })

  test('changing the active card marks it 1 and the others 0', () => {
    spec('3.1.personal_cards', '4.1.cards-active-1-others')

    expect(
      reduce(state, { type: 'card-active', id: 'b' }).PERSONAL_CARDS.list?.map(
        ({ active }) => active,
      ),
    ).toEqual(['0', '1'])
  })

  test('a failing list sets the error flag and keeps what was there', () => {
    spec('3.1.personal_cards', '7.2.card-list-failure-sets')

    const failed = reduce(state, { type: 'cards-failed' })
    expect(failed.PERSONAL_CARDS.error).toBe(true)
    expect(failed.PERSONAL_CARDS.list).toHaveLength(2)
    expect(reduce(failed, { type: 'cards', cards: [] }).PERSONAL_CARDS).toEqual({
      list: [],
      error: false,
    })
  })

  test.each([
    ['4400-00XX-XXXX-0001', 'visa', '0001'],
    ['5100-00XX-XXXX-0002', 'mastercard', '0002'],
    ['9860-00XX-XXXX-0003', 'card', '0003'],
  ])('%s is %s ending %s', (hash, brand, four) => {
    spec('3.3.payment-card-last-4', '9.card-hash-display')

    expect(brandOf(hash)).toBe(brand)
    expect(lastFour(hash)).toBe(four)
  })

  test.each([
    ['1', true],
    [true, true],
    ['0', false],
    [false, false],
  ] as const)('active %j: the one that is charged is %s', (active, is) =>
    expect(isActive({ active })).toBe(is),
  )
})

test('the middle of an IIN is not shown', () =>
  expect(maskedIin('850315399904')).toBe('850•••••9904'))

describe('tabs', () => {
  test.each([
    ['', 'policies'],
    ['?tab=cards', 'cards'],
    ['?tab=nothing', 'policies'],
  ])('the address %j opens %s', (search, tab) => expect(tabOf(search)).toBe(tab))

  test('a temporary password leads to the change of password first', () =>
    expect(tabOf('?tab=cards', true)).toBe('password'))

  test('the address of the first tab has no query', () => {
    spec('2.2.account-default-tab-policies')

    expect(tabAddress('/ru/account', 'policies')).toBe('/ru/account')
    expect(tabAddress('/account', 'claims')).toBe('/account?tab=claims')
  })
})
