import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { folderForDatabase } from '../tests/folder.ts'
import { type Counted, journeysOf, putSecondRun, unitsOf } from './check/counted.ts'

/**
 * npm test: every check, all of them even when one fails; ends in one line `N passed, N failed`,
 * and before it stand the names of what failed. A few files of tests that failed run once more,
 * alone: what fails in one of the runs only is named as unsteady, a defect of the test, and does not
 * stop a delivery.
 *
 * The build, the static checks and the browser tests of bad days, which mostly wait, run beside the
 * unit tests; then the other browser tests, for people's screens. Each line begins
 * with the name of its step.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const folder = mkdtempSync(join(tmpdir(), 'qorgan-check-'))
const unitReport = join(folder, 'unit.json')
/** Folders of the browser tests' databases. */
const homes: string[] = []
const journeyPort = process.env.JOURNEY_PORT ?? '3210'

type Step = {
  name: string
  command: string[]
  env?: Record<string, string>
  tests?: { report: string; count: (report: string) => Counted; again: (files: string[]) => Step }
}
/** More than that is no accident: nothing runs again. */
const FILES_RUN_AGAIN = 5

/**
 * Both compilers of types are written in Go. Several threads each learn the types anew, and to
 * collect their garbage less often takes no more memory: a third of the processor's time, and on
 * two cores sooner done.
 */
const thrifty = { GOGC: '300' }
const statics: Step[] = [
  {
    name: 'formatting and lint',
    command: [bin('biome'), 'ci', '--error-on-warnings', '--diagnostic-level=warn', '.'],
  },
  {
    name: 'promises and hooks',
    command: [bin('oxlint'), '--type-aware', '--deny-warnings', '--threads', '1'],
    env: thrifty,
  },
  { name: 'types', command: [bin('tsc'), '--noEmit', '--singleThreaded'], env: thrifty },
  { name: 'dead code', command: [bin('knip')] },
]
function unitTests(name: string, report: string, files: string[] = []): Step {
  return {
    name,
    command: [
      bin('vitest'),
      'run',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    tests: {
      report,
      count: unitsOf,
      again: (some) => unitTests(`${name}, again`, join(folder, 'unit-again.json'), some),
    },
  }
}
const units = unitTests('unit, API and fault tests', unitReport)
const build: Step = {
  name: 'build',
  command: [process.execPath, join(root, 'web', 'build.ts')],
  // For the address of the browser tests, whose server else would build once more.
  env: { PUBLIC_URL: `http://localhost:${journeyPort}` },
}
/** Browser tests of one project of `playwright.config.ts`, with a product of their own. */
function browserTests(name: string, project: string, files: string[] = []): Step {
  const report = join(folder, `${name}.json`)
  const home = folderForDatabase('qorgan-journeys-')
  homes.push(home)
  return {
    name,
    command: [
      bin('playwright'),
      'test',
      ...files,
      '--project',
      project,
      '--no-deps',
      '--reporter=list,json',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, JOURNEY_HOME: home },
    tests: {
      report,
      count: journeysOf,
      again: (some) => browserTests(`${name}, again`, project, some),
    },
  }
}
const badDays = browserTests('browser tests of bad days', 'bad days')
const browser = browserTests('browser tests', 'journeys')
/** What the tests have to have shown, when all of them are over. */
const coverage: Step = {
  name: 'coverage of the specification',
  command: [
    process.execPath,
    join(root, 'scripts', 'coverage.ts'),
    ...[units, badDays, browser].map(({ tests }) => tests?.report ?? ''),
  ],
}

/** The exit code; what the step says is said at once, a line at a time. */
const run = ({ name, command: [program = '', ...args], env }: Step) =>
  new Promise<number>((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, FORCE_COLOR: '0' },
    })
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => console.log(`${name} | ${line}`))
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })

async function checked(step: Step): Promise<Counted> {
  const began = performance.now()
  console.log(`== ${step.name}: begins`)
  const code = await run(step)
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  const counted = step.tests
    ? countOf(step.tests)
    : { passed: code === 0 ? 1 : 0, failed: [] as string[] }
  // A runner that ends badly has failed, whatever it counted.
  const failed = code !== 0 && counted.failed.length === 0 ? ['failed'] : counted.failed
  return { passed: counted.passed, failed }
}

const unsteady: string[] = []

/** A step of tests, and the few files of it that failed once more, alone. */
async function settled(step: Step): Promise<Counted> {
  const named = (name: string) => `${step.name}: ${name}`
  const first = await checked(step)
  const counted = step.tests ? await secondRun(first, step.tests) : { ...first, seen: first.failed }
  const failed = new Set(counted.failed)
  unsteady.push(...counted.seen.filter((name) => !failed.has(name)).map(named))
  return { passed: counted.passed, failed: counted.failed.map(named) }
}

/** What both runs say, and the names of what failed in either. */
async function secondRun(first: Counted, tests: NonNullable<Step['tests']>) {
  const unsettled = { ...first, seen: first.failed }
  const files = [...new Set(first.failed.map((name) => name.split(' › ')[0] ?? ''))]
  const are = files.every((file) => /\.(test|e2e)\.tsx?$/.test(file))
  if (files.length === 0 || files.length > FILES_RUN_AGAIN || !are) return unsettled
  const second = tests.again(files)
  const again = await checked(second)
  const ran = again.failed.every((name) => files.some((file) => name.startsWith(file)))
  if (!ran || !second.tests) return unsettled
  putSecondRun(tests.report, second.tests.report)
  return { ...countOf(tests), seen: [...new Set([...first.failed, ...again.failed])] }
}

async function inTurn(lane: Step[]): Promise<Counted[]> {
  const all: Counted[] = []
  for (const step of lane) all.push(await settled(step))
  return all
}

const lanes = await Promise.all([[units], [build, ...statics, badDays]].map(inTurn))
const counts = [...lanes.flat(), ...(await inTurn([browser, coverage]))]
for (const each of [folder, ...homes]) rmSync(each, { recursive: true, force: true })
const passed = counts.reduce((sum, counted) => sum + counted.passed, 0)
const failed = counts.flatMap((counted) => counted.failed)
console.log('')
for (const name of unsteady) console.log(`UNSTEADY ${name}`)
for (const name of failed) console.log(`FAILED ${name}`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function countOf({ report, count }: NonNullable<Step['tests']>): Counted {
  try {
    return count(report)
  } catch {
    return { passed: 0, failed: ['no report'] }
  }
}
