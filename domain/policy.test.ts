import { expect, test } from 'vitest'
import { policyOffers, policyStateOn } from './policy.ts'

const policy = {
  state: 'pending' as const,
  start: '2026-11-21',
  end: '2027-11-20',
  issuedOn: '2026-11-20',
}

test.each([
  ['2026-11-20', 'pending'],
  ['2026-11-21', 'active'],
  ['2027-11-20', 'active'],
  ['2027-11-21', 'ended'],
])('on %s the policy is %s', (day, state) => {
  expect(policyStateOn(policy, day)).toBe(state)
})

test('a terminated policy stays terminated', () => {
  expect(policyStateOn({ ...policy, state: 'terminated' }, '2027-12-01')).toBe('terminated')
})

test.each([
  ['2026-11-20', { terminate: true, cancel: true, renew: false, add_drivers: true }],
  ['2026-11-21', { terminate: true, cancel: false, renew: false, add_drivers: true }],
  ['2027-10-20', { terminate: true, cancel: false, renew: false, add_drivers: true }],
  ['2027-10-21', { terminate: true, cancel: false, renew: true, add_drivers: true }],
  ['2027-11-21', { terminate: false, cancel: false, renew: false, add_drivers: false }],
])('on %s its card offers %j', (day, offers) => {
  expect(policyOffers(policy, day, false)).toEqual(offers)
})

test('once a termination is accepted nothing else is offered', () => {
  expect(policyOffers(policy, '2027-11-01', true)).toEqual({
    terminate: false,
    cancel: false,
    renew: false,
    add_drivers: false,
  })
})
