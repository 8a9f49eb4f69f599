import { expect, test } from 'vitest'
import { brand } from '#brand'
import { locales } from '#domain/locale.ts'
import {
  type AccidentNoticeFacts,
  accidentNoticeView,
  renderAccidentNotice,
} from './accident-notice.ts'

const facts: AccidentNoticeFacts = {
  broker: brand,
  documentDate: new Date('2026-11-23T06:00:00Z'),
  on: '2026-11-22',
  at: '08:40',
  place: 'Алматы, Абай даңғылы, 99',
  atFault: 'second',
  first: {
    name: 'Әбдіқадыров Нұрлан Серікұлы',
    plate: '123ABC02',
    insurer: { kz: '«Дала» сақтандыру компаниясы', ru: 'Страховая компания «Дала»' },
    policy: '•• 0001',
    zones: ['front_bumper', 'left_headlight'],
    words: '#panic("x") $\\frac$ \u202e',
    signed: { phone: '•• 01', at: '2026-11-23T05:50:00Z' },
  },
  second: {
    name: '',
    plate: '417BDA02',
    insurer: null,
    policy: null,
    zones: [],
    words: 'Тежелмей қалдым',
    signed: { phone: '•• 99', at: '2026-11-23T06:00:00Z' },
  },
}

test('the signed notice is made in both languages, for screen readers too, and says what both said', () => {
  for (const locale of locales)
    for (const standard of ['a-2a', 'ua-1'] as const)
      expect(renderAccidentNotice(facts, locale, standard).length).toBeGreaterThan(5_000)
  const said = JSON.stringify(accidentNoticeView(facts, 'kz'))
  for (const part of [
    'Әбдіқадыров',
    '417\u00a0BDA\u00a002',
    'Алдыңғы бампер',
    '08:40',
    'Тежелмей',
    '•• 99',
    'Ешкім жарақат алған жоқ',
    'Екінші жүргізуші, 417',
    'ЖСН мен телефоны расталған',
  ])
    expect(said).toContain(part)
})
