import { expect, test } from 'vitest'
import { brand } from '#brand'
import { locales } from '#domain/locale.ts'
import { spec } from '#tests/spec.ts'
import { homePdfTexts } from '#texts/home-pdf.ts'
import { exampleFacts } from './example-facts.ts'
import { fileName } from './file-name.ts'
import type { HomePolicyFacts } from './home-view.ts'
import { bare, readPdf } from './read-pdf.ts'
import { renderHomePolicy } from './render.ts'

const facts: HomePolicyFacts = {
  globalId: '60000001234B',
  registeredAt: '2026-11-20T19:40:20Z',
  documentDate: new Date('2026-11-20T19:40:20Z'),
  broker: brand,
  insurer: exampleFacts.insurer,
  policyholder: {
    fullName: 'Әбдіқадыров Нұрлан Серікұлы',
    iin: '850315399904',
    phone: '77010000001',
  },
  plan: { kz: 'Толық', ru: 'Полная' },
  address: {
    kz: 'Алматы қаласы, Абай даңғылы, 10-үй, 25-пәтер',
    ru: 'г. Алматы, проспект Абая, дом 10, кв. 25',
  },
  addressCode: '0200010025000000',
  insuranceAmount: 15_000_000,
  interiorFinishing: 4_000_000,
  neighbourCompensation: 3_000_000,
  monthlyPayment: 3_490,
  commission: 524,
  protectionFrom: '2026-11-20T21:40:00Z',
  firstPeriod: { start: '2026-11-21', end: '2026-12-20' },
  nextBillingOn: '2026-12-18',
  checkUrl: 'https://qorgan.example/check/60000001234B?t=abc',
  checkPage: 'qorgan.example/check',
}

test.each(locales)(
  'the Home policy in %s says the exact time the protection begins, the home, the sums and the price',
  (locale) => {
    spec('3.2.home-policy-insurance-amount')

    const paper = readPdf(renderHomePolicy(facts, locale))
    expect(paper.pages).toHaveLength(1)
    expect(paper.xmp).toContain(
      '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
    )
    const text = paper.pages.join('')
    const billing = { kz: '2026 жылғы 18 желтоқсан', ru: '18 декабря 2026 года' }[locale]
    for (const said of [
      '21.11.2026 02:40',
      facts.address[locale],
      '15 000 000 ₸',
      '4 000 000 ₸',
      '3 000 000 ₸',
      '3 490 ₸',
      '524 ₸',
      billing,
    ])
      expect(text).toContain(bare(said))
    expect(text).toContain(bare(homePdfTexts.end[locale]))
    expect(text).toContain(bare(facts.policyholder.fullName))
  },
)

test('the same facts give the same bytes, and a tagged paper for screen readers as well', () => {
  expect(Buffer.compare(renderHomePolicy(facts, 'kz'), renderHomePolicy(facts, 'kz'))).toBe(0)
  expect(renderHomePolicy(facts, 'ru', 'ua-1').length).toBeGreaterThan(10_000)
  expect(fileName(homePdfTexts.fileName, facts, 'kz')).toBe('Qorgan-home-polisi-60000001234B.pdf')
})
