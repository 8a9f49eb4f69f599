import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { folderForDatabase } from '../tests/folder.ts'

/**
 * npm test: every check one after the other, all of them even when one fails; ends in one line `N
 * passed, N failed`.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const folder = mkdtempSync(join(tmpdir(), 'qorgan-check-'))
const unitReport = join(folder, 'unit.json')
const journeyReport = join(folder, 'journeys.json')
const journeyHome = folderForDatabase('qorgan-journeys-')

type Counted = { passed: number; failed: number }
type Step = { name: string; command: string[]; env?: Record<string, string>; count?: () => Counted }

const Unit = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})
const Journeys = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const steps: Step[] = [
  { name: 'formatting and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'promises and hooks', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'dead code', command: [bin('knip')] },
  {
    name: 'unit, API and fault tests',
    command: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    count: () => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = Unit.parse(json(unitReport))
      return {
        passed: numPassedTests,
        failed: numFailedTests > 0 ? numFailedTests : numFailedTestSuites,
      }
    },
  },
  { name: 'build', command: [process.execPath, join(root, 'web', 'build.ts')] },
  {
    name: 'browser tests',
    command: [bin('playwright'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport, JOURNEY_HOME: journeyHome },
    count: () => {
      const { expected, unexpected, flaky } = Journeys.parse(json(journeyReport)).stats
      return { passed: expected, failed: unexpected + flaky }
    },
  },
  {
    name: 'coverage of the specification',
    command: [process.execPath, join(root, 'scripts', 'coverage.ts'), unitReport, journeyReport],
  },
]

const run = ({ command: [program = '', ...args], env }: Step) =>
  new Promise<number>((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, FORCE_COLOR: '0' },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })

const total: Counted = { passed: 0, failed: 0 }
for (const step of steps) {
  const began = performance.now()
  console.log(`\n== ${step.name}`)
  const code = await run(step)
  const counted = step.count
    ? countOf(step.count, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  // A runner that ends badly has failed, whatever it counted.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  console.log(
    `== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - began) / 1_000)} s`,
  )
}
for (const each of [folder, journeyHome]) rmSync(each, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function countOf(count: () => Counted, code: number): Counted {
  try {
    return count()
  } catch {
    return { passed: 0, failed: code === 0 ? 0 : 1 }
  }
}
