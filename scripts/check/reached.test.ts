import { expect, test } from 'vitest'
import { importsOf, sources } from '../../tests/boundaries.ts'
import { reached } from './reached.ts'

const imports = sources(process.cwd()).flatMap(({ file, source }) => importsOf(file, source))

test('a change of a slice reaches the tests of its folder first, and not every test of the product', () => {
  const tests = reached(['server/cards/cards.ts'], imports)
  expect(tests[0]).toBe('server/cards/cards.test.ts')
  expect(tests).not.toContain('server/feedback/forms.test.ts')
})

test('a change of a rule reaches its own tests before those that are farther', () => {
  const tests = reached(['domain/plate.ts'], imports)
  const at = (file: string) => tests.indexOf(file)
  expect(at('domain/plate.test.ts')).toBeGreaterThanOrEqual(0)
  expect(at('domain/plate.test.ts')).toBeLessThan(10)
})

test('a changed test is run itself', () => {
  expect(reached(['tests/letters.test.ts'], imports)[0]).toBe('tests/letters.test.ts')
})
