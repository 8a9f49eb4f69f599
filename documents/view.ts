import { encode } from 'uqr'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import { formatMoney as money } from '#domain/format.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { inEveryLanguage, languageTag } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import { formatCoefficient } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { type DocumentKind, documentNames } from '#texts/document-names.ts'
import { pdfTexts } from '#texts/pdf.ts'
import type { BrokerFacts, InsurerFacts, PolicyFacts } from './facts.ts'
import { printable } from './fonts.ts'
import { exactTenge, legalDay, moment, monthCount, spacedPlate } from './format.ts'

/**
 * QR code of a text as an SVG with one path of black runs: level M survives a fold or a stain. It
 * has no margin of its own: the templates leave more than the four white modules that ISO/IEC 18004
 * asks for.
 */
export function qrSvg(text: string): string {
  if (last.text !== text) last = { text, svg: drawn(text) }
  return last.svg
}

/**
 * The documents of one policy carry the same code one after the other, and drawing it costs a sixth
 * of a document.
 */
let last = { text: '', svg: '' }

function drawn(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${runs.join('')}"/></svg>`
}

/** Sums insured as multiples of the monthly calculation index (MRP): law 446-II, art. 24 p. 1. */
const multiples = {
  death: 2000,
  disability1: 1600,
  disability2: 1200,
  disability3: 500,
  disabledChild: 1000,
  injury: 300,
  propertyOne: 600,
  propertyAll: 2000,
  funeral: 100,
} as const satisfies Record<keyof typeof pdfTexts.sums, number>

/**
 * Sums insured in tenge for an MRP in tenge, in the order of the document (art. 24; 2026: MRP 4 325
 * ₸, death 8 650 000 ₸).
 */
export const sumsInsured = (mrp: Tenge): Record<keyof typeof multiples, Tenge> => ({
  death: multiples.death * mrp,
  disability1: multiples.disability1 * mrp,
  disability2: multiples.disability2 * mrp,
  disability3: multiples.disability3 * mrp,
  disabledChild: multiples.disabledChild * mrp,
  injury: multiples.injury * mrp,
  propertyOne: multiples.propertyOne * mrp,
  propertyAll: multiples.propertyAll * mrp,
  funeral: multiples.funeral * mrp,
})

/** A company of which a paper says the name alone. */
export const named = (name: InsurerFacts['name']): InsurerFacts => ({
  name,
  bin: null,
  licence: null,
})

/** Our own words, made printable once. */
const words = inEveryLanguage((locale) => everyText(inLanguage(pdfTexts, locale), []))

type Head = {
  name: string
  number: string
  /** Of the file itself. */
  date: Date
  broker: BrokerFacts
  insurer: InsurerFacts
}

/**
 * Returns the common data of every paper's template: words, name, number, day, broker and insurer.
 */
export const paperHead = ({ name, number, date, broker, insurer }: Head, locale: Locale) => ({
  t: words[locale],
  lang: languageTag(locale),
  name,
  title: `${name} ${number} – ${broker.name[locale]}`,
  date: almatyDay(date).split('-').map(Number),
  number,
  broker: {
    name: broker.name[locale],
    sample: broker.sample,
    legalName: broker.legalName[locale],
    bin: broker.bin,
    licence: licence(broker.licence, locale),
    address: broker.address[locale],
    email: broker.email,
    callCentre: broker.callCentre,
  },
  insurer: {
    name: insurer.name[locale],
    bin: insurer.bin,
    licence: insurer.licence && licence(insurer.licence, locale),
  },
})

/**
 * Returns a template's data: words and facts in one language, every sum and date already written
 * out. The template only lays out.
 */
export function view(kind: DocumentKind, facts: PolicyFacts, locale: Locale) {
  const say = (both: Localized) => both[locale]
  const t = words[locale]
  const name = say(documentNames[kind])
  const { period } = facts
  return everyText(
    {
      ...paperHead({ ...facts, name, number: facts.globalId, date: facts.documentDate }, locale),
      issued: legalDay(almatyDay(new Date(facts.issuedAt)), locale),
      replaces: facts.replaces,
      start: legalDay(period.start, locale),
      end: legalDay(period.end, locale),
      startShort: numericDay(period.start),
      endShort: numericDay(period.end),
      duration: period.seasonal
        ? `${monthCount(period.months, locale)}, ${t.seasonal}`
        : monthCount(period.months, locale),
      policyholder: policyholder(facts, locale),
      insured: facts.insured.map((person) => ({
        ...person,
        privilege: person.privilege ? t.yes : t.no,
      })),
      vehicles: facts.vehicles.map((car) => ({
        ...car,
        plate: spacedPlate(car.plate),
        year: String(car.year),
        region: say(car.region),
      })),
      price: price(facts, locale),
      sums: Object.entries(sumsInsured(facts.mrp)).map(([row, sum]) => ({
        label: sumLabel(t.sums, row),
        sum: money(sum),
      })),
      mrp: money(facts.mrp),
      questions: facts.questions.map(({ question, answer }) => ({
        question: say(question),
        answer: say(answer),
      })),
      consents: facts.consents.map((given) => ({
        kind: t.consentKinds[given.kind],
        by: given.by,
        at: moment(given.at),
        channel: t.channels[given.channel],
        version: given.version,
      })),
      signature: {
        phone: formatPhone(facts.signature.phone),
        at: moment(facts.signature.at),
        text: t.signatures[facts.signature.signed],
      },
      checkUrl: facts.checkUrl,
      checkPage: facts.checkPage,
      qr: qrSvg(facts.checkUrl),
    },
    ['qr', 'checkUrl', 't'],
  )
}

function policyholder({ policyholder: { document, ...person } }: PolicyFacts, locale: Locale) {
  const paper = document && [
    document.kind[locale],
    `№\u00a0${document.number}`,
    numericDay(document.issueDate),
    document.issuer,
  ]
  return {
    ...person,
    birthDate: person.birthDate && legalDay(person.birthDate, locale),
    phone: formatPhone(person.phone),
    document: paper?.filter((part) => part !== null).join(', ') ?? null,
  }
}

function price(facts: PolicyFacts, locale: Locale) {
  const car = (plate: string) =>
    facts.vehicles.find((vehicle) => vehicle.plate === plate)?.makeModel ?? ''
  return {
    premium: money(facts.premium),
    ogpoPlus: facts.ogpoPlus && {
      premium: money(facts.ogpoPlus.premium),
      payout: money(facts.ogpoPlus.payout),
    },
    total: money(facts.premium + (facts.ogpoPlus?.premium ?? 0)),
    commission: money(facts.commission),
    combination: facts.combination,
    lines: facts.priceLines.map((line) => ({
      plate: spacedPlate(line.plate),
      makeModel: car(line.plate),
      fullName: line.fullName,
      iin: line.iin,
      base: exactTenge(line.base),
      factors: line.factors.map(({ label, value }) => ({
        label: label[locale],
        value: formatCoefficient(value),
      })),
      premium: money(line.premium),
    })),
  }
}

const licence = ({ number, date }: { number: string; date: string }, locale: Locale) =>
  `№\u00a0${number}, ${legalDay(date, locale)}`

type Said<T> = T extends Localized ? string : { [key in keyof T]: Said<T[key]> }

/** The table of texts in one language. */
export function inLanguage<T extends object>(table: T, locale: Locale): Said<T> {
  const entries = Object.entries(table).map(([key, value]) => [
    key,
    locale in value ? value[locale] : inLanguage(value, locale),
  ])
  return Object.fromEntries(entries)
}

const sumLabel = (labels: Record<string, string>, row: string) => labels[row] ?? ''

/**
 * Makes every text of the view printable, whatever a register or a person has put into it; `raw`
 * keys are for machines and stay as they are.
 */
export function everyText<T>(value: T, raw: readonly string[]): T
export function everyText(value: unknown, raw: readonly string[]): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map((item) => everyText(item, raw))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      raw.includes(key) ? item : everyText(item, raw),
    ]),
  )
}
