import type { Day } from '#domain/calendar.ts'
import type { Localized } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import type { pdfTexts } from '#texts/pdf.ts'

/** A moment, ISO 8601 with offset or Z; documents show it in Almaty time. */
export type Instant = string

/** Who sells: the shape of `brand`, which can be passed as it is. */
export type BrokerFacts = {
  name: Readonly<Localized>
  latin: string
  /** Marks every page as a sample while the company's data are invented. */
  sample: boolean
  legalName: Readonly<Localized>
  bin: string
  licence: { number: string; date: Day }
  address: Readonly<Localized>
  email: string
  callCentre: string
}

export type InsurerFacts = {
  name: Readonly<Localized>
  bin: string | null
  licence: { number: string; date: Day } | null
}

export type PolicyholderFacts = {
  /** Surname, name, patronymic as the register spells them. */
  fullName: string
  iin: string
  birthDate: Day | null
  phone: string
  email: string | null
  address: string | null
  document: {
    kind: Readonly<Localized>
    number: string
    issueDate: Day
    issuer: string | null
  } | null
}

export type InsuredFacts = {
  fullName: string
  iin: string
  driverLicence: string | null
  /** Class of the bonus-malus system: '3', 'M1' … */
  bonusMalusClass: string
  privilege: boolean
}

export type VehicleFacts = {
  plate: string
  makeModel: string
  year: number
  techPassport: string
  vin: string
  region: Readonly<Localized>
}

/** How one car was priced: by its decisive driver (law 446-II, art. 19). */
export type PriceLineFacts = {
  plate: string
  iin: string
  fullName: string
  /** Base premium in tenge with its fraction, '8217.5'. */
  base: string
  /**
   * Every coefficient in the order of multiplication; the value is a decimal, '2.1016', or a
   * fraction of the year, '184/365'.
   */
  factors: { label: Readonly<Localized>; value: string }[]
  premium: Tenge
}

export type ConsentKind = keyof typeof pdfTexts.consentKinds
export type ConsentChannel = keyof typeof pdfTexts.channels

export type ConsentFacts = {
  kind: ConsentKind
  /** Full name of the person who consented. */
  by: string
  at: Instant
  channel: ConsentChannel
  /** Version of the text that was shown. */
  version: string
}

/**
 * Everything the four OGPO documents say. Plain data; nothing is looked up while a document is
 * made.
 */
export type PolicyFacts = {
  /** Number of the policy in the unified insurance database. */
  globalId: string
  issuedAt: Instant
  /** Date of the file itself (metadata): the same facts give the same bytes. */
  documentDate: Date
  broker: BrokerFacts
  insurer: InsurerFacts
  policyholder: PolicyholderFacts
  insured: InsuredFacts[]
  vehicles: VehicleFacts[]
  /** Both days included. */
  period: { start: Day; end: Day; months: number; seasonal: boolean }
  /** Global id of the policy this one replaces (reissue). */
  replaces: string | null
  /** Premium by the law's tariff, without OGPO+. */
  premium: Tenge
  ogpoPlus: { premium: Tenge; payout: Tenge } | null
  /** Broker's commission inside the premium, never on top. */
  commission: Tenge
  priceLines: PriceLineFacts[]
  /**
   * `standard`: dearest driver of one car; `complex`: several cars of one person, dearest car once;
   * `perCar`: a contract per car, summed.
   */
  combination: keyof typeof pdfTexts.combination
  /**
   * Monthly calculation index on the day of issue; the sums insured of art. 24 are its multiples.
   */
  mrp: Tenge
  questions: { question: Readonly<Localized>; answer: Readonly<Localized> }[]
  consents: ConsentFacts[]
  signature: { phone: string; at: Instant; signed: keyof typeof pdfTexts.signatures }
  /** Full address of the public check with its signed token: goes into the QR code. */
  checkUrl: string
  /** The same page as a person types it, without scheme and token: 'qorgan.example/check'. */
  checkPage: string
}
