import { expect, test } from 'vitest'
import { foldedBehind, isFolded, whenOf } from './duties.tsx'

const due = (duty: string, period: string, state = 'late') => ({ duty, period, state })
const periods = (rows: readonly { period: string }[]) => rows.map(({ period }) => period)

test('late duties of a kind from three on stand behind the first, the others as they are', () => {
  const rows = [
    due('report', '2026-07'),
    due('report', '2026-08'),
    due('report', '2026-09'),
    due('report', '2026-10', 'due'),
    due('fee', '2026-08'),
    due('fee', '2026-09'),
  ]
  expect(rows.map((row) => periods(foldedBehind(row, rows)))).toEqual([
    ['2026-08', '2026-09'],
    [],
    [],
    [],
    [],
    [],
  ])
  expect(periods(rows.filter((row) => isFolded(row, rows)))).toEqual(['2026-08', '2026-09'])
  // A finished duty leaves two: they are shown again.
  const fewer = rows.map((row, at) => (at === 0 ? { ...row, state: 'done' } : row))
  expect(fewer.filter((row) => isFolded(row, fewer))).toEqual([])
})

test('a duty is late, next, later or over', () => {
  const on = (due: string, state: string) => whenOf({ due, state }, '2026-11-30')
  expect(on('2026-11-05', 'late')).toBe('late')
  expect(on('2026-11-30', 'open')).toBe('now')
  expect(on('2026-12-07', 'open')).toBe('now')
  expect(on('2026-12-08', 'open')).toBe('later')
  expect(on('2026-11-05', 'done')).toBe('over')
  expect(on('2026-12-01', 'not_needed')).toBe('over')
})
