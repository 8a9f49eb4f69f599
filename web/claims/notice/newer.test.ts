import { expect, test } from 'vitest'
import { newer } from './newer.ts'
import type { Notice } from './use-notice.ts'

const driver = (signed_at: string | null) => ({
  ...{ plate: '', zones: [], words: '', says: {}, name: '', insured: 'yes' as const },
  ...{ insurer: null, policy: null, signed_at },
})
const notice = (version: number, first: string | null, second: string | null): Notice => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', version, me: 'first' },
  shared: { on: '2026-11-22', at: '08:40', place: 'Алматы', at_fault: 'second' },
  ...{ first: driver(first), second: driver(second) },
  ...{ verdict: 'possible', conditions: [], unsaid: [], may_sign: true, limit: null },
  ...{ tell_by: '2026-11-30', link: null, phone: null, signed_at: null, paper: false },
})
const time = '2026-11-22T03:50:00Z'

test('an answer that was on its way while something newer came does not take it back', () => {
  const signed = notice(4, time, null)
  expect(newer(signed, notice(3, null, null))).toBe(signed)
  // The same version, asked for before the signature was there.
  expect(newer(signed, notice(4, null, null))).toBe(signed)
  // A change takes the signature away, and the other driver's comes.
  for (const come of [notice(5, null, null), notice(4, time, time)])
    expect(newer(signed, come)).toBe(come)
})
