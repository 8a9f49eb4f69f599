import { expect, test } from 'vitest'
import { alarmReason, STOPPED_MS, WAITED_MS } from './alarm.ts'
import { nobody } from './sale-steps.ts'

const now = new Date('2026-11-28T10:00:00Z')
const at = { now, today: now }
const ago = (ms: number) => new Date(now.getTime() - ms)
const well = { kind: 'well', tone: 'good', since: null, waiting: nobody } as const

test('nobody is woken by a moment, by what goes on another way, or while all is well', () => {
  expect(alarmReason(well, at)).toBeNull()
  expect(alarmReason({ ...well, tone: 'bad', since: ago(STOPPED_MS - 1) }, at)).toBeNull()
  // Many failed, and it has just gone through.
  expect(alarmReason({ ...well, kind: 'step', tone: 'bad' }, at)).toBeNull()
  expect(alarmReason({ ...well, tone: 'now', since: ago(STOPPED_MS * 50) }, at)).toBeNull()
  const waiting = { count: 3, since: ago(WAITED_MS - 1) }
  expect(alarmReason({ ...well, tone: 'now', waiting }, at)).toBeNull()
})

test('selling that stands, and who has paid and waits long, wake somebody', () => {
  expect(alarmReason({ ...well, tone: 'bad', since: ago(STOPPED_MS) }, at)).toBe('stopped')
  // Lists that are too old have no beginning: nothing is issued at all.
  expect(alarmReason({ ...well, kind: 'lists_old', tone: 'bad' }, at)).toBe('stopped')
  // A day without tables stops all selling from its first moment.
  expect(alarmReason({ ...well, kind: 'no_tariff', tone: 'bad', since: now }, at)).toBe('stopped')
  const waiting = { count: 1, since: ago(WAITED_MS) }
  expect(alarmReason({ ...well, tone: 'now', waiting }, at)).toBe('waits')
})
