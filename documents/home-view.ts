import type { Day } from '#domain/calendar.ts'
import { formatMoney as money } from '#domain/format.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import { homePdfTexts } from '#texts/home-pdf.ts'
import type { BrokerFacts, Instant, InsurerFacts } from './facts.ts'
import { legalDay, moment } from './format.ts'
import { everyText, inLanguage, paperHead, qrSvg } from './view.ts'

/**
 * Everything the policy of a Home subscription says. Plain data; nothing is looked up while the
 * paper is made.
 */
export type HomePolicyFacts = {
  /** Number of the contract in the unified insurance database. */
  globalId: string
  registeredAt: Instant
  /** Date of the file itself (metadata): the same facts give the same bytes. */
  documentDate: Date
  broker: BrokerFacts
  insurer: InsurerFacts
  policyholder: { fullName: string; iin: string; phone: string | null }
  plan: Readonly<Localized>
  address: Readonly<Localized>
  addressCode: string
  insuranceAmount: Tenge
  interiorFinishing: Tenge
  neighbourCompensation: Tenge
  monthlyPayment: Tenge
  commission: Tenge
  /** The exact minute the protection begins. */
  protectionFrom: Instant
  /** The first paid period, both days included, and the first billing date. */
  firstPeriod: { start: Day; end: Day }
  nextBillingOn: Day
  checkUrl: string
  checkPage: string
}

/**
 * Returns the data of the Home policy's template, in one language, every sum and time already
 * written out.
 */
export function homeView(facts: HomePolicyFacts, locale: Locale) {
  const say = (words: Localized) => words[locale]
  const name = say(homePdfTexts.name)
  const { covers, ...own } = homePdfTexts
  const head = paperHead(
    { ...facts, name, number: facts.globalId, date: facts.documentDate },
    locale,
  )
  const cover = (row: 'insuranceAmount' | 'interiorFinishing' | 'neighbourCompensation') => ({
    name: say(covers[row]),
    what: say(covers[`${row}What`]),
    sum: money(facts[row]),
  })
  return everyText(
    {
      ...head,
      t: { ...head.t, ...inLanguage(own, locale) },
      issued: moment(facts.registeredAt),
      protectionFrom: moment(facts.protectionFrom),
      paidUntil: legalDay(facts.firstPeriod.end, locale),
      plan: say(facts.plan),
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
