import { almatyDay } from '#domain/calendar.ts'
import { formatMoney as money } from '#domain/format.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { languageTag } from '#domain/locale.ts'
import { homePdfTexts } from '#texts/home-pdf.ts'
import { pdfTexts } from '#texts/pdf.ts'
import { legalDay, moment } from './format.ts'
import type { HomePolicyFacts } from './home-facts.ts'
import { qrSvg } from './qr.ts'
import { companies, everyText, inLanguage } from './view.ts'

/**
 * What the Home policy's template receives, in one language, every sum and time already written
 * out.
 */
export function homeView(facts: HomePolicyFacts, locale: Locale) {
  const say = (words: Localized) => words[locale]
  const { broker } = facts
  const name = say(homePdfTexts.name)
  const { covers, ...own } = homePdfTexts
  const t = { ...inLanguage(pdfTexts, locale), ...inLanguage(own, locale) }
  const cover = (row: 'insuranceAmount' | 'interiorFinishing' | 'neighbourCompensation') => ({
    name: say(covers[row]),
    what: say(covers[`${row}What`]),
    sum: money(facts[row]),
  })
  return everyText(
    {
      t,
      lang: languageTag(locale),
      name,
      title: `${name} ${facts.globalId} – ${say(broker.name)}`,
      date: almatyDay(facts.documentDate).split('-').map(Number),
      number: facts.globalId,
      issued: moment(facts.registeredAt),
      protectionFrom: moment(facts.protectionFrom),
      paidUntil: legalDay(facts.firstPeriod.end, locale),
      plan: say(facts.plan),
      ...companies(facts, locale),
      policyholder: facts.policyholder,
      address: say(facts.address),
      addressCode: facts.addressCode,
      covers: [
        cover('insuranceAmount'),
        cover('interiorFinishing'),
        cover('neighbourCompensation'),
      ],
      monthlyPayment: money(facts.monthlyPayment),
      nextBilling: legalDay(facts.nextBillingOn, locale),
      commission: money(facts.commission),
      checkUrl: facts.checkUrl,
      checkPage: facts.checkPage,
      qr: qrSvg(facts.checkUrl),
    },
    ['qr', 'checkUrl'],
  )
}
