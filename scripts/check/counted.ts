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
  config: z.object({ rootDir: z.string() }),
  suites: z.array(Suite),
  errors: z
    .array(
      z.object({
        message: z.string().optional(),
        location: z.object({ file: z.string() }).optional(),
      }),
    )
    .default([]),
})
/** One that passed only when tried again has failed. */
const isFailure = (status: string) => status === 'unexpected' || status === 'flaky'

/** Of the report of Playwright. What happened outside of a test is named by its file where known. */
export function journeysOf(path: string): Counted {
  const { config, suites, errors } = Journeys.parse(json(path))
  const all = specsOf(suites)
  const failed = all
    .filter(({ tests }) => tests.some(({ status }) => isFailure(status)))
    .map(({ file, title }) => `${file} › ${title}`)
  const whole = errors.map(({ message, location }) => {
    const said = message?.split('\n')[0] ?? 'an error'
    return location
      ? `${relative(config.rootDir, location.file)} › outside of a test: ${said}`
      : said
  })
  const passed = all.flatMap(({ tests }) => tests).filter(({ status }) => status === 'expected')
  return { passed: passed.length, failed: [...failed, ...whole] }
}

const specsOf = (suites: Suites): z.output<typeof Spec>[] =>
  suites.flatMap(({ specs, suites }) => [...specs, ...specsOf(suites)])

const UnitReport = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.looseObject({ fullName: z.string(), status: z.string() })),
    }),
  ),
})
type UnitFile = z.output<typeof UnitReport>['testResults'][number]

const JourneySpec = z.looseObject({
  id: z.string(),
  tests: z.array(z.looseObject({ status: z.string() })),
})
const JourneySuite = z.looseObject({
  specs: z.array(JourneySpec).default([]),
  get suites() {
    return z.array(JourneySuite).default([])
  },
})
const JourneyReport = z.looseObject({ suites: z.array(JourneySuite) })
type Ended = 'passed' | 'failed' | 'not run'

/**
 * Puts what a second run of a few files adds into the report at `path`, which then counts and
 * covers: a test has failed that failed in both. What happened outside of every test happened to
 * the files of the second run, which tells whether it still does.
 */
export function putSecondRun(path: string, second: string): void {
  const [first, again] = [json(path), json(second)]
  const units = UnitReport.safeParse(first)
  writeFileSync(
    path,
    JSON.stringify(
      units.success
        ? unitsTwice(units.data, UnitReport.parse(again))
        : journeysTwice(JourneyReport.parse(first), JourneyReport.parse(again)),
    ),
  )
}

/** Of one test in two runs: where it passed, else where it failed. */
const better = <Test>(ended: (test: Test) => Ended, first: Test, again: Test | undefined): Test => {
  const runs = again === undefined ? [first] : [first, again]
  return (
    runs.find((test) => ended(test) === 'passed') ??
    runs.find((test) => ended(test) === 'failed') ??
    first
  )
}

function unitsTwice(first: z.output<typeof UnitReport>, again: z.output<typeof UnitReport>) {
  const files = new Map(again.testResults.map((file) => [file.name, file]))
  const testResults = first.testResults.map((file) => {
    const second = files.get(file.name)
    if (!second) return file
    const tests = numbered(second)
    const own = numbered(file)
    const both = [...new Set([...own.keys(), ...tests.keys()])].flatMap((name) => {
      const [one, other] = [own.get(name), tests.get(name)]
      const test = one ?? other
      return test ? [better(unitEnded, test, other)] : []
    })
    const failed = both.some(({ status }) => status === 'failed')
    const whole = [file, second].every(failedAsWhole)
    return { ...file, status: failed || whole ? 'failed' : 'passed', assertionResults: both }
  })
  return { ...first, testResults }
}
/** By name, and by turn where several have the same one. */
function numbered({ assertionResults }: UnitFile) {
  const seen = new Map<string, number>()
  return new Map(
    assertionResults.map((test) => {
      const turn = (seen.get(test.fullName) ?? 0) + 1
      seen.set(test.fullName, turn)
      return [`${test.fullName} ${turn}`, test]
    }),
  )
}
const unitEnded = ({ status }: { status: string }): Ended =>
  status === 'passed' || status === 'failed' ? status : 'not run'
const failedAsWhole = ({ status, assertionResults }: UnitFile) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

type JourneySuites = z.output<typeof JourneySuite>[]
function journeysTwice(
  first: z.output<typeof JourneyReport>,
  again: z.output<typeof JourneyReport>,
) {
  const all = (suites: JourneySuites): z.output<typeof JourneySpec>[] =>
    suites.flatMap(({ specs, suites }) => [...specs, ...all(suites)])
  const specs = new Map(all(again.suites).map((spec) => [spec.id, spec]))
  const put = (suites: JourneySuites): JourneySuites =>
    suites.map((suite) => ({
      ...suite,
      specs: suite.specs.map((spec) => better(journeyEnded, spec, specs.get(spec.id))),
      suites: put(suite.suites),
    }))
  return { ...first, suites: put(first.suites), errors: again.errors }
}
const journeyEnded = ({ tests }: z.output<typeof JourneySpec>): Ended =>
  tests.some(({ status }) => isFailure(status))
    ? 'failed'
    : tests.some(({ status }) => status === 'expected')
      ? 'passed'
      : 'not run'

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
