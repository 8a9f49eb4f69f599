import { expect, test } from 'vitest'
import { monthState } from './months.ts'

const october = {
  month: '2026-10',
  now: '2026-11',
  closed: false,
  openings: 0,
  next: true,
  prepared: false,
  open: 0,
}

test('a month goes on, differs, waits, is ready, is prepared, is closed and closed again', () => {
  expect(monthState({ ...october, month: '2026-11', next: false, open: null })).toBe('running')
  expect(monthState({ ...october, open: 2 })).toBe('differs')
  expect(monthState({ ...october, next: false, open: 2 })).toBe('differs')
  expect(monthState({ ...october, next: false })).toBe('waits')
  expect(monthState({ ...october, next: false, open: null })).toBe('waits')
  expect(monthState(october)).toBe('ready')
  expect(monthState({ ...october, prepared: true })).toBe('prepared')
  expect(monthState({ ...october, closed: true, next: false })).toBe('closed')
  expect(monthState({ ...october, closed: true, next: false, openings: 1 })).toBe('closed_again')
})
