import { expect, test } from 'vitest'
import { newer } from './use-notice.ts'

const notice = (version: number, first: string | null, second: string | null) => ({
  version,
  first: { signed_at: first },
  second: { signed_at: second },
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
