import { expect, test } from 'vitest'
import { toldBy } from './deadlines.ts'
import { mayBeSigned, type NoticeSide, noticeDoubtsOf, noticeOf, statements } from './notice.ts'

const says = { unhurt: true, only_vehicles: true, agreed: true, within: true }
const side = (plate: string): NoticeSide => ({
  plate,
  zones: ['bonnet'],
  words: '',
  says,
  cover: 'yes',
})
const whole = {
  shared: { on: '2026-11-20', at: '18:40', place: 'Алматы', at_fault: 'second' },
  first: side('123ABC02'),
  second: side('456KZA02'),
} as const

test('both may sign when both have said everything and both are insured, and else neither', () => {
  const mrp = 4_325
  expect(mayBeSigned(whole, mrp)).toBe(true)
  expect(mayBeSigned({ ...whole, second: null }, mrp)).toBe(false)
  expect(mayBeSigned({ ...whole, shared: { ...whole.shared, at_fault: null } }, mrp)).toBe(false)
  for (const cover of ['no', 'unknown'] as const)
    expect(mayBeSigned({ ...whole, second: { ...whole.second, cover } }, mrp)).toBe(false)
  for (const statement of statements)
    for (const said of [false, undefined])
      for (const who of ['first', 'second'] as const) {
        const part = { ...whole[who], says: { ...says, [statement]: said } }
        expect(mayBeSigned({ ...whole, [who]: part }, mrp)).toBe(false)
      }
  // Before the law there was no such procedure.
  const early = { ...whole.shared, on: '2023-12-31' } as const
  expect(mayBeSigned({ ...whole, shared: early }, mrp)).toBe(false)
})

test('a notice begins with what the claim says, and not under Home or before the day is said', () => {
  const answers = { happened: 'hit-me', on: '2026-11-20', at: '18:40', place: 'Алматы' } as const
  expect(noticeOf(answers, '123ABC02')).toMatchObject({
    shared: { at_fault: 'second', place: 'Алматы' },
    part: { plate: '123ABC02', says: {} },
  })
  expect(noticeOf({ ...answers, happened: 'i-hit', injured: true }, '')).toMatchObject({
    shared: { at_fault: 'first' },
    part: { says: { unhurt: false } },
  })
  expect(noticeOf({ ...answers, happened: 'home' }, '')).toBeNull()
  expect(noticeOf({ ...answers, on: undefined }, '')).toBeNull()
})

test('each driver tells their insurer within five working days', () => {
  expect(toldBy('2026-11-20', {})).toBe('2026-11-27')
})

test('a signed notice that tells of something else than its claim is a doubt, silence is none', () => {
  const notice = { on: '2026-11-20', first: '123ABC02', second: '456KZA02', signedOn: '2026-11-21' }
  const told = { on: '2026-11-20', own: ['123ABC02'], other: ['456KZA02'] }
  expect(noticeDoubtsOf(notice, told)).toEqual([])
  expect(noticeDoubtsOf(notice, { on: null, own: [], other: [] })).toEqual([])
  const else_ = { on: '2026-11-19', own: ['777AAA02'], other: ['123ABC02'] }
  expect(noticeDoubtsOf({ ...notice, signedOn: '2026-11-22' }, else_)).toEqual([
    'day',
    'own_car',
    'other_car',
    'late',
  ])
})
