import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ranJourneys, ranUnits, root } from '#tests/coverage.ts'
import { journeysOf, putSecondRun, unitsOf } from './counted.ts'

/** The first report after the second run was put into it. */
function twice(first: unknown, second: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'qorgan-counted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [path, again] = [join(folder, 'first.json'), join(folder, 'again.json')]
  writeFileSync(path, JSON.stringify(first))
  writeFileSync(again, JSON.stringify(second))
  putSecondRun(path, again)
  return path
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

type Tests = [name: string, status: string][]
const unitFile = (name: string, tests: Tests, status?: string) => ({
  name: join(root, name),
  status: status ?? (tests.some(([, said]) => said === 'failed') ? 'failed' : 'passed'),
  assertionResults: tests.map(([fullName, said]) => ({ fullName, status: said, meta: {} })),
})
const units = (...testResults: ReturnType<typeof unitFile>[]) => ({ testResults })

test.each<[string, [Tests, string?], [Tests, string?], { passed: number; failed: string[] }]>([
  ['passed the second time', [[['a', 'failed']]], [[['a', 'passed']]], { passed: 1, failed: [] }],
  [
    'failed twice',
    [[['a', 'failed']]],
    [[['a', 'failed']]],
    { passed: 0, failed: ['x.test.ts › a'] },
  ],
  [
    'failed once each, another each time',
    [
      [
        ['a', 'failed'],
        ['b', 'passed'],
      ],
    ],
    [
      [
        ['a', 'passed'],
        ['b', 'failed'],
      ],
    ],
    { passed: 2, failed: [] },
  ],
  [
    'of two with one name the second failed twice',
    [
      [
        ['a', 'failed'],
        ['a', 'failed'],
      ],
    ],
    [
      [
        ['a', 'passed'],
        ['a', 'failed'],
      ],
    ],
    { passed: 1, failed: ['x.test.ts › a'] },
  ],
  [
    'was not begun the first time, for what comes before all of them failed',
    [[['a', 'skipped']], 'failed'],
    [[['a', 'passed']]],
    { passed: 1, failed: [] },
  ],
  ['did not load the first time', [[], 'failed'], [[['a', 'passed']]], { passed: 1, failed: [] }],
  ['did not load twice', [[], 'failed'], [[], 'failed'], { passed: 0, failed: ['x.test.ts'] }],
  [
    'failed, and did not load again',
    [[['a', 'failed']]],
    [[], 'failed'],
    { passed: 0, failed: ['x.test.ts › a'] },
  ],
])('a unit test that %s', (_what, first, second, expected) => {
  const other = unitFile('y.test.ts', [['c', 'passed']])
  const path = twice(
    units(unitFile('x.test.ts', ...first), other),
    units(unitFile('x.test.ts', ...second)),
  )
  expect(unitsOf(path)).toEqual({ ...expected, passed: expected.passed + 1 })
})

type Said = 'expected' | 'unexpected' | 'flaky' | 'skipped'
const spec = (title: string, status: Said, id = title) => ({
  id,
  file: 'x.e2e.ts',
  title,
  ok: status !== 'unexpected',
  tests: [
    {
      status,
      projectName: 'journeys',
      annotations: [{ type: 'spec', description: `row.${title}` }],
    },
  ],
})
const journeys = (specs: ReturnType<typeof spec>[], errors: unknown[] = []) => ({
  config: { rootDir: join(root, 'tests/journeys') },
  suites: [{ file: 'x.e2e.ts', specs: [], suites: [{ file: 'x.e2e.ts', specs, suites: [] }] }],
  errors,
})
const left = {
  message: 'apiResponse.text: gone\n at',
  location: { file: join(root, 'tests/journeys/x.e2e.ts'), line: 8, column: 1 },
}

test.each<[string, Said, Said, string[]]>([
  ['passed the second time', 'unexpected', 'expected', []],
  ['passed at first', 'expected', 'unexpected', []],
  ['failed twice', 'unexpected', 'unexpected', ['x.e2e.ts › a']],
  ['passed only when tried again', 'flaky', 'flaky', ['x.e2e.ts › a']],
  ['was not begun the first time', 'skipped', 'expected', []],
])('a journey that %s', (_what, first, second, failed) => {
  const path = twice(
    journeys([
      spec('a', first),
      spec('b', 'expected'),
      spec('a', 'expected', 'the other language'),
    ]),
    journeys([spec('a', second)]),
  )
  expect(journeysOf(path)).toEqual({ passed: failed.length > 0 ? 2 : 3, failed })
})

test('an error outside of the journeys is named by its file, and the second run tells whether it is still there', () => {
  const first = journeys([spec('a', 'expected')], [left])
  const said = ['x.e2e.ts › outside of a test: apiResponse.text: gone']
  expect(journeysOf(twice(first, first))).toEqual({ passed: 1, failed: said })
  expect(journeysOf(twice(first, journeys([spec('a', 'expected')])))).toEqual({
    passed: 1,
    failed: [],
  })
  const nowhere = journeys([spec('a', 'expected')], [{ message: 'out of memory' }])
  expect(journeysOf(twice(nowhere, nowhere)).failed).toEqual(['out of memory'])
})

test('what passed in either run covers its rows', () => {
  const path = twice(
    journeys([spec('a', 'expected'), spec('b', 'unexpected')]),
    journeys([spec('a', 'unexpected'), spec('b', 'expected')]),
  )
  expect(ranJourneys(json(path)).map(({ ids, passed }) => [ids, passed])).toEqual([
    [['row.a'], true],
    [['row.b'], true],
  ])
  const unit = twice(
    units(unitFile('x.test.ts', [['a', 'failed']])),
    units(unitFile('x.test.ts', [['a', 'passed']])),
  )
  expect(ranUnits(json(unit)).map(({ passed }) => passed)).toEqual([true])
})
