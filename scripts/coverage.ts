import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  carriers,
  ranJourneys,
  ranUnits,
  root,
  rowsOf,
  sections,
  stateOf,
} from '../tests/coverage.ts'
import { pageOf } from '../tests/coverage-page.ts'

/**
 * The page of coverage. `--write` makes `dist/coverage.md` from the rows and the tests
 * that carry their ids; with
 * the JSON reports of vitest and of each run of Playwright every row must have run and passed.
 */
const page = join(root, 'dist/coverage.md')
const [first, ...journeys] = process.argv.slice(2)
const carried = carriers()
if (first === '--write') {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(page, pageOf(carried, null))
  console.log(page)
} else if (first && journeys.length > 0) {
  const report = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const ran = [...ranUnits(report(first)), ...journeys.flatMap((path) => ranJourneys(report(path)))]
  const open = rowsOf(sections()).flatMap(({ id, what }) => {
    const state = stateOf(id, carried, ran)
    return state === 'done' ? [] : [`${state}: ${id} (${what})`]
  })
  for (const line of open) console.log(line)
  if (open.length === 0) console.log('Every row of the specification ran and passed.')
  process.exit(open.length === 0 ? 0 : 1)
} else {
  console.error('node scripts/coverage.ts --write | <vitest.json> <playwright.json>…')
  process.exit(2)
}
