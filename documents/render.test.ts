import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import { locales, regionalTag } from '#domain/locale.ts'
import { type DocumentKind, documentFileNames, documentNames } from '#texts/document-names.ts'
import { pdfTexts } from '#texts/pdf.ts'
import { exampleFacts, longFacts } from './example-facts.ts'
import type { PolicyFacts } from './facts.ts'
import { fileName } from './file-name.ts'
import { bare, readPdf } from './read-pdf.ts'
import { renderDocument } from './render.ts'

const kinds = [
  'policy',
  'covernote',
  'slip',
  'applicantForm',
] as const satisfies readonly DocumentKind[]
const policyDocuments = kinds.flatMap((kind) => locales.map((locale) => [kind, locale] as const))

const read = (...paper: Parameters<typeof renderDocument>) => readPdf(renderDocument(...paper))
/** Expects each fact to be drawn somewhere on a paper. */
const says = (pages: string[], facts: readonly string[]) => {
  for (const fact of facts) expect(pages.join('')).toContain(bare(fact))
}
const pages = (...paper: Parameters<typeof renderDocument>) => read(...paper).pages
const named = (fullName: string): PolicyFacts => ({
  ...exampleFacts,
  policyholder: { ...exampleFacts.policyholder, fullName },
  insured: exampleFacts.insured.map((person) => ({ ...person, fullName })),
  priceLines: exampleFacts.priceLines.map((line) => ({ ...line, fullName })),
})

describe.each(policyDocuments)('the paper %s in %s', (kind, locale) => {
  const paper = read(kind, exampleFacts, locale)
  const language = regionalTag(locale)

  test('is a tagged PDF/A-2a with its language, title and date', () => {
    expect(paper.source.startsWith('%PDF-1.7')).toBe(true)
    expect(paper.xmp).toContain(
      '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
    )
    expect(paper.xmp).toContain(
      `${documentNames[kind][locale]} ${exampleFacts.globalId} – ${brand.name[locale]}</rdf:li>`,
    )
    expect(paper.xmp).toContain('<xmp:CreateDate>2026-11-20')
    expect(paper.catalog).toContain(`/Lang (${language})`)
    expect(paper.catalog).toMatch(/\/StructTreeRoot \d+ 0 R[\s\S]*\/Marked true/)
  })

  test('satisfies the rules of PDF/UA-1 too', () => {
    expect(read(kind, exampleFacts, locale, 'ua-1').xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  test('says the number, the car, the insurer and the drivers it is about', () => {
    const drivers = exampleFacts.insured
      .map((person) => person.fullName)
      .filter((name) => kind !== 'covernote' || name === exampleFacts.priceLines[0]?.fullName)
    says(paper.pages, [
      exampleFacts.globalId,
      '123 ABC 02',
      exampleFacts.insurer.name[locale],
      ...drivers,
    ])
  })

  test('prints markup in a name as letters', () => {
    const name =
      '#panic("x") $a^2$ *b* _c_ `d` \\e <f> @g [h] {i} //j = k ~ -- "l\' #import "base.typ": *'
    says(pages(kind, named(name), locale), [name])
  })

  test('is the same, byte for byte, for the same facts', () => {
    expect(renderDocument(kind, structuredClone(exampleFacts), locale)).toEqual(
      renderDocument(kind, exampleFacts, locale),
    )
  })

  test('marks sample data until the company puts its own', () => {
    const mark = bare(pdfTexts.sample[locale])
    expect(paper.pages.every((page) => page.includes(mark))).toBe(true)
    expect(
      pages(kind, { ...exampleFacts, broker: { ...brand, sample: false } }, locale).join(''),
    ).not.toContain(mark)
  })

  test('keeps every one of 15 cars and 15 drivers', () => {
    const long = pages(kind, longFacts, locale)
    says(
      long,
      longFacts.vehicles.map((car) => car.plate),
    )
    expect(long.join('').split('Әбдіғаппаров-Құдайбергенов').length).toBeGreaterThan(15)
  })
})

test('every sign that the font is asked for makes a paper, those of no meaning too', () => {
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  // Not what a paper cannot hold by itself: half a pair.
  const names =
    signs
      .filter((sign) => !/\p{Cs}/u.test(sign))
      .join('')
      .match(/.{1,4000}/gsu) ?? []
  for (const name of names)
    expect(renderDocument('slip', named(name), 'kz').length).toBeGreaterThan(0)
})

test('any text a register may hold makes a paper', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(...kinds),
      (name, kind) => {
        expect(renderDocument(kind, named(name), 'kz').length).toBeGreaterThan(10_000)
      },
    ),
    { numRuns: 40 },
  )
})

test.each([
  ['kz', '2026 жылғы 21 қараша', '2027 жылғы 20 қараша', '2026 жылғы 20 қараша'],
  ['ru', '21 ноября 2026 года', '20 ноября 2027 года', '20 ноября 2026 года'],
] as const)('the policy in %s carries what the law asks', (locale, start, end, issued) => {
  const facts = [
    start,
    end,
    issued,
    '850315399904',
    '900101399908',
    'EX00112233',
    'JTNB11HK103012345',
    'Toyota Camry',
    '2020',
  ]
  const sums = [
    '8 650 000 ₸',
    '6 920 000 ₸',
    '5 190 000 ₸',
    '2 162 500 ₸',
    '4 325 000 ₸',
    '1 297 500 ₸',
    '2 595 000 ₸',
    '432 500 ₸',
  ]
  const parties = [
    brand.legalName[locale],
    brand.bin,
    brand.licence.number,
    brand.callCentre,
    '2.1.99',
    pdfTexts.law[locale],
  ]
  says(pages('policy', exampleFacts, locale), [
    ...facts,
    ...sums,
    ...parties,
    '36 094 ₸',
    exampleFacts.checkPage,
  ])
})

test('OGPO+ is a line of its own where it was bought, and absent where not', () => {
  says(pages('policy', exampleFacts, 'ru'), ['5 000 ₸', '1 107 600 ₸', 'Итого 41 094 ₸'])
  const without = pages('policy', { ...exampleFacts, ogpoPlus: null }, 'ru')
  expect(without.join('')).not.toContain('ОГПО+')
  says(without, ['Итого 36 094 ₸'])
})

test.each(['policy', 'covernote'] as const)(
  'the link of the %s leads to the signed check address',
  (kind) => {
    expect(read(kind, exampleFacts, 'kz').source).toContain(`/URI (${exampleFacts.checkUrl})`)
  },
)

test('the cover note explains each car by base, coefficients and decisive driver, and discloses the commission', () => {
  const factors = exampleFacts.priceLines
    .flatMap((line) => line.factors)
    .map(({ label, value }) => `${label.ru} × ${value.replace('.', ',')}`)
  const texts = [pdfTexts.commissionNote.ru, pdfTexts.combination.standard.ru]
  says(pages('covernote', exampleFacts, 'ru'), [
    ...factors,
    ...texts,
    '8 217,5 ₸',
    '36 094 ₸',
    'ИИН 850315399904',
    '5 414 ₸',
  ])
})

test('the applicant form keeps each consent with its time, channel and version, the answers and the signature', () => {
  says(pages('applicantForm', exampleFacts, 'ru'), [
    ...exampleFacts.questions.map(({ question, answer }) => `${question.ru} ${answer.ru}`),
    'Серікбаева Айгүл Нұрланқызы 20.11.2026 01:10 Код из SMS 2026-11-01',
    'Қожахметов Ғабит Әбдірахманұлы 20.11.2026 01:14 SMS-ответ на 1414 2026-11-01',
    '+7 (701) 123 45 67 Время подписания 20.11.2026 01:10',
  ])
})

test('a usual policy fits one page, and so does the slip with 15 cars and 15 drivers', () => {
  for (const locale of locales) {
    expect(read('policy', exampleFacts, locale).pages).toHaveLength(1)
    expect(read('slip', longFacts, locale).pages).toHaveLength(1)
  }
})

test('a table that goes on over pages repeats its header', () => {
  const headed = read(
    'policy',
    {
      ...longFacts,
      vehicles: [...longFacts.vehicles, ...longFacts.vehicles, ...longFacts.vehicles],
    },
    'ru',
  ).pages.filter((page) => page.includes(bare(pdfTexts.techPassport.ru)))
  expect(headed.length).toBeGreaterThan(1)
})

test('a policy made in place of another names the old one', () => {
  says(pages('policy', { ...exampleFacts, replaces: '99999999999B' }, 'ru'), [
    `${pdfTexts.replaces.ru}: 99999999999B`,
  ])
})

test.each([
  ['policy', 'kz', 'Qorgan-polis-12345678901A.pdf'],
  ['covernote', 'ru', 'Qorgan-kovernota-12345678901A.pdf'],
  ['slip', 'kz', 'Qorgan-slip-12345678901A.pdf'],
  ['applicantForm', 'kz', 'Qorgan-otinish-saualnama-12345678901A.pdf'],
  ['applicantForm', 'ru', 'Qorgan-zayavlenie-anketa-12345678901A.pdf'],
] as const)('the file of the %s in %s is called %s', (kind, locale, name) => {
  expect(fileName(documentFileNames[kind], exampleFacts, locale)).toBe(name)
})

test('a strange number cannot lead a file elsewhere', () => {
  expect(
    fileName(documentFileNames.policy, { ...exampleFacts, globalId: '../../1"\r\n2' }, 'kz'),
  ).toBe('Qorgan-polis-12.pdf')
})
