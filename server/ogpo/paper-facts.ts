import { z } from 'zod'
import { brand } from '#brand'
import type { PolicyFacts } from '#documents/facts.ts'
import { formatMoney } from '#domain/money.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { factorLine } from '#texts/factors.ts'
import { pdfTexts as t } from '#texts/pdf.ts'
import type { Order } from '../orders.ts'
import { fullName, type QuoteFacts } from './facts.ts'

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
              because: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
            }),
          ),
        }),
      ),
    }),
  ),
})
const Accepted = z.object({
  terms: z.string(),
  personalData: z.string(),
  commission: z.string(),
  ogpoPlus: z.string().optional(),
  at: z.string(),
})

export type PaperPolicy = {
  global_id: string
  issued_at: Date
  start_date: string
  end_date: string
  premium: number
  ogpo_plus_premium: number
}

/** What stands in the papers of a policy: as it was sold, so that they are the same whenever they are made. */
export function paperFacts(
  order: Order,
  policy: PaperPolicy,
  facts: QuoteFacts,
  price: z.infer<typeof StoredPrice>,
  tables: Tables,
  checkUrl: string,
  publicUrl: string,
): PolicyFacts {
  const people = new Map(facts.insured.map((person) => [person.iin, person]))
  const cars = new Map(facts.vehicles.map((car) => [car.plate, car]))
  const region = (code: string) => {
    const found = tables.regions.find((each) => each.code === code)
    return found ? found.label : { kz: code, ru: code }
  }
  const accepted = Accepted.parse(order.accepted)
  const holder = fullName(facts.policyholder)
  const proof = order.channel === 'egov' ? ('egov' as const) : ('smsCode' as const)
  const consent = (kind: 'personalData' | 'terms' | 'commission' | 'ogpoPlus', version: string | undefined) =>
    version ? [{ kind, by: holder, at: accepted.at, channel: kind === 'personalData' ? proof : ('site' as const), version }] : []
  return {
    globalId: policy.global_id,
    issuedAt: policy.issued_at.toISOString(),
    documentDate: policy.issued_at,
    broker: brand,
    insurer: { name: facts.insurer.name, bin: null, licence: null },
    policyholder: {
      fullName: holder,
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
    },
    insured: facts.insured.map((person) => ({
      fullName: fullName(person),
      iin: person.iin,
      driverLicence: person.licence?.number ?? null,
      bonusMalusClass: person.bonusMalus.class,
      benefit: person.privilege,
    })),
    vehicles: facts.vehicles.map((car) => ({
      plate: car.plate,
      makeModel: `${car.make} ${car.model}`,
      year: car.year,
      techPassport: car.techPassport,
      vin: car.vin,
      region: region(car.region),
    })),
    period: { start: policy.start_date, end: policy.end_date, months: facts.term.months, seasonal: facts.term.seasonal },
    replaces: facts.replaces?.globalId ?? null,
    premium: policy.premium,
    ogpoPlus: facts.ogpoPlus,
    commission: order.commission,
    priceLines: price.cars.flatMap((car) => {
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
              label: factorLine(factor.code, factor.because, { region: region(cars.get(car.plate)?.region ?? ''), money: formatMoney }),
              value: factor.value,
            })),
          premium: car.premium,
        },
      ]
    }),
    combination: price.kind === 'many' ? 'perCar' : price.kind,
    mrp: tables.mrp,
    questions: [
      { question: t.asked.willDrive, answer: facts.willDrive ? t.yes : t.no },
      { question: t.asked.seasonal, answer: facts.term.seasonal ? t.yes : t.no },
    ],
    consents: [
      ...consent('personalData', accepted.personalData),
      ...consent('terms', accepted.terms),
      ...consent('commission', accepted.commission),
      ...(facts.ogpoPlus ? consent('ogpoPlus', accepted.ogpoPlus) : []),
    ],
    signature: { phone: order.phone, at: order.created_at.toISOString() },
    checkUrl,
    checkPage: `${publicUrl.replace(/^https?:\/\//, '')}/check`,
  }
}

const kindOf = (type: string) => Object.entries(t.identityDocuments).find(([known]) => known === type)?.[1] ?? t.identityDocuments.PASSPORT
