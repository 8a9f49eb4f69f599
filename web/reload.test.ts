import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { mayReload } from './reload.ts'

const now = 1_800_000_000_000

test.each([
  ['never before', 0, true],
  ['a second ago', now - 1_000, false],
  ['9.999 s ago', now - 9_999, false],
  ['ten seconds ago', now - 10_000, true],
  ['in the future, after the clock was set back', now + 60_000, true],
])('a page that reloaded %s', (_when, last, expected) => {
  spec('9.reload-guard')
  expect(mayReload(last, now)).toBe(expected)
})
