import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wayNames } from '#domain/payment-ways.ts'
import { sources } from './boundaries.ts'

/**
 * What a way to pay is stands in tables over the ways: whoever compares a way's name would take the
 * next way for another one without a word, and so move its money.
 */
const names = `'(?:${wayNames.join('|')})'`
const COMPARISON = new RegExp(
  String.raw`\b(?:system|way)\b\)?\s*(?:[=!]==?|<>|=|(?:not )?in)\s*\(?${names}|${names}\s*[=!]==?\s*\w*\.?(?:system|way)\b`,
)

/** Where a comparison is right, with the reason. */
const allowed: Record<string, string> = {
  'server/payments/ways/card-notices.ts': 'the acquirer’s notice is of the acquirer’s own way',
}

test('no file but the named ones compares the name of a way to pay', () => {
  const found = sources(join(import.meta.dirname, '..'))
    .filter(({ file }) => !/\.(test|e2e)\.tsx?$/.test(file) && !/^(tests|lab)\//.test(file))
    .filter(({ source }) => COMPARISON.test(source))
    .map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

/** A default, or what a form asks for: by its fact or the first of the list, not by a name. */
const NAMED = new RegExp(String.raw`(?:\?\?|\[\w+ =)\s*${names}|\bby\(${names}`)

test('no screen falls back on a way, or asks for one, by its name', () => {
  const found = sources(join(import.meta.dirname, '..'))
    .filter(({ file }) => file.startsWith('web/') && !file.includes('.test.'))
    .filter(({ source }) => NAMED.test(source))
    .map(({ file }) => file)
  expect(found).toEqual([])
})

test.each(wayNames)('a comparison with %s is seen', (name) => {
  for (const text of [
    `attempt.system !== '${name}'`,
    `'${name}' === pay.system`,
    `where attempt.system = '${name}'`,
    `where way in ('${name}')`,
  ])
    expect(COMPARISON.test(text), text).toBe(true)
  expect(COMPARISON.test(`const bank = { system: '${name}' }`)).toBe(false)
})
