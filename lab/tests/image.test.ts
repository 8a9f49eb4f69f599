import { expect, test } from 'vitest'
import { lookedAt } from '../rehearse/image.ts'

/** What the rehearsal says of the image. */

const seen = { bytes: 356e6, unreadable: [], behind: [], audit: '{"vulnerabilities":{}}' }
const finding = (severity: string, fixAvailable: unknown) =>
  JSON.stringify({ vulnerabilities: { tar: { severity, fixAvailable } } })

test('an image is well that is small, readable and without a finding', () => {
  expect(lookedAt(seen)).toMatchObject({
    well: true,
    text: expect.arrayContaining(['the image: 356 MB']),
  })
})

test.each([
  ['too large', { bytes: 401e6 }, '401 MB'],
  [
    'with a file that its user may not read',
    { unreadable: ['/app/compiled/a'] },
    '/app/compiled/a',
  ],
  ['behind the archive', { behind: ['Inst libssl3 [3.0.20] (3.0.22)'] }, 'libssl3'],
  ['with a high finding that has a fix', { audit: finding('high', true) }, 'tar (high)'],
  ['with a critical one', { audit: finding('critical', { name: 'a' }) }, 'tar (critical)'],
])('an image %s is not well, and it is said', (_what, one, words) => {
  const { well, text } = lookedAt({ ...seen, ...one })
  expect(well).toBe(false)
  expect(text.join('\n')).toContain(words)
})

test.each([
  ['medium', finding('moderate', true)],
  ['without a fix', finding('high', false)],
])('a finding that is %s does not count', (_what, audit) => {
  expect(lookedAt({ ...seen, audit }).well).toBe(true)
})

test('archives that do not answer are told, not taken for none', () => {
  const { text } = lookedAt({ ...seen, behind: null, audit: '{"message":"405"}' })
  expect(text.filter((line) => line.endsWith('nobody answered'))).toHaveLength(2)
})
