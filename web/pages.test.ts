import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PageName, pagePaths, pathOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { spec } from '#tests/spec.ts'
import { match } from './match.ts'
import {
  builtPages,
  checkGuards,
  hasInitialLoader,
  menuPages,
  page,
  pageNames,
  pages,
  routeName,
} from './pages.ts'

const addressed = pageNames.filter((name) => pagePaths[name] !== null)
const params = { partner: 'freedom', number: 'OGPO-1', code: 'kim-olga', id: '3', key: 'k' }

describe('addresses', () => {
  test.each<[PageName, string, string]>([
    ['index', '/', '/ru'],
    ['ogpo-calculator', '/ogpo-calculator', '/ru/ogpo-calculator'],
    ['ogpo-calculator-login', '/ogpo-calculator/login', '/ru/ogpo-calculator/login'],
    ['ogpo-calculator-result', '/ogpo-calculator/result', '/ru/ogpo-calculator/result'],
    ['policy-check', '/check/OGPO-1', '/ru/check/OGPO-1'],
    ['auto-insurance', '/auto-insurance', '/ru/auto-insurance'],
    ['annual-reporting', '/annual-reporting', '/ru/annual-reporting'],
    ['documents', '/documents', '/ru/documents'],
    ['founders', '/founders', '/ru/founders'],
    ['managers', '/managers', '/ru/managers'],
    ['types-of-activity', '/types-of-activity', '/ru/types-of-activity'],
    ['docs', '/docs', '/ru/docs'],
    ['egov-callback', '/api/v1.0.0/egov/idp/callback', '/ru/api/v1.0.0/egov/idp/callback'],
    ['egov-offerta', '/egov/documents/offerta', '/ru/egov/documents/offerta'],
    ['egov-home', '/egov/policy/qorgan-home', '/ru/egov/policy/qorgan-home'],
    [
      'egov-home-calculator',
      '/egov/policy/qorgan-home/calculator',
      '/ru/egov/policy/qorgan-home/calculator',
    ],
    [
      'egov-home-insurance',
      '/egov/policy/qorgan-home/insurance',
      '/ru/egov/policy/qorgan-home/insurance',
    ],
    ['egov-ogpo', '/egov/policy/qorgan-ogpo', '/ru/egov/policy/qorgan-ogpo'],
    [
      'egov-ogpo-calculator',
      '/egov/policy/qorgan-ogpo/calculator',
      '/ru/egov/policy/qorgan-ogpo/calculator',
    ],
    [
      'egov-ogpo-insurance',
      '/egov/policy/qorgan-ogpo/insurance',
      '/ru/egov/policy/qorgan-ogpo/insurance',
    ],
    [
      'partner-ogpo-login',
      '/internal/freedom/partner/ogpo/login',
      '/ru/internal/freedom/partner/ogpo/login',
    ],
    ['managers-code', '/managers/kim-olga?id=3', '/ru/managers/kim-olga?id=3'],
  ])('%s stands at %s in Kazakh and at %s in Russian', (name, kz, ru) => {
    spec(
      '1.languages-kz-bare-ru',
      '2.1.every-route-bare-kz',
      '2.2.auto-insurance',
      '9.default-language',
    )

    expect(pathOf(name, 'kz', params)).toBe(kz)
    expect(pathOf(name, 'ru', params)).toBe(ru)
  })

  test('the name of a route ends with its language', () => {
    spec('2.1.route-names-end-___kz')

    expect(routeName('index', 'ru')).toBe('index___ru')
  })

  test.each(addressed.flatMap((name) => locales.map((locale) => [name, locale] as const)))(
    'the address of %s in %s leads back to it',
    (name, locale) => {
      expect(match(pathOf(name, locale, params))).toMatchObject({ name, locale })
    },
  )

  test('any parameter survives the way into an address and back', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.constantFrom(...locales),
        (number, locale) => {
          fc.pre(number !== '.' && number !== '..')
          expect(match(pathOf('policy-check', locale, { number }))).toMatchObject({
            locale,
            params: { number },
          })
        },
      ),
    )
  })

  test('a missing parameter is refused', () => {
    expect(() => pathOf('policy-check', 'kz')).toThrow("Page 'policy-check' needs 'number'")
  })
})

describe('matching', () => {
  test.each(['/ru/', '/ru?x=1', '/ru/#faq'])('%s is the Russian first page', (path) => {
    expect(match(path)).toMatchObject({ name: 'index', locale: 'ru' })
  })

  test.each([
    '/kz',
    '/rus',
    '/adddrivers',
    '/adddrivers/',
    '/check/a/b',
    '/check/%E0%A4%A',
    '/ogpo-calculator/other',
    '/not-found',
    '//',
  ])('%s is no page', (path) => {
    expect(match(path)).toBeUndefined()
  })
})

describe('guards', () => {
  test('every guard of the table exists', () => {
    expect(() => checkGuards(pages)).not.toThrow()
  })

  test('an unknown guard name stops the build', () => {
    spec('8.1.unknown-route-middleware-name')

    expect(() => checkGuards({ desk: { guards: ['auth', 'agent'] } })).toThrow(
      "Unknown route middleware: 'agent'",
    )
  })
})

describe('guests', () => {
  const linked = [
    'not-me',
    'ogpo-calculator-login',
    'ogpo-calculator-result',
    'policy-check',
    'remind-one',
    'handoff',
    'claim-check',
  ]
  const guarded = (guard: string) =>
    pageNames.filter((name) => page(name).guards.some((each) => each === guard))

  test('public pages, the calculator and what a link opens are for guests', () => {
    spec('6.guest-middleware-guest')
    expect(guarded('guest')).toEqual(
      pageNames.filter((name) => page(name).indexed || linked.includes(name)),
    )
  })
  test('without any guard are the flows of others, the search and what has no address', () => {
    expect(pageNames.filter((name) => page(name).guards.length === 0)).toEqual(
      pageNames.filter(
        (name) =>
          /^(egov|partner)-/.test(name) || ['promoter-search', 'ui', 'not-found'].includes(name),
      ),
    )
  })
})

describe('what the table decides', () => {
  test('a menu links only to pages of its own kind, in the order of the table', () => {
    expect(menuPages('main')).toEqual(['ogpo-calculator', 'egov-home', 'auto-insurance', 'docs'])
    expect(menuPages('company')).toEqual([
      'types-of-activity',
      'founders',
      'managers',
      'documents',
      'annual-reporting',
    ])
  })

  test('the page of components is in no build but the one for development', () => {
    expect(builtPages(false)).not.toContain('ui')
    expect(builtPages(true)).toContain('ui')
  })

  test.each([
    ['a shell of signed-in people', '/account', true, ['auth'], true],
    ['a page of the promoter’s portal', '/promoter/ogpo', true, ['promoter-auth'], true],
    ['a page with /egov in its path', '/egov/policy/qorgan-home/insurance', true, ['auth'], false],
    ['a page that is HTML from the start', '/ogpo-calculator', true, ['guest'], false],
  ])('the initial loader and %s', (_what, path, interactive, guards, expected) => {
    spec('2.2.pages-egov-path-skip', '2.2.promoter-full-page-preloader')
    expect(hasInitialLoader({ path, interactive, guards })).toBe(expected)
  })
})
