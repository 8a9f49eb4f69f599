import { z } from 'zod'
import type { ConsentFacts, PolicyFacts } from '#documents/facts.ts'
import { formatMoney } from '#domain/format.ts'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { fullName } from '#domain/person.ts'
import { factorLine } from '#texts/factors.ts'
import { pdfTexts as t } from '#texts/pdf.ts'
import { brand } from '../../brand.ts'
import type { Acceptance } from '../orders/acceptance.ts'
import type { Order } from '../orders/orders.ts'
import { declaredExperience, everybodyOf, type QuoteFacts } from '../quotes/quotes.ts'

const Accepted = z.object({
  terms: z.string(),
  personalData: z.string(),
  commission: z.string(),
  ogpoPlus: z.string().optional(),
  at: z.string(),
})

const channels = new Map<string, ConsentFacts['channel']>([
  ['sms_code', 'smsCode'],
  ['sms_code_1414', 'smsCode'],
  ['sms_1414', 'sms1414'],
  ['egov', 'egov'],
])

/**
 * The person who ticked: the client on the site, or the promoter, who declares that the client
 * agrees.
 */
const marked = (
  acceptance: Acceptance | null,
  facts: QuoteFacts,
): Pick<ConsentFacts, 'by' | 'channel'> =>
  acceptance?.signed === 'promoter'
    ? { by: acceptance.promoter, channel: 'promoter' }
    : { by: fullName(facts.policyholder), channel: 'site' }

/**
 * Each person's own consent to look-ups, as they gave it; for a policyholder without one, the mark
 * of the person who ticked it.
 */
function agreements(
  acceptance: Acceptance | null,
  facts: QuoteFacts,
  order: Order,
): ConsentFacts[] {
  const { personalData, at } = Accepted.parse(order.accepted)
  const kind = 'personalData' as const
  const policyholder = { kind, by: fullName(facts.policyholder), at, version: personalData }
  if (!acceptance)
    return [{ ...policyholder, channel: order.channel === 'egov' ? 'egov' : 'smsCode' }]
  const names = new Map(everybodyOf(facts).map((person) => [person.iin, fullName(person)]))
  const given = acceptance.given.flatMap(({ iin, channel, at: on, version }) => {
    const by = names.get(iin)
    return by
      ? [{ kind, by, at: on, channel: channels.get(channel) ?? ('site' as const), version }]
      : []
  })
  const own = acceptance.given.some(({ iin }) => iin === facts.policyholder.iin)
  return own ? given : [{ ...policyholder, ...marked(acceptance, facts) }, ...given]
}

function acceptedTexts(
  acceptance: Acceptance | null,
  facts: QuoteFacts,
  accepted: z.infer<typeof Accepted>,
): ConsentFacts[] {
  const by = marked(acceptance, facts)
  const { at, terms, commission, ogpoPlus } = accepted
  return [
    { kind: 'terms', ...by, at, version: terms },
    { kind: 'commission', ...by, at, version: commission },
    ...(facts.ogpoPlus && ogpoPlus
      ? [{ kind: 'ogpoPlus' as const, ...by, at, version: ogpoPlus }]
      : []),
  ]
}

export const StoredPrice = z.object({
  kind: z.enum(['standard', 'complex', 'many']),
  cars: z.array(
    z.object({
      plate: z.string(),
      decisive: z.string(),
      premium: z.number(),
      lines: z.array(
        z.object({
          iin: z.string(),
          factors: z.array(
            z.object({
              code: z.string(),
              value: z.string(),
              because: z.record(
                z.string(),
                z.union([z.string(), z.number(), z.boolean(), z.null()]),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
})

type Labels = (code: string) => Localized

/** Explains each car's price by the driver who decides it. */
function priceLinesOf(
  facts: QuoteFacts,
  price: z.infer<typeof StoredPrice>,
  region: Labels,
): PolicyFacts['priceLines'] {
  const people = new Map(facts.insured.map((person) => [person.iin, person]))
  const cars = new Map(facts.vehicles.map((car) => [car.plate, car]))
  return price.cars.flatMap((car) => {
    const line = car.lines.find((each) => each.iin === car.decisive)
    const person = people.get(car.decisive)
    if (!line || !person) return []
    const base = line.factors.find((factor) => factor.code === 'base')
    return [
      {
        plate: car.plate,
        iin: car.decisive,
        fullName: fullName(person),
        base: base?.value ?? '',
        factors: line.factors
          .filter((factor) => factor.code !== 'base')
          .map((factor) => ({
            label: factorLine(factor.code, factor.because, {
              region: region(cars.get(car.plate)?.region ?? ''),
              money: formatMoney,
            }),
            value: factor.value,
          })),
        premium: car.premium,
      },
    ]
  })
}

type DocumentPolicy = {
  global_id: string
  issued_at: Date
  start_date: string
  end_date: string
  premium: number
  ogpo_plus_premium: number
}

/**
 * Returns the contents of a policy's documents: as sold, so that they are the same whenever they
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
