import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { brand } from '#brand'
import { locales } from '#domain/locale.ts'
import { hitMe, jpegOf, pngOf } from '#tests/claim-way.ts'
import { type ClaimPaperFacts, claimPaperView, renderClaimPaper } from './claim-paper.ts'
import { joinedPhotographs, placed } from './joined-photographs.ts'

const facts: ClaimPaperFacts = {
  broker: brand,
  insurer: { kz: '«Дала» сақтандыру компаниясы', ru: 'Страховая компания «Дала»' },
  documentDate: new Date('2026-11-23T06:00:00Z'),
  applicant: {
    fullName: 'Әбдіқадыров Нұрлан Серікұлы',
    iin: '850315399904',
    phone: '77010000001',
    email: null,
    document: '044217301',
  },
  by: 'policyholder',
  policy: { number: '26D100000001', start: '2026-11-21', end: '2027-11-20' },
  cars: ['Hyundai Tucson, 846KNA02'],
  address: null,
  answers: hitMe('26D100000001'),
  signed: { phone: '77010000001', at: '2026-11-23T06:00:00Z' },
  draft: false,
  checkedAt: null,
}

test('each paper of a claim is made in both languages, for screen readers too, and says the answers', () => {
  for (const locale of locales)
    for (const paper of ['claim_application', 'payment_application', 'identity'] as const)
      for (const standard of ['a-2a', 'ua-1'] as const)
        expect(renderClaimPaper(paper, facts, locale, standard).length).toBeGreaterThan(5_000)
  const said = JSON.stringify(claimPaperView('claim_application', facts, 'kz'))
  for (const part of ['Әбдіқадыров', '846KNA02', '417\u00a0BDA\u00a002', 'Алдыңғы бампер', '08:40'])
    expect(said).toContain(part)
  const payment = JSON.stringify(claimPaperView('payment_application', facts, 'ru'))
  expect(payment).toContain('KZ86\u00a0125K\u00a0ZT50\u00a00410\u00a00100')
  expect(payment).toContain('Подписано кодом из SMS')
})

test('a name that looks like markup stays a name', () => {
  const odd = { ...facts, answers: { ...facts.answers, words: '#panic("x") $\\frac$ \u202e' } }
  expect(renderClaimPaper('claim_application', odd, 'kz').length).toBeGreaterThan(5_000)
})

test('photographs join upright, one a page, and a PDF as it is', async () => {
  const at = new Date('2026-11-23T06:00:00Z')
  const of = { title: 'Залал фотосуреттері', locale: 'kz' as const, at }
  const first = await joinedPhotographs(
    [
      { bytes: jpegOf({ orientation: 3 }), mime: 'image/jpeg', turns: 2, caption: 'Жалпы көрініс' },
      { bytes: pngOf(480, 640), mime: 'image/png', turns: 0, caption: 'Зақымы жақыннан' },
    ],
    of,
  )
  const second = await joinedPhotographs(
    [
      { bytes: jpegOf(), mime: 'image/jpeg', turns: 1, caption: 'Екінші көлік' },
      { bytes: first, mime: 'application/pdf', turns: 0, caption: '' },
    ],
    of,
  )
  const pages = (await PDFDocument.load(second)).getPages()
  expect(pages.map((page) => page.getWidth() > page.getHeight())).toEqual([false, true, false])
})

test('a turned picture lies within its box, whichever way it is turned', () => {
  const box = { x: 10, y: 20, width: 300, height: 200 }
  for (const turns of [0, 1, 2, 3] as const)
    for (const size of [
      { width: 400, height: 300 },
      { width: 50, height: 900 },
    ]) {
      const { x, y, width, height, rotate } = placed(size, turns, box)
      const angle = (rotate * Math.PI) / 180
      const corners = [
        [0, 0],
        [width, 0],
        [0, height],
        [width, height],
      ].map(([a = 0, b = 0]) => [
        x + a * Math.cos(angle) - b * Math.sin(angle),
        y + a * Math.sin(angle) + b * Math.cos(angle),
      ])
      for (const [left = 0, bottom = 0] of corners) {
        expect(left).toBeGreaterThan(box.x - 0.01)
        expect(left).toBeLessThan(box.x + box.width + 0.01)
        expect(bottom).toBeGreaterThan(box.y - 0.01)
        expect(bottom).toBeLessThan(box.y + box.height + 0.01)
      }
    }
})
