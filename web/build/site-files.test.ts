import { describe, expect, test } from 'vitest'
import { pathOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import { builtPages, pages } from '../pages.ts'
import { detailFolders, robots, sitemap, speculationRules } from './write-site.ts'

const names = builtPages(false)
const origin = 'https://qorgan.example'

describe('sitemap.xml', () => {
  const map = sitemap(origin, names)
  const found = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((one) =>
    one[1]?.replaceAll('&amp;', '&'),
  )

  test('has every page that may be found, in every language, once', () => {
    const wanted = names
      .filter((name) => pages[name].indexed)
      .flatMap((name) =>
        entriesOf(name).flatMap((params) =>
          locales.map((locale) => origin + pathOf(name, locale, params)),
        ),
      )
    expect(found.toSorted()).toEqual(wanted.toSorted())
    expect(new Set(found).size).toBe(found.length)
  })

  test('leaves out what is for nobody else', () =>
    expect(map).not.toMatch(/login|result|check\/|\/ui/))
  test('tells every language of every page', () =>
    expect(map.match(/hreflang="x-default"/g)).toHaveLength(found.length))
})

test('robots.txt names the sitemap', () =>
  expect(robots(origin)).toContain('Sitemap: https://qorgan.example/sitemap.xml'))

test('a page with a program is fetched ahead but never started', () => {
  const { prerender, prefetch } = speculationRules(names)
  expect(prefetch[0]?.where.href_matches).toContain('{/ru}?/ogpo-calculator')
  expect(prerender[0]?.where.href_matches).not.toContain('{/ru}?/ogpo-calculator')
  expect(prerender[0]?.where.href_matches).toContain('{/ru}?/founders/*')
})

test('the folders of detail pages are known in both languages', () => {
  expect(detailFolders(names)).toEqual(
    expect.arrayContaining([
      '/founders/',
      '/ru/founders/',
      '/annual-reporting/',
      '/ru/types-of-activity/',
    ]),
  )
  expect(detailFolders(names)).toHaveLength(10)
})
