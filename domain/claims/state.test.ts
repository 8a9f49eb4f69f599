import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { claimMayBecome } from './state.ts'

test('a claim goes from waiting to completed and no other way', () => {
  spec('4.1.claim-wait-under-consideration')

  expect(claimMayBecome('wait', 'under_consideration')).toBe(true)
  expect(claimMayBecome('wait', 'completed')).toBe(false)
  expect(claimMayBecome('completed', 'under_consideration')).toBe(false)
})
