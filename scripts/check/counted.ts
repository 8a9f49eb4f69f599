import { readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { z } from 'zod'

/** How many passed, and the names of what failed: file and test. */
export type Counted = { passed: number; failed: string[] }

const Unit = z.object({
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
  const { testResults } = Unit.parse(json(path))
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = isAbsolute(name) ? relative(process.cwd(), name) : name
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => `${file} › ${fullName}`)
    return tests.length === 0 && status === 'failed' ? [file] : tests
  })
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  return { passed: all.filter(({ status }) => status === 'passed').length, failed }
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
})

/** Of the report of Playwright. One that passed only when tried again has failed. */
export function journeysOf(path: string): Counted {
  const { suites, errors } = Journeys.parse(json(path))
  const all = specsOf(suites)
  const failed = all
    .filter(({ tests }) => tests.some(({ status }) => ['unexpected', 'flaky'].includes(status)))
    .map(({ file, title }) => `${file} › ${title}`)
  const whole = errors.map(({ message }) => message?.split('\n')[0] ?? 'an error')
  const passed = all.flatMap(({ tests }) => tests).filter(({ status }) => status === 'expected')
  return { passed: passed.length, failed: [...failed, ...whole] }
}

const specsOf = (suites: Suites): z.output<typeof Spec>[] =>
  suites.flatMap(({ specs, suites }) => [...specs, ...specsOf(suites)])

const Report = z.looseObject({
  testResults: z.array(z.looseObject({ name: z.string() })).default([]),
  suites: z.array(z.looseObject({ file: z.string() })).default([]),
})

/**
 * Puts what a second run reports in the place of the same files of the first: the report at `path`
 * is then what counts and covers.
 */
export function putSecondRun(path: string, second: string): void {
  const [first, again] = [Report.parse(json(path)), Report.parse(json(second))]
  const put = <Row>(all: Row[], ran: Row[], key: (row: Row) => string) => {
    const byFile = new Map(ran.map((row) => [key(row), row]))
    return all.map((row) => byFile.get(key(row)) ?? row)
  }
  const testResults = put(first.testResults, again.testResults, ({ name }) => name)
  const suites = put(first.suites, again.suites, ({ file }) => file)
  writeFileSync(path, JSON.stringify({ ...first, testResults, suites, errors: again.errors }))
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
