import { expect, test } from 'vitest'
import { beginOf, callSlots, endOf, slotOf, slotValue } from './call-back.ts'

/** 13:30 in Almaty. */
const now = new Date('2026-11-20T08:30:00Z')

test('what is left of today and all of tomorrow, in slots of two hours', () => {
  const slots = callSlots(now)
  expect(slots[0]).toEqual({ day: '2026-11-20', from: 14, until: 16 })
  expect(slots.filter(({ day }) => day === '2026-11-20')).toHaveLength(5)
  expect(slots.filter(({ day }) => day === '2026-11-21')).toHaveLength(12)
  expect(slots.at(-1)).toEqual({ day: '2026-11-21', from: 22, until: 24 })
  expect(new Set(slots.map(slotValue)).size).toBe(slots.length)
})

test('a slot that has begun is gone, and late at night only tomorrow is left', () => {
  expect(callSlots(new Date('2026-11-20T09:00:00Z'))[0]).toMatchObject({ from: 16 })
  expect(callSlots(new Date('2026-11-20T18:59:00Z'))[0]).toEqual({
    day: '2026-11-21',
    from: 0,
    until: 2,
  })
})

test('a slot is read back as long as it may be wished for, in the time of Almaty', () => {
  const slot = slotOf('2026-11-20T14', now)
  expect(slot && [beginOf(slot), endOf(slot)].map((at) => at.toISOString())).toEqual([
    '2026-11-20T09:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
  ])
  for (const value of ['2026-11-20T12', '2026-11-22T10', '2026-11-20T15', '', 'soon'])
    expect(slotOf(value, now)).toBeNull()
})
