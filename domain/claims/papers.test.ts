import { expect, test } from 'vitest'
import type { ClaimFacts } from './facts.ts'
import { claimPapers, neededPapers } from './papers.ts'

test('every paper that a client can send is asked for in some case', () => {
  const healths: ClaimFacts['health'][] = ['unhurt', 'injury', 'disability_1', 'death']
  const applicants: ClaimFacts['applicant'][] = ['victim', 'heir', 'payer', 'representative']
  const asked = healths.flatMap((health) =>
    applicants.flatMap((applicant) =>
      neededPapers({
        product: 'ogpo',
        cause: 'collision',
        reportedOn: '2026-11-27',
        facts: {
          identityConfirmed: false,
          simplified: false,
          health,
          applicant,
          ownExpenses: true,
        },
      }).map(({ paper }) => paper),
    ),
  )
  expect(claimPapers.filter((paper) => !asked.includes(paper))).toEqual([])
})
