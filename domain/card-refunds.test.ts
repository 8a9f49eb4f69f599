import { expect, test } from 'vitest'
import { compared, type OurRefund, type TheirLine } from './card-refunds.ts'

const line = (id: string, amount: number, state: TheirLine['state'] = 'done'): TheirLine => ({
  id,
  amount,
  state,
  why: '',
})
const asked = (id: string, amount: number, of: Partial<OurRefund> = {}): OurRefund => ({
  id,
  amount,
  state: 'due',
  outsideId: null,
  askedAt: new Date('2026-11-20T06:00:00Z'),
  acceptedAt: null,
  askedLines: [],
  ...of,
})
const idsOf = (lines: readonly TheirLine[]) => lines.map(({ id }) => id)
const pairsOf = (lines: readonly TheirLine[], refunds: readonly OurRefund[]) =>
  compared(lines, refunds).ours.map((one) => [one.refund.id, one.line.id])

test('a line is ours by the number it gave, else new since we asked and of the sum we asked for', () => {
  expect(pairsOf([line('7', 500)], [asked('a', 900, { outsideId: '7' })])).toEqual([['a', '7']])
  expect(pairsOf([line('7', 500)], [asked('a', 500)])).toEqual([['a', '7']])
  expect(pairsOf([line('7', 500)], [asked('a', 501)])).toEqual([])
  expect(pairsOf([line('7', 500)], [asked('a', 500, { askedLines: ['7'] })])).toEqual([])
  expect(pairsOf([line('7', 500)], [asked('a', 500, { askedAt: null })])).toEqual([])
})

test('of two lines that could be ours it is the one that is done, and one line is no two refunds', () => {
  expect(pairsOf([line('6', 500, 'failed'), line('7', 500)], [asked('a', 500)])).toEqual([
    ['a', '7'],
  ])
  expect(pairsOf([line('7', 500)], [asked('a', 500), asked('b', 500)])).toEqual([['a', '7']])
})

test('what is none of ours was taken past us once it is done; until then it is undecided', () => {
  const of = compared([line('7', 500), line('8', 300)], [asked('a', 500)])
  expect(idsOf(of.strangers)).toEqual(['8'])
  expect(of.isUndecided).toBe(false)
  const waits = compared([line('8', 300, 'pending')], [])
  expect([idsOf(waits.strangers), waits.isUndecided]).toEqual([[], true])
  const ours = compared([line('8', 300, 'pending')], [asked('a', 300)])
  expect([ours.isUndecided, ours.ours.length]).toEqual([false, 1])
})

test('what failed after all is undone where our books may have it: a stranger, or a refund that was done', () => {
  const failed = line('8', 300, 'failed')
  expect(idsOf(compared([failed], []).undone)).toEqual(['8'])
  const done = asked('a', 300, { state: 'done', outsideId: '8' })
  expect(idsOf(compared([failed], [done]).undone)).toEqual(['8'])
  expect(compared([failed], [{ ...done, state: 'sent' }]).undone).toEqual([])
})

test('tiyn of all that was taken are rounded up together, never line by line', () => {
  const sumsOf = (amounts: readonly number[]) =>
    compared(
      amounts.map((amount, at) => line(String(at), amount)),
      [],
    ).strangers.map(({ amount }) => amount)
  expect(sumsOf([100.5])).toEqual([101])
  expect(sumsOf([0.4, 0.4, 0.4])).toEqual([1, 0, 1])
  expect(sumsOf([100.1, 200.2, 300.7])).toEqual([101, 200, 300])
  expect(sumsOf([500, 0.01])).toEqual([500, 1])
})
