import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Checks docs/security/asvs.tsv: every requirement of levels 1 and 2 has its row, and what a row
 * names is there.
 */

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security/asvs.tsv'), 'utf8')

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; within a section they are
 * numbered from 1 without a gap.
 */
const sections =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 ' +
  '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 ' +
  '10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 ' +
  '14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'
const ids = sections.split(' ').flatMap((section) => {
  const [name = '', count = ''] = section.split(':')
  return Array.from({ length: Number(count) }, (_, index) => `V${name}.${index + 1}`)
})
const states = ['tested', 'stands', 'otherwise', 'forced', 'deploy', 'n/a', 'open']

type Row = { id: string; level: string; state: string; by: string }
const rows: Row[] = page
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id = '', level = '', , state = '', by = '']) => ({ id, level, state, by }))

/** What is named as a proof: files of ours, a test by a part of its name. */
const proofs = ({ by }: Row) =>
  [...by.matchAll(/`([^`]+)`/g)]
    .map((found) => found[1] ?? '')
    .filter((name) => /^[\w.-]+\/|\.(ts|json|md)\b/.test(name))

function fault(row: Row): string | null {
  const named = proofs(row)
  if (!states.includes(row.state)) return `unknown state '${row.state}'`
  if (!row.by) return 'nothing is said'
  for (const one of named) {
    const [file = '', part = ''] = one.split(' › ')
    if (!existsSync(join(root, file))) return `no file '${file}'`
    if (part && !readFileSync(join(root, file), 'utf8').includes(part))
      return `'${part}' does not occur in '${file}'`
  }
  const isTested = named.some((one) => /\.(test|e2e)\.ts\b/.test(one))
  return row.state === 'tested' && !isTested ? 'tested without a test' : null
}

test('every requirement of levels 1 and 2 has one row, in the order of the standard', () => {
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('what a row names is there', () => {
  expect(rows.flatMap((row) => (fault(row) ? [`${row.id}: ${fault(row)}`] : []))).toEqual([])
})

test('every state is explained, and no row is open', () => {
  const rules = readFileSync(join(root, 'docs/security/rules.md'), 'utf8')
  const explained = [...rules.matchAll(/^- \*\*([^*]+)\*\*: /gm)].map((found) => found[1])
  expect(explained).toEqual(states)
  expect(rows.filter(({ state }) => state === 'open')).toEqual([])
})

const sound: Row = {
  id: 'V1.1.1',
  level: '2',
  state: 'tested',
  by: '`tests/asvs.test.ts › what a row names is there`',
}
test.each<[string, Partial<Row>, string]>([
  ['an unknown state', { state: 'nearly' }, "unknown state 'nearly'"],
  ['no words', { by: '' }, 'nothing is said'],
  ['a file that is gone', { by: '`domain/gone.ts`' }, "no file 'domain/gone.ts'"],
  [
    'a test renamed',
    { by: `\`domain/iin.test.ts › ${'gone '.repeat(2)}\`` },
    "'gone gone ' does not occur in 'domain/iin.test.ts'",
  ],
  ['no test where one is promised', { by: '`domain/iin.ts`' }, 'tested without a test'],
])('a row with %s is refused', (_what, wrong, words) => {
  expect(fault(sound)).toBeNull()
  expect(fault({ ...sound, ...wrong })).toBe(words)
})
