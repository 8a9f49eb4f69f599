import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { mark } from './spec-mark.ts'

/**
 * The coverage of the specification: rows in `docs/coverage/*.json`, each shown by the tests that
 * carry its id (`tests/spec.ts`). `npm run coverage` makes a page of both.
 */
export const root = join(import.meta.dirname, '..')

const Row = z.strictObject({
  id: z.string().regex(/^\d(\.\d)?\.[\p{L}\d_-]+$/u),
  /** What the specification names, in its own words. */
  what: z.string().min(1),
  /** The file that does it. */
  file: z.string().min(1),
  /** The decision by which the product differs on purpose. */
  differs: z
    .string()
    .regex(/^\d{3}$/)
    .optional(),
})
const Section = z.strictObject({
  number: z.string(),
  title: z.string(),
  parts: z.array(z.strictObject({ number: z.string(), title: z.string(), rows: z.array(Row) })),
})
export type Row = z.infer<typeof Row>
export type Part = z.infer<typeof Section>['parts'][number]

/** The sections of the specification in their order. */
export const sections = (): z.infer<typeof Section>[] =>
  readdirSync(join(root, 'docs/coverage'))
    .toSorted()
    .map((name) =>
      Section.parse(JSON.parse(readFileSync(join(root, 'docs/coverage', name), 'utf8'))),
    )

/** A test that carries ids, as its file writes it. */
export type Carrier = { file: string; title: string; ids: string[] }

/** A test with its title, and what its first line names. */
const written = new RegExp(
  [
    /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*/,
    /(?:\{[^{}]*\},\s*)?(?:async\s+)?(?:\([^=]*?\)|\w+)\s*=>\s*\{\s*/,
    /spec\(([^)]*)\)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gs',
)
const escaped = /\\(.)/g

/** What a test file says of itself. */
export function carriersIn(file: string, source: string): Carrier[] {
  return [...source.matchAll(written)].map(([, , title = '', ids = '']) => ({
    file,
    title: title.replaceAll(escaped, '$1'),
    ids: [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id),
  }))
}

/** Every test that carries an id, by file; the test of this file only writes how one looks. */
export const carriers = (): Carrier[] =>
  globSync('**/*.{test.ts,test.tsx,e2e.ts}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.data'].includes(name),
  })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file !== 'tests/coverage.test.ts')
    .toSorted()
    .flatMap((file) => carriersIn(file, readFileSync(join(root, file), 'utf8')))

/** A test that ran, or should have. */
export type Ran = { file: string; ids: string[]; passed: boolean }

const Unit = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), meta: z.record(z.string(), z.unknown()) }),
      ),
    }),
  ),
})
type Suite = { specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Spec = z.object({
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
})
const Suite: z.ZodType<Suite> = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Journeys = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(Suite),
})

/** What the JSON report of vitest says. */
export const ranUnits = (report: unknown): Ran[] =>
  Unit.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, meta }) => ({
      file: ofRoot(name),
      ids: Object.keys(meta).flatMap((key) =>
        key.startsWith(mark) ? [key.slice(mark.length)] : [],
      ),
      passed: status === 'passed',
    })),
  )

/** What the JSON report of Playwright says; a test that passed only at a second try has not. */
export function ranJourneys(report: unknown): Ran[] {
  const { config, suites } = Journeys.parse(report)
  const all = (suite: Suite): Ran[] => [
    ...suite.specs.flatMap(({ file, tests }) =>
      tests.map(({ status, annotations }) => ({
        file: ofRoot(join(config.rootDir, file)),
        ids: annotations.flatMap(({ type, description }) =>
          type === 'spec' && description ? [description] : [],
        ),
        passed: status === 'expected',
      })),
    ),
    ...(suite.suites ?? []).flatMap(all),
  ]
  return suites.flatMap(all)
}

const ofRoot = (path: string): string => relative(root, path).split(sep).join('/')

export type State = 'done' | 'failed' | 'not run' | 'no test'

/**
 * The state of a row: every file that carries it has run it, and all that ran passed. Without a run
 * (`ran` null) what is carried counts as done: the page in the repository.
 */
export function stateOf(
  id: string,
  carried: readonly Carrier[],
  ran: readonly Ran[] | null,
): State {
  const own = carried.filter(({ ids }) => ids.includes(id))
  if (own.length === 0) return 'no test'
  if (!ran) return 'done'
  const its = ran.filter(({ ids }) => ids.includes(id))
  if (its.some(({ passed }) => !passed)) return 'failed'
  return own.every(({ file }) => its.some((one) => one.file === file)) ? 'done' : 'not run'
}

export const rowsOf = (all: ReturnType<typeof sections>): Row[] =>
  all.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows))
