import { join } from 'node:path'
import { expect, test } from 'vitest'
import { circles, importsOf, impurity, languageTrap, sources, wall } from './boundaries.ts'

const files = sources(join(import.meta.dirname, '..'))

test('every import goes through a door of the house', () => {
  const seen = files.flatMap(({ file, source }) => importsOf(file, source))
  expect(seen.length).toBeGreaterThan(500)
  expect(
    seen.flatMap((one) => (wall(one) ? [`${one.file} → ${one.target}: ${wall(one)}`] : [])),
  ).toEqual([])
})

test('no files import each other in a ring, neither values nor types', () => {
  const inside = files
    .filter(({ file }) => !file.startsWith('tests/'))
    .flatMap(({ file, source }) => importsOf(file, source))
  expect(circles(inside)).toEqual([])
})

test('the root of the server holds what starts and assembles it, in twelve files at most', () => {
  const root = files.filter(({ file }) => /^server\/[^/]+\.ts$/.test(file))
  expect(root.length).toBeLessThanOrEqual(12)
})

test('a ring of imports is found, whatever leads to it', () => {
  const lines = [
    ['a.ts', 'b.ts'],
    ['b.ts', 'c.ts'],
    ['c.ts', 'd.ts'],
    ['d.ts', 'b.ts'],
  ].map(([file = '', target = '']) => ({ file, target }))
  expect(circles(lines)).toEqual([['b.ts', 'c.ts', 'd.ts']])
})

test('the domain is pure', () => {
  expect(
    files.flatMap(({ file, source }) =>
      impurity(file, source) ? [`${file}: ${impurity(file, source)}`] : [],
    ),
  ).toEqual([])
})

test('what depends on the language is a table by it, so that a new one is missed by the compiler', () => {
  expect(
    files.flatMap(({ file, source }) => {
      const trap = languageTrap(file, source)
      return trap && !/^tests\/boundaries/.test(file) ? [`${file} ${trap}`] : []
    }),
  ).toEqual([])
})

test.each([
  "const tag = locale === 'kz' ? 'kk' : 'ru'",
  "if ('ru' !== locale) return",
  "switch (locale) { case 'kz': return }",
  "type Language = 'kz' | 'ru'",
  "for (const language of ['kz', 'ru'] as const) show(language)",
  'type Name = { kz: string; ru: string }',
  'const Name = z.object({ kz: z.string(), ru: z.string() })',
  'const name = row.name_kz',
])('%s is a trap for the next language', (source) => {
  expect(languageTrap('web/pages/kyc/page.tsx', source)).not.toBeNull()
})

test.each([
  ['domain/order.ts', "import { move } from '#server/orders/orders.ts'"],
  ['contract/ogpo-calculate.ts', "import { refusalText } from '#texts/refusals.ts'"],
  ['web/pages/kyc/page.tsx', "import { issue } from '../../../server/ogpo/issue.ts'"],
  ['systems/bank/client.ts', "import { pgSig } from '../acquirer/sign.ts'"],
  ['systems/mobizon/client.ts', "import { smsGateway } from '../sms/client.ts'"],
  ['server/ogpo/issue.ts', "import { esbdSandbox } from '#systems/esbd/sandbox.ts'"],
  ['server/promoter/search.ts', "import { me } from '../cabinet/me.ts'"],
  ['server/promoter/hand-off.ts', "import { place } from '../ogpo/order.ts'"],
  ['server/orders/orders.ts', "import { issue } from '../ogpo/issue.ts'"],
  ['server/telemetry/database-metrics.ts', "import { moveOrder } from '../orders/orders.ts'"],
  ['server/staff/order.ts', "import { handlers } from '../handlers.ts'"],
  ['server/travel/order.ts', "import { move } from '../orders/orders.ts'"],
  ['tests/journeys/weight.e2e.ts', "import { report } from '../../lab/bench/report.ts'"],
  ['server/app.test.ts', "import { report } from '../lab/bench/report.ts'"],
  ['documents/render.ts', "export { pool } from '#server/db/connect.ts'"],
])('%s may not say %s', (file, source) => {
  expect(importsOf(file, source).map(wall)).not.toContain(null)
})

test('a rule that looks at the clock is found', () => {
  expect(impurity('domain/ogpo/period.ts', 'export const today = () => new Date()')).not.toBeNull()
})
