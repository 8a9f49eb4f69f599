import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { brand, locales } from '#brand'
import type { PolicyFacts } from '#documents/facts.ts'
import { fileName, renderDocument } from '#documents/render.ts'
import { formatMoney } from '#domain/money.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { factorLine } from '#texts/factors.ts'
import type { Documents } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { exclusively } from '../locks.ts'
import { tell } from '../messages.ts'
import { type Order, orderById } from '../orders.ts'
import { step } from '../steps.ts'
import { checkAddress } from './check-address.ts'
import { fullName, QuoteFacts } from './facts.ts'

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
const StoredPrice = z.object({
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

/** Job: makes the papers of an issued policy in both languages, once, and stores them with size and hash. */
export async function makeDocuments(deps: Deps, orderId: string): Promise<void> {
  await exclusively(deps.pool, `documents:${orderId}`, () => make(deps, orderId))
}

async function make(deps: Deps, orderId: string) {
  const order = await orderById(deps.db, orderId)
  const policy = order ? await deps.db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst() : undefined
  if (!order || !policy) return
  // All of them are written together, with what tells the client of them.
  if (await deps.db.selectFrom('documents').select('uuid').where('policy_id', '=', policy.id).executeTakeFirst()) return
  const quote = await deps.db
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .select(['quotes.price', 'tariff_tables.data'])
    .where('quotes.id', '=', order.calculation_id)
    .executeTakeFirstOrThrow()
  const tables = tablesSchema.parse(quote.data)
  const rows: Insertable<Documents>[] = []
  for (const locale of locales) {
    const facts = paperFacts(
      order,
      policy,
      QuoteFacts.parse(policy.facts),
      StoredPrice.parse(quote.price),
      tables,
      await checkAddress(deps.config.publicUrl, deps.signer, policy, locale),
      deps.config.publicUrl,
    )
    for (const kind of kinds) {
      const content = Buffer.from(renderDocument(kind, facts, locale))
      rows.push({
        policy_id: policy.id,
        kind,
        locale,
        file_name: fileName(kind, facts, locale),
        size: content.length,
        sha256: createHash('sha256').update(content).digest(),
        content,
        created_at: deps.clock.now(),
      })
      // The next paper waits a turn of the loop, so that answers go on and the renderer frees its memory.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await step('documents.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('documents')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['policy_id', 'kind', 'locale']).doNothing())
        .execute()
      await tx.updateTable('orders').set({ locale: order.locale }).where('id', '=', orderId).execute()
      await tell(tx, deps, order, 'issued')
    }),
  )
}

type PolicyRow = { global_id: string; issued_at: Date; start_date: string; end_date: string; premium: number; ogpo_plus_premium: number }

function paperFacts(
  order: Order,
  policy: PolicyRow,
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
            kind: documentKind(facts.policyholder.document.type),
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
      {
        question: { kz: 'Сақтанушы көлікті өзі жүргізе ме?', ru: 'Страхователь сам управляет автомобилем?' },
        answer: facts.willDrive ? { kz: 'Иә', ru: 'Да' } : { kz: 'Жоқ', ru: 'Нет' },
      },
      {
        question: { kz: 'Көлік тек маусымда пайдаланыла ма?', ru: 'Автомобиль используется только сезонно?' },
        answer: facts.term.seasonal ? { kz: 'Иә', ru: 'Да' } : { kz: 'Жоқ', ru: 'Нет' },
      },
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

const documentKind = (type: string) =>
  type === 'ID_CARD' ? { kz: 'Жеке куәлік', ru: 'Удостоверение личности' } : { kz: 'Төлқұжат', ru: 'Паспорт' }
