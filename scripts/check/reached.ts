import { dirname } from 'node:path'
import type { Import } from '../../tests/boundaries.ts'

/**
 * What assembles the product or names all of it. Through these every test of a call reaches every
 * file: whatever a slice's calls do is tested in its folder.
 */
const ASSEMBLED = new Set([
  'server/app.ts',
  'server/handlers.ts',
  'server/work.ts',
  'server/sold.ts',
  'server/systems.ts',
  'sandbox/start.ts',
  'contract/index.ts',
])
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/**
 * The tests that a change of these files can break, nearest first: themselves, those that import
 * them, of a slice those beside it, which go through its calls, then by one file more at a time.
 */
export function reached(changed: readonly string[], imports: readonly Import[]): string[] {
  const importers = Map.groupBy(imports, ({ target }) => target)
  const tests = [...new Set(imports.map(({ file }) => file))].filter(isTest)
  const slices = new Set(changed.map(dirname).filter((folder) => folder.startsWith('server/')))
  const beside = tests.filter((test) => slices.has(dirname(test)))
  const seen = new Set(changed)
  const found = new Set(changed.filter(isTest))
  for (let ring = [...changed]; ring.length > 0; ) {
    ring = ring
      .filter((file) => !ASSEMBLED.has(file))
      .flatMap((file) => importers.get(file) ?? [])
      .map(({ file }) => file)
      .filter((file) => !seen.has(file) && seen.add(file))
    for (const test of ring.filter(isTest)) found.add(test)
    for (const test of beside) found.add(test)
  }
  return [...found]
}
