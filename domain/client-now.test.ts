import { expect, test } from 'vitest'
import { clientNow } from './client-now.ts'

const calm = { needs: [], match: false, claimDue: null, coveredUntil: null }
const issue = { need: 'issue', amount: 36_094 } as const
const send = { need: 'send_again', amount: 5_000 } as const

test.each([
  [{ ...calm, needs: [send, issue], match: true, claimDue: '2026-11-27' }, 'not_issued', 36_094],
  [{ ...calm, needs: [send], match: true, coveredUntil: '2027-11-20' }, 'refund', 5_000],
  [{ ...calm, match: true, claimDue: '2026-11-27' }, 'match', null],
  [{ ...calm, claimDue: '2026-11-27', coveredUntil: '2027-11-20' }, 'claim', null],
  [{ ...calm, coveredUntil: '2027-11-20' }, 'covered', null],
  [calm, 'nothing', null],
] as const)('what presses most comes first: %o is %s', (standing, what, amount) => {
  expect(clientNow(standing)).toMatchObject({ what, amount })
})
