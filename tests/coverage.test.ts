import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Carrier,
  carriers,
  carriersIn,
  ranJourneys,
  ranUnits,
  root,
  rowsOf,
  sections,
  stateOf,
} from './coverage.ts'
import { pageOf } from './coverage-page.ts'

/**
 * Checks the coverage of the specification as it stands in the files: what the specification names
 * has a row, a row its file and a test that carries it, and the page is made of them. Whether these
 * tests ran and passed, `scripts/coverage.ts` sees at the end of `npm test`.
 */
const all = sections()
const rows = rowsOf(all)
const carried = carriers()
const inPart = (part: string) =>
  all.flatMap(({ parts }) =>
    parts
      .filter(({ number }) => number === part || number.startsWith(`${part}.`))
      .flatMap((one) => one.rows),
  )
const twice = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index)

const equal = (what: string, name: string) => what === name
/** A child page is named by its end. */
const ends = (what: string, name: string) => what.endsWith(name)
const begins = (what: string, name: string) => what.startsWith(`${name} `)

/** The parts that have a table of rows. */
const tables =
  `1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 5 6 7.1 7.2 7.3 7.4 8.1 8.2 8.3 8.4 8.5 8.6 9`.split(
    ' ',
  )
// What the specification names in its tables and lists.
const specification = readFileSync(join(root, 'docs/law/specification.md'), 'utf8').split(/^## /m)
const linesOf = (section: number): string[] =>
  specification.find((text) => text.startsWith(`${section}. `))?.split('\n') ?? []
const cellsOf = (section: number): string[] =>
  linesOf(section).flatMap((line) => /^\| ([^|]+?) \|/.exec(line)?.[1] ?? [])
const routes = linesOf(2)
  .filter((line) => /^(?:\||-) (?:\/|Download routes)/.test(line))
  .map((line) => line.replace(/child pages (\w+) and (\w+)/, '/$1 /$2'))
  .flatMap((line) => line.match(/(?<= )\/(?:[\w{][\w{}./-]*[\w}])?(?=[ ,.:]|$)/g) ?? [])
const calls = [
  ...cellsOf(7).flatMap((cell) => /^(?:GET|POST) .+?(?= \(|$)/.exec(cell) ?? []),
  ...linesOf(7).flatMap((line) =>
    line.startsWith('- ') ? (line.match(/GET [^\s,]+/g) ?? []) : [],
  ),
]
const codes = cellsOf(8).filter((cell) => /^\d+$/.test(cell))
const locationCodes = cellsOf(8).filter((cell) => /^[A-Z_]+$/.test(cell))
const constants = cellsOf(9).filter((cell) => /^\w/.test(cell) && cell !== 'Item')

describe('the coverage of the specification', () => {
  test('has a table for each part of the specification, and no other', () => {
    expect(all.flatMap(({ parts }) => parts.map(({ number }) => number))).toEqual(tables)
    expect(all.flatMap(({ parts }) => parts.filter((part) => part.rows.length === 0))).toEqual([])
  })

  test('says nothing twice, and an id names its part', () => {
    expect(twice(rows.map(({ id }) => id))).toEqual([])
    for (const { number, rows: own } of all.flatMap(({ parts }) => parts)) {
      expect(twice(own.map(({ what }) => what))).toEqual([])
      expect(own.filter(({ id }) => !id.startsWith(`${number}.`))).toEqual([])
    }
  })

  test('every row has its file, a test that carries it, and its decision where it differs', () => {
    const decisions = readdirSync(join(root, 'docs/decisions'))
    const faults = rows.flatMap(({ id, file, differs }) => [
      ...(existsSync(join(root, file)) ? [] : [`${id}: no file '${file}'`]),
      ...(stateOf(id, carried, null) === 'done' ? [] : [`${id}: no test carries it`]),
      ...(!differs || decisions.some((name) => name.startsWith(`${differs}-`))
        ? []
        : [`${id}: no decision ${differs}`]),
    ])
    expect(faults).toEqual([])
  })

  test('no test carries a row that is not there', () => {
    const known = new Set(rows.map(({ id }) => id))
    expect(
      carried.flatMap(({ file, title, ids }) =>
        ids.filter((id) => !known.has(id)).map((id) => `${file} › ${title}: ${id}`),
      ),
    ).toEqual([])
  })

  test('a table of the page is no longer than a screen, and what is not done stands open', () => {
    const tables = (page: string) => page.split(/(?=<details)/).slice(1)
    const rowsIn = (table: string) => table.match(/^\| (done|failed|not run) /gm)?.length ?? 0
    const [done, failing] = [tables(pageOf(carried, null)), tables(pageOf(carried, []))]
    expect(done.filter((table) => rowsIn(table) > 16)).toEqual([])
    expect(done.filter((table) => table.startsWith('<details open'))).toEqual([])
    expect(failing.filter((table) => !table.startsWith('<details open'))).toEqual([])
  })

  test.each([
    ['route of section 2', routes, '2.2', ends],
    ['call of section 7', calls, '7', equal],
    ['promoter code of section 8', codes, '8.4', begins],
    ['geolocation message of section 8', locationCodes, '8.6', begins],
    ['constant of section 9', constants, '9', equal],
  ] as const)('has a row for every %s', (_what, names, part, same) => {
    expect(names.length).toBeGreaterThan(4)
    const there = inPart(part)
    expect(names.filter((name) => !there.some(({ what }) => same(what, name)))).toEqual([])
  })
})

describe('a row', () => {
  const unit: Carrier = { file: 'a.test.ts', title: 'one', ids: ['5.login'] }
  const journey: Carrier = { file: 'tests/journeys/b.e2e.ts', title: 'two', ids: ['5.login'] }
  const ran = ({ file, ids }: Carrier, passed: boolean) => ({ file, ids, passed })
  test.each([
    ['that nobody carries has no test', [], [], 'no test'],
    ['whose test did not run is not done', [unit], [], 'not run'],
    ['whose other test did not run is not done', [unit, journey], [ran(unit, true)], 'not run'],
    ['whose test failed is not done', [unit], [ran(unit, true), ran(unit, false)], 'failed'],
    [
      'is done when all of them passed',
      [unit, journey],
      [ran(unit, true), ran(journey, true)],
      'done',
    ],
  ])('%s', (_what, of, results, state) => expect(stateOf('5.login', of, results)).toBe(state))

  test('is carried by the first line of a test, whatever its form', () => {
    const source = `
      test('it\\'s plain', () => {
        spec('1.a', '1.b')
      })
      test.each([['x', f('y', 1)]])("each %s", async (name, { a }: { a: string }) => {
        spec(
          '1.c',
        )
      })
      test(\`\${path} is sound\`, { timeout: 1 }, async ({ page }) => {
        spec('1.d')
      })
      test('none', () => {
        expect(1).toBe(1)
      })
    `
    expect(carriersIn('x.test.ts', source)).toEqual([
      { file: 'x.test.ts', title: "it's plain", ids: ['1.a', '1.b'] },
      { file: 'x.test.ts', title: 'each %s', ids: ['1.c'] },
      { file: 'x.test.ts', title: `$${'{path}'} is sound`, ids: ['1.d'] },
    ])
  })

  test('is found in the reports of both runners', () => {
    const units = {
      testResults: [
        {
          name: join(root, 'domain/iin.test.ts'),
          assertionResults: [
            { status: 'passed', meta: { 'spec 1.a': true, other: 1 } },
            { status: 'failed', meta: {} },
          ],
        },
      ],
    }
    expect(ranUnits(units)).toEqual([
      { file: 'domain/iin.test.ts', ids: ['1.a'], passed: true },
      { file: 'domain/iin.test.ts', ids: [], passed: false },
    ])
    const carries = { annotations: [{ type: 'spec', description: '1.b' }, { type: 'slow' }] }
    const spec = (status: string) => ({
      file: 'c.e2e.ts',
      ok: true,
      tests: [{ status, ...carries }],
    })
    const journeys = {
      config: { rootDir: join(root, 'tests/journeys') },
      suites: [{ specs: [spec('expected')], suites: [{ specs: [spec('flaky')] }] }],
    }
    expect(ranJourneys(journeys)).toEqual([
      { file: 'tests/journeys/c.e2e.ts', ids: ['1.b'], passed: true },
      { file: 'tests/journeys/c.e2e.ts', ids: ['1.b'], passed: false },
    ])
  })
})
