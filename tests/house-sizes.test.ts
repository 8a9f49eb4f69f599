import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { sources } from './boundaries.ts'

/**
 * The house's limits: no file of code, of tests or of benches over 300 lines, no function of code
 * over 80. Tables and words may be longer, each with its reason.
 */
const FILE_LINES = 300
const FUNCTION_LINES = 80
const rooms = [
  'server',
  'systems',
  'contract',
  'sandbox',
  'domain',
  'documents',
  'texts',
  'scripts',
  'web',
]

const longFiles: Record<string, string> = {
  'server/db/rows.ts': 'written by scripts/rows.ts from the migrated database',
  'texts/refusals.ts': 'words: every refusal in both languages',
  'texts/report-columns.ts': 'a table: the columns of every report',
  'web/cabinet/data/texts.ts': "words: the client's data",
  'web/desks/audit/texts.ts': 'words: every act of the journal',
  'web/desks/kyc/texts.ts': 'words: the desk of checks',
  'web/desks/reference/texts.ts': 'words: the reference desk',
  'web/purchase/purchase-texts.ts': 'words: the purchase',
}

const files = sources(join(import.meta.dirname, '..'))
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)
const code = files.filter(({ file }) => rooms.includes(file.split('/')[0] ?? '') && !isTest(file))
const linesOf = (text: string) => text.trimEnd().split('\n').length

type Found = { name: string; lines: number }
/** Every function of a file with its name, the innermost one that is known. */
function functionsOf(file: string, source: string): Found[] {
  const found: Found[] = []
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, name)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const known = nameIn(node) ?? name
    if (isFunction(node))
      found.push({ name: known, lines: linesOf(source.slice(node.start, node.end)) })
    for (const part of Object.values(node)) walk(part, known)
  }
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), '')
  return found
}

const isFunction = (node: object): node is { start: number; end: number } =>
  'type' in node &&
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(String(node.type))

function nameIn(node: object): string | null {
  const named = 'id' in node ? node.id : 'key' in node ? node.key : null
  return typeof named === 'object' && named !== null && 'name' in named ? String(named.name) : null
}

test('no file of code is longer than a reader keeps in mind, but tables and words', () => {
  const long = code.filter(({ source }) => linesOf(source) > FILE_LINES).map(({ file }) => file)
  expect(long.sort()).toEqual(Object.keys(longFiles).sort())
})

test('no test file and no helper of tests or benches is longer than a file of code', () => {
  const tests = files.filter(({ file }) => isTest(file) || /^(tests|bench)\//.test(file))
  expect(tests.length).toBeGreaterThan(400)
  const long = tests.filter(({ source }) => linesOf(source) > FILE_LINES).map(({ file }) => file)
  expect(long).toEqual([])
})

test('no function is longer than a screen or two', () => {
  const all = code.flatMap(({ file, source }) =>
    functionsOf(file, source).map(({ name, lines }) => ({ at: `${file} ${name}`, lines })),
  )
  expect(all.length).toBeGreaterThan(2_000)
  expect(all.filter(({ lines }) => lines > FUNCTION_LINES)).toEqual([])
})
