import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import { type PageName, pathOf } from '#contract/pages.ts'
import { defaultLocale, type Locale, languageTag, locales } from '#domain/locale.ts'
import { spec } from '#tests/spec.ts'
import { entriesOf } from './content/entries.ts'
import { samplePlans } from './home/plans/plans.ts'
import layoutWords from './layouts/texts.ts'
import type { SiteAssets } from './manifest.ts'
import homeWords from './pages/index/texts.ts'
import { page, pageNames } from './pages.ts'
import { type RequestData, renderPage } from './render.tsx'

const assets = { styles: ['/assets/page.css'], scripts: ['/assets/page.js'], preload: [] }
const ofPages = Object.fromEntries(pageNames.map((name) => [name, assets]))
const site: SiteAssets = {
  origin: 'https://qorgan.example',
  font: '/assets/font.woff2',
  plateFont: '/assets/plate.woff2',
  icon: '/assets/icon.svg',
  preview: { kz: '/assets/preview-kz.png', ru: '/assets/preview-ru.png' },
  build: 'b1',
  dialogs: {
    kz: { script: '/assets/dialogs.js', style: '/assets/dialogs.css' },
    ru: { script: '/assets/dialogs.js', style: '/assets/dialogs.css' },
  },
  pages: { kz: ofPages, ru: ofPages },
}
const checked = {
  params: { number: 'OGPO-1' },
  found: true,
  product: 'Міндетті автосақтандыру (ОГПО)',
  insurer: 'Дала',
  number: 'OGPO-1',
  plates: ['123 ABC 02'],
  start: '2026-11-22',
  end: '2027-11-21',
  state: 'valid',
  checkedAt: '2026-11-21 14:32',
}
const plan = {
  id: 1,
  name: 'Бастау',
  insurance_amount: 5_000_000,
  interior_finishing: 1,
  neighbour_compensation: 1,
  price_per_month: 1_490,
}
const ofPartner = {
  params: { partner: 'freedom' },
  partner: { code: 'freedom', name: { kz: 'Freedom SuperApp', ru: 'Freedom SuperApp' } },
  visit: {
    key: 'k'.repeat(27),
    iin: '850315399904',
    phone: '77010000001',
    back: 'https://superapp.example/insurance',
  },
}
const dataOf = (name: PageName): RequestData | undefined => {
  if (name === 'policy-check') return checked
  if (name === 'check') return { asked: '', problem: null, byPlate: true }
  if (name === 'remind') return { typed: {}, errors: {}, wait: null, sent: null }
  if (name === 'remind-one')
    return { plate: '404ABC02', end: '2027-03-01', stopped: false, params: { key: 'k' } }
  if (name === 'contact') return { typed: {}, errors: {}, wait: null, key: 'k', sent: null }
  if (name === 'call-back')
    return {
      today: '2026-11-20',
      slots: [],
      typed: {},
      errors: {},
      tooMany: false,
      key: 'k',
      sent: null,
    }
  if (name === 'organisations')
    return {
      regions: [{ code: 'ALMATY_CITY', label: 'Алматы' }],
      typed: {},
      errors: {},
      tooMany: false,
      priced: null,
      key: 'k',
      sent: null,
    }
  if (name === 'egov-home' || name === 'egov-home-calculator') return { plans: [plan], plan: 1 }
  if (name === 'adddrivers') return { params: { id: '0' } }
  if (name === 'egov-callback') return { problem: 'denied', back: null }
  if (name.startsWith('partner-ogpo')) return ofPartner
  if (name === 'not-found') return { path: '/nowhere' }
  const [params] = entriesOf(name)
  return params ? { params } : undefined
}
const html = (name: PageName, locale: Locale, data = dataOf(name)) =>
  renderPage(site, name, locale, data)

const every = pageNames.flatMap((name) => locales.map((locale) => [name, locale] as const))

describe.each(every)('%s in %s', (name, locale) => {
  const document = html(name, locale)

  test('names its language', () => {
    spec('1.auto-insurance-public-page', '2.1.default')

    expect(document).toContain(`<html lang="${languageTag(locale)}" `)
  })

  test('has no inline style and no inline code', () => {
    spec('1.auto-insurance-public-page', '2.1.default')

    expect(document).not.toMatch(/\sstyle=/i)
    expect(document).not.toMatch(/<style/i)
    expect(document).not.toMatch(/\son\w+=/i)
    const inline = [...document.matchAll(/<script([^>]*)>/g)].filter(
      ([, attributes]) => !/ src="/.test(attributes ?? ''),
    )
    // Data blocks are not code: the browser never runs them.
    expect(
      inline.every(([, attributes]) => /type="application\/(ld\+)?json"/.test(attributes ?? '')),
    ).toBe(true)
  })

  test('sends nothing by a form that only its script answers', () => {
    const forms = page(name).interactive ? document.matchAll(/<form[^>]*>/g) : []
    for (const [form] of forms) expect(form).toMatch(/ (action="|method="dialog")/)
  })

  test('has one first heading, one main part and a title of its own', () => {
    spec('1.auto-insurance-public-page', '2.1.default')

    expect(document.match(/<h1/g)).toHaveLength(1)
    expect(document.match(/<main/g)).toHaveLength(1)
    expect(document).toMatch(/<title>[^<]+<\/title>/)
  })

  test('tells its address in every language, unless it has none', () => {
    spec('1.auto-insurance-public-page', '2.1.default')

    if (page(name).path === null) {
      expect(document).not.toContain('hreflang="kk-KZ"')
      return
    }
    const at = (language: Locale) =>
      site.origin + pathOf(name, language, { number: 'OGPO-1', ...dataOf(name)?.params })
    expect(document).toContain(`<link rel="canonical" href="${at(locale)}">`)
    expect(document).toContain(`<link rel="alternate" hreflang="kk-KZ" href="${at('kz')}">`)
    expect(document).toContain(`<link rel="alternate" hreflang="ru-KZ" href="${at('ru')}">`)
    expect(document).toContain(
      `<link rel="alternate" hreflang="x-default" href="${at(defaultLocale)}">`,
    )
  })
})

describe('page not found', () => {
  test('shows the line of the specification with the path escaped', () => {
    spec('8.1.page-not-found-fullpath')

    const document = html('not-found', 'ru', {
      path: '/<script>alert(1)</script>?a="b"&c',
    }).replaceAll('<!-- -->', '')
    expect(document).toContain('Page not found: /&lt;script&gt;alert(1)&lt;/script&gt;<')
    expect(document).not.toContain('<script>alert')
    expect(document).not.toContain('&quot;b&quot;')
    expect(document).toContain('href="/ru"')
  })
})

describe('policy check', () => {
  test.each([
    ['valid', 'Полис действует'],
    ['not_yet', 'Полис ещё не действует'],
    ['ended', 'Срок полиса истёк'],
    ['terminated', 'Договор прекращён досрочно'],
  ])('a policy that is %s is called «%s»', (state, label) => {
    expect(html('policy-check', 'ru', { ...checked, state })).toContain(label)
  })

  test('a policy that was not found shows no card', () => {
    const document = html('policy-check', 'kz', {
      ...checked,
      found: false,
      plates: [],
      start: '',
      end: '',
    })
    expect(document).toContain('Мұндай полис табылмады')
    expect(document).not.toContain('<article')
  })
})

describe('what search engines and previews read', () => {
  test.each(locales)(
    'the first page shows the licence and that we work round the clock, in %s',
    (locale) => {
      spec('1.visitors-licence-24-7')

      const visible = html('index', locale).replaceAll(
        /<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g,
        '',
      )
      const [main = ''] = /<main[\s\S]*<\/main>/.exec(visible) ?? []
      expect(main).toContain(brand.licence.number)
      expect(main).toContain(homeWords[locale].clock)
      expect(visible).toContain(`${brand.callCentre}</a><span>${layoutWords[locale].clock}`)
    },
  )

  test('the first page says who we are', () => {
    spec('1.visitors-call-centre-1414', '2.2.index')

    const blocks = [
      ...html('index', 'kz').matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ].map((found) => JSON.parse(found[1] ?? ''))
    expect(blocks.map((block) => block['@type'])).toEqual(['InsuranceAgency'])
    expect(blocks[0]).toMatchObject({
      '@context': 'https://schema.org',
      telephone: brand.callCentre,
      taxID: brand.bin,
    })
  })

  test.each(every.filter(([name]) => page(name).indexed))(
    '%s in %s has a preview',
    (name, locale) => {
      spec('1.auto-insurance-public-page', '2.1.default')

      const document = html(name, locale)
      expect(document).toContain(
        `<meta property="og:image" content="${site.origin}/assets/preview-${locale}.png">`,
      )
      expect(document).toContain(
        `<meta property="og:locale" content="${languageTag(locale)}_KZ${''}">`,
      )
      expect(document).toMatch(/<meta name="description" content="[^"]{30,}">/)
    },
  )

  test('a page not to be found has none', () =>
    expect(html('ogpo-calculator-login', 'kz')).not.toContain('og:'))
})

test.each(every)(
  '%s in %s says what to do where its script does not start, and nothing where it needs none',
  (name, locale) => {
    const document = html(name, locale)
    const told =
      document.match(/<p class="late"[^>]*>[^<]*JavaScript[^<]*Chrome 111.*?<\/p>/g) ?? []
    expect(told).toHaveLength(page(name).interactive ? 1 : 0)
    // The ways that work without a script: there, or in the foot of a page for search engines.
    if (told[0] && !page(name).indexed)
      expect(told[0]).toMatch(/auto-insurance".*"tel:1414".*call-back"/)
    // The start takes one element away by its id.
    expect(document.split('id="preloader"').length - 1).toBe(page(name).interactive ? 1 : 0)
  },
)

test('an address whose rule failed is shown whole, in the specification’s words', () => {
  spec('8.1.page-not-found-fullpath-2')

  const document = html('not-found', 'kz', {
    path: '/founders/x?id=9&a=<b>',
    rule: true,
  }).replaceAll('<!-- -->', '')
  expect(document).toContain('Page Not Found: /founders/x?id=9&amp;a=&lt;b&gt;')
})

test('a link to buy carries the plate behind #, which no server is told', () => {
  const reminder = { plate: '123ABC02', end: '2027-03-01', stopped: false, params: { key: 'k' } }
  expect(html('remind-one', 'kz', reminder)).toContain('href="/ogpo-calculator#123ABC02"')
  const none = { asked: '123ABC02', problem: null, byPlate: true, plate: '123ABC02' }
  expect(html('check', 'ru', { ...none, policies: [], checkedAt: '2026-11-21 14:32' })).toContain(
    'href="/ru/ogpo-calculator#123ABC02"',
  )
})

test('how one buys for a parent is said where it is asked: their code, my payment', () => {
  expect(html('auto-insurance', 'ru')).toContain('Можно ли купить полис родителям?')
  expect(html('ogpo-calculator-login', 'ru')).toContain('Покупаете родителям')
})

test('Home names what each plan of today pays and costs, beside one another', () => {
  const [data] = samplePlans
  const page = html('egov-home', 'ru', { ...data })
  expect(page).toContain('Сравните программы')
  expect(page.match(/<th scope="col"/g)).toHaveLength(3)
})

test('the act at the end of Home sends the plan that was chosen at its beginning', () => {
  const page = html('egov-home', 'ru')
  const [, form = ''] = /<form id="([^"]+)"/.exec(page) ?? []
  expect(page.slice(page.indexOf('id="end"'))).toMatch(
    new RegExp(`<button[^>]* form="${form}"[^>]*type="submit"`),
  )
})

test('data of an interactive page cannot end its block', () => {
  const document = html('ogpo-calculator', 'kz', { note: '</script><script>alert(1)</script>' })
  expect(document).toContain('id="data">{"note":"\\u003c/script>')
  expect(document).not.toContain('<script>alert')
})
