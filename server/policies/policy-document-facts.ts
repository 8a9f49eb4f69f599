import type { z } from 'zod'
import { brand } from '#brand'
import type { PolicyFacts } from '#documents/facts.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { fullName } from '#domain/person.ts'
import { pdfTexts as t } from '#texts/pdf.ts'
import type { Order } from '../orders/orders.ts'
import type { Acceptance } from '../orders/stored-acceptance.ts'
import type { QuoteFacts } from '../quotes/facts.ts'
import { declaredExperience } from '../quotes/people.ts'
import { Accepted, acceptedTexts, agreements } from './policy-document-agreements.ts'
import { priceLinesOf, type StoredPrice } from './policy-document-price.ts'

export type DocumentPolicy = {
  global_id: string
  issued_at: Date
  start_date: string
  end_date: string
  premium: number
  ogpo_plus_premium: number
}

/**
 * What stands in the documents of a policy: as it was sold, so that they are the same whenever they
 * are made.
 */
export function policyDocumentFacts(
  order: Order,
  policy: DocumentPolicy,
  facts: QuoteFacts,
  price: z.infer<typeof StoredPrice>,
  tables: Tables,
  checkUrl: string,
  publicUrl: string,
  acceptance: Acceptance | null,
): PolicyFacts {
  const region = (code: string) => {
    const found = tables.regions.find((each) => each.code === code)
    return found ? found.label : inEveryLanguage(() => code)
  }
  const accepted = Accepted.parse(order.accepted)
  const signed = acceptance?.signed ?? (order.channel === 'egov' ? 'egov' : 'code')
  return {
    globalId: policy.global_id,
    issuedAt: policy.issued_at.toISOString(),
    documentDate: policy.issued_at,
    broker: brand,
    insurer: { name: facts.insurer.name, bin: null, licence: null },
    policyholder: policyholderOf(facts, order),
    insured: facts.insured.map((person) => ({
      fullName: fullName(person),
      iin: person.iin,
      driverLicence: person.licence?.number ?? null,
      bonusMalusClass: person.bonusMalus.class,
      privilege: person.privilege,
    })),
    vehicles: facts.vehicles.map((car) => ({
      plate: car.plate,
      makeModel: `${car.make} ${car.model}`,
      year: car.year,
      techPassport: car.techPassport,
      vin: car.vin,
      region: region(car.region),
    })),
    period: {
      start: policy.start_date,
      end: policy.end_date,
      months: facts.term.months,
      seasonal: facts.term.seasonal,
    },
    replaces: facts.replaces?.globalId ?? null,
    premium: policy.premium,
    ogpoPlus: facts.ogpoPlus,
    commission: order.commission,
    priceLines: priceLinesOf(facts, price, region),
    combination: price.kind === 'many' ? 'perCar' : price.kind,
    mrp: tables.mrp,
    questions: questionsOf(facts),
    consents: [
      ...agreements(acceptance, facts, order),
      ...acceptedTexts(acceptance, facts, accepted),
    ],
    signature: { phone: order.phone, at: order.created_at.toISOString(), signed },
    checkUrl,
    checkPage: `${publicUrl.replace(/^https?:\/\//, '')}/check`,
  }
}

const policyholderOf = (facts: QuoteFacts, order: Order): PolicyFacts['policyholder'] => ({
  fullName: fullName(facts.policyholder),
  iin: facts.policyholder.iin,
  birthDate: facts.policyholder.birthDate,
  phone: order.phone,
  email: order.email,
  address: null,
  document: facts.policyholder.document?.issueDate
    ? {
        kind: kindOf(facts.policyholder.document.type),
        number: facts.policyholder.document.number,
        issueDate: facts.policyholder.document.issueDate,
        issuer: facts.policyholder.document.issuer || null,
      }
    : null,
})

const questionsOf = (facts: QuoteFacts): PolicyFacts['questions'] => [
  { question: t.asked.willDrive, answer: facts.willDrive ? t.yes : t.no },
  { question: t.asked.seasonal, answer: facts.term.seasonal ? t.yes : t.no },
  ...declaredExperience(facts).map(({ person, long }) => ({
    question: {
      kz: `${t.asked.experience.kz} ${fullName(person)}`,
      ru: `${t.asked.experience.ru} ${fullName(person)}`,
    },
    answer: long ? t.asked.experienceLong : t.asked.experienceShort,
  })),
]

const kindOf = (type: string) =>
  Object.entries(t.identityDocuments).find(([known]) => known === type)?.[1] ??
  t.identityDocuments.PASSPORT
