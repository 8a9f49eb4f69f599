import { expect, test } from 'vitest'
import { type Due, dueOf, road, without } from '#tests/verdict-cases.ts'
import type { VerdictCase } from './verdict.ts'

test.each<[what: string, source: string, of: VerdictCase, expected: Due]>([
  ['told in time', '16 § 2 (3)', road(), ['notice', '2026-11-27', 'done']],
  [
    'told too late',
    '16 § 2 (3)',
    road({ reportedOn: '2026-11-30', today: '2026-11-30' }),
    ['notice', '2026-11-27', 'late'],
  ],
  [
    'told late, learned of late',
    '16 § 2 (3)',
    road({ reportedOn: '2026-11-30', today: '2026-11-30', facts: { knownOn: '2026-11-26' } }),
    ['notice', '2026-12-03', 'done'],
  ],
  [
    'nothing missing: nothing to name',
    '17 § 2 (6-1)',
    road(),
    ['missing_documents', '2026-11-26', 'done'],
  ],
  [
    'missing: to be named within 3 days',
    '17 § 2 (6-1)',
    road({ papers: without('event_document'), today: '2026-11-26' }),
    ['missing_documents', '2026-11-26', 'today'],
  ],
  [
    'missing and not named',
    '17 § 2 (6-1)',
    road({ papers: [], today: '2026-11-27' }),
    ['missing_documents', '2026-11-26', 'late'],
  ],
  ['the day of the inspection', '22 § 3', road(), ['inspection_agreed', '2026-11-26', 'ahead']],
  ['the inspection', '22 § 3', road(), ['inspection', '2026-11-30', 'ahead']],
  ['the assessment', '22 § 3', road(), ['assessment', '2026-12-07', 'ahead']],
  [
    'inspected: the assessment counts from it',
    '22 § 3',
    road({ facts: { inspectedOn: '2026-11-25' } }),
    ['assessment', '2026-12-02', 'ahead'],
  ],
  [
    'not inspected in time: the assessment is not due before',
    '22 § 3',
    road({ today: '2026-12-03' }),
    ['assessment', '2026-12-10', 'ahead'],
  ],
  ['the decision', '29 § 3', road(), ['decision', '2026-12-02', 'ahead']],
  [
    'the decision waits for papers',
    '29 § 3',
    road({ papers: [] }),
    ['decision', '2026-12-02', 'waits'],
  ],
  ['the money', '26 § 1', road(), ['payment', '2026-12-14', 'ahead']],
  [
    'the money past Independence Day',
    '26 § 1; holidays',
    road({ reportedOn: '2026-12-01', today: '2026-12-01', facts: { papersOn: '2026-12-01' } }),
    ['payment', '2026-12-23', 'ahead'],
  ],
  [
    'the money from one’s own insurer',
    '26-1 § 2',
    road({ facts: { direct: true } }),
    ['payment', '2026-12-02', 'ahead'],
  ],
  [
    'the money by the simplified procedure',
    '22-2 § 7, a guess',
    road({ facts: { simplified: true } }),
    ['payment', '2026-12-14', 'ahead'],
  ],
  [
    'several victims: the first is paid by then',
    '26 § 2-1',
    road({ facts: { victims: 2 } }),
    ['first_payment', '2026-12-08', 'ahead'],
  ],
  [
    'paid',
    '26 § 1',
    road({ facts: { decidedOn: '2026-11-27', paidOn: '2026-12-01' } }),
    ['payment', '2026-12-14', 'done'],
  ],
  [
    'not paid',
    '26 § 1',
    road({ today: '2026-12-15', facts: { decidedOn: '2026-11-27' } }),
    ['payment', '2026-12-14', 'late'],
  ],
])('%s: %s', (_what, _source, of, expected) => {
  expect(dueOf(of)).toContainEqual(expected)
})

test('after a refusal no money is due', () => {
  const of = road({ facts: { decidedOn: '2026-11-27', refused: true, victims: 2 } })
  expect(dueOf(of).map(([kind]) => kind)).not.toEqual(
    expect.arrayContaining([expect.stringContaining('payment')]),
  )
})
