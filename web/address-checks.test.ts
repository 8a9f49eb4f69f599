import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A page of another site as an answer names it, and a way on to it. */
const GIVEN = 'redirect_url'
const LEAVES = /location\.(?:assign|replace)\(|location\.href\s*=|href=|external\(/

test('whoever leaves for an address out of an answer looks first whether it is a web address', () => {
  const sources = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => text.includes(GIVEN) && LEAVES.test(text))
  expect(sources.length).toBeGreaterThan(2)
  expect(
    sources.filter(({ text }) => !text.includes('isWebAddress(')).map(({ file }) => file),
  ).toEqual([])
})
