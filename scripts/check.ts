import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { folderForDatabase } from '../tests/folder.ts'
import { type Counted, journeysOf, unitsOf } from './check/counted.ts'

/**
 * npm test: every check, all of them even when one fails; ends in one line `N passed, N failed`,
 * and before it stand the names of what failed.
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
const journeyPort = process.env.JOURNEY_PORT ?? '3210'

type Step = { name: string; command: string[]; env?: Record<string, string>; count?: () => Counted }

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
const units: Step = {
  name: 'unit, API and fault tests',
  command: [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
  count: () => unitsOf(unitReport),
}
const build: Step = {
  name: 'build',
  command: [process.execPath, join(root, 'web', 'build.ts')],
  // For the address of the browser tests, whose server else would build once more.
  env: { PUBLIC_URL: `http://localhost:${journeyPort}` },
}
/** Browser tests of one project of `playwright.config.ts`, with a product of their own. */
function browserTests(name: string, project: string) {
  const report = join(folder, `${project}.json`)
  const home = folderForDatabase('qorgan-journeys-')
  const step: Step = {
    name,
    command: [bin('playwright'), 'test', '--project', project, '--no-deps', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, JOURNEY_HOME: home },
    count: () => journeysOf(report),
  }
  return { step, report, home }
}
const badDays = browserTests('browser tests of bad days', 'bad days')
const browser = browserTests('browser tests', 'journeys')
/** What the tests have to have shown, when all of them are over. */
const coverage: Step = {
  name: 'coverage of the specification',
  command: [
    ...[process.execPath, join(root, 'scripts', 'coverage.ts')],
    ...[unitReport, badDays.report, browser.report],
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
  const counted = step.count ? countOf(step.count) : { passed: code === 0 ? 1 : 0, failed: [] }
  // A runner that ends badly has failed, whatever it counted.
  const failed = code !== 0 && counted.failed.length === 0 ? ['failed'] : counted.failed
  return { passed: counted.passed, failed: failed.map((name) => `${step.name}: ${name}`) }
}

async function inTurn(lane: Step[]): Promise<Counted[]> {
  const all: Counted[] = []
  for (const step of lane) all.push(await checked(step))
  return all
}

const lanes = await Promise.all([[units], [build, ...statics, badDays.step]].map(inTurn))
const counts = [...lanes.flat(), ...(await inTurn([browser.step, coverage]))]
for (const each of [folder, badDays.home, browser.home])
  rmSync(each, { recursive: true, force: true })
const passed = counts.reduce((sum, counted) => sum + counted.passed, 0)
const failed = counts.flatMap((counted) => counted.failed)
console.log('')
for (const name of failed) console.log(`FAILED ${name}`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function countOf(count: () => Counted): Counted {
  try {
    return count()
  } catch {
    return { passed: 0, failed: ['no report'] }
  }
}
