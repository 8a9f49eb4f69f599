import { readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { z } from 'zod'

/** How many passed, and the names of what failed: file and test. */
export type Counted = { passed: number; failed: string[] }

const Unit = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Of the report of vitest. A file that failed as a whole is one failure. */
export function unitsOf(path: string): Counted {
  const { numPassedTests, testResults } = Unit.parse(json(path))
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = isAbsolute(name) ? relative(process.cwd(), name) : name
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => `${file} › ${fullName}`)
    return tests.length === 0 && status === 'failed' ? [file] : tests
  })
  return { passed: numPassedTests, failed }
}

const Spec = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string(), projectName: z.string() })),
})
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([])
  },
})
type Suites = z.output<typeof Suite>[]
const Journeys = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
  stats: z.object({ expected: z.number() }),
})

/** Of the report of Playwright. One that passed only when tried again has failed. */
export function journeysOf(path: string): Counted {
  const { suites, errors, stats } = Journeys.parse(json(path))
  const failed = specsOf(suites)
    .filter(({ tests }) => tests.some(({ status }) => ['unexpected', 'flaky'].includes(status)))
    .map(({ file, title }) => `${file} › ${title}`)
  const whole = errors.map(({ message }) => message?.split('\n')[0] ?? 'an error')
  return { passed: stats.expected, failed: [...failed, ...whole] }
}

const specsOf = (suites: Suites): z.output<typeof Spec>[] =>
  suites.flatMap(({ specs, suites }) => [...specs, ...specsOf(suites)])

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
