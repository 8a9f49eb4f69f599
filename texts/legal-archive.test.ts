import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import { publishedEarlier } from '#tests/earlier-text.ts'
import { spec } from '#tests/spec.ts'
import { type LegalName, legalOf } from './legal-archive.ts'
import { textVersions } from './legal-versions.ts'

/**
 * Hash of each version's text, over both languages. After the launch a changed text gets a new
 * version and a new line; the old line and text stay. Before it the hash of the line is replaced.
 */
const published: Record<LegalName, Record<string, string>> = {
  homeTerms: { '2026-11-24': '79969d5ef1238573' },
  terms: { '2026-11-24': '4af03334f770b821' },
  personalData: { '2026-11-24': 'e2fe8acbb2731902' },
  commission: { '2026-11-24': '526b089522204942' },
  ogpoPlus: { '2026-11-24': '8d7ad8ce15774a06' },
}
const names = Object.keys(textVersions) as LegalName[] // the keys of the table
const said = (name: LegalName, version: string) =>
  createHash('sha256')
    .update(JSON.stringify(locales.map((locale) => legalOf(name, version, locale)?.parts)))
    .digest('hex')
    .slice(0, 16)

test.each(names)('%s: every published version can be read and says what it said', (name) => {
  expect(Object.keys(published[name])).toContain(textVersions[name])
  expect(
    Object.fromEntries(
      Object.keys(published[name]).map((version) => [version, said(name, version)]),
    ),
  ).toEqual(published[name])
})

test('a text that was replaced is read in the version that was accepted, beside the one of today', () => {
  spec('7.2.ours-texts-earlier-versions')

  const earlier = publishedEarlier('terms', '2026-01-15')
  expect(legalOf('terms', '2026-01-15', 'kz')).toEqual(earlier.kz)
  expect(legalOf('terms', '2026-01-15', 'ru')).toEqual(earlier.ru)
  expect(legalOf('terms', textVersions.terms, 'ru')).not.toEqual(earlier.ru)
})

test('a version we never had is no text', () =>
  expect(legalOf('terms', '1999-01-01', 'kz')).toBeNull())
