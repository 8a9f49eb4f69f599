import { sql } from 'kysely'
import type { z } from 'zod'
import type { Calculation } from '#contract/ogpo-calculate.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { mayReadAll } from '../codes/client-proof.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import { peopleRows } from '../persons/people.ts'
import type { PersonRecord } from '../persons/record.ts'
import { maskedName } from '../persons/record.ts'
import type { QuoteFacts } from '../quotes/facts.ts'
import type { SalePrice } from '../quotes/price.ts'
import { sinceLastOf } from '../quotes/since-last.ts'
import type { InsurerRow } from '../reference/reference.ts'
import { traceparent } from '../telemetry/trace.ts'
import type { Sale } from './sale.ts'
import type { Warning } from './warnings.ts'

type Reply = z.infer<typeof Calculation>
type NewQuote = {
  sale: Sale
  hash: Buffer
  facts: QuoteFacts
  price: SalePrice
  warnings: Warning[]
  tables: Tables
  now: Date
  expiresAt: Date
  insurer: InsurerRow
  /** Whom the registers named: what they said is kept with the quote. */
  registered: readonly PersonRecord[]
}

/**
 * One statement: the people, the facts, each coefficient, the version of the tables, and the very
 * answer that was given.
 */
export async function saveQuote(
  context: Context,
  { sale, hash, facts, price, warnings, tables, now, expiresAt, insurer, registered }: NewQuote,
): Promise<Reply> {
  const { db, me } = context
  const calculationId = crypto.randomUUID()
  const draft = `D-${calculationId.slice(0, 8).toUpperCase()}-${calculationId.slice(-6).toUpperCase()}`
  const { prolongGlobalId } = sale.order
  const since =
    prolongGlobalId && (await mayReadAll(context, prolongGlobalId))
      ? await sinceLastOf(db, prolongGlobalId, price.price)
      : null
  const reply: Reply = {
    calculationId,
    draft_id: draft,
    premium: price.total,
    insurance_premium: price.insurancePremium,
    broker_premium: price.commission,
    ogpo_plus_premium: price.ogpoPlusPremium,
    refund_sum: price.refund,
    surcharge_sum: price.surcharge,
    remaining_amount: price.remaining,
    total_amount: price.total,
    date_start: facts.term.start,
    date_end: facts.term.end,
    valid_until: expiresAt.toISOString(),
    insurer: {
      code: insurer.code,
      name: insurer.name,
      commissionPercent: facts.insurer.commissionPercent,
      acceptsBadScoring: insurer.acceptsBadScoring,
    },
    tables_version: tables.version,
    price_kind: price.price.kind,
    cars: carsOf(facts, price, me()),
    warnings,
    ...(since ? { since_last: since } : {}),
  }
  const quote = db.insertInto('quotes').values({
    id: calculationId,
    application_id: sale.operation.applicationId,
    request_hash: hash,
    ...(me().kind === 'promoter'
      ? { buyer_iin: facts.policyholder.iin, promoter_iin: me().iin }
      : { buyer_iin: me().iin }),
    kind: sale.order.reorderGlobalId ? 'reissue' : sale.order.prolongGlobalId ? 'prolong' : 'new',
    draft_number: draft,
    insurer_id: insurer.id,
    facts: JSON.stringify(facts),
    price: JSON.stringify(price.price),
    tables_version: tables.version,
    insurance_premium: price.insurancePremium,
    ogpo_plus_premium: price.ogpoPlusPremium,
    commission: price.commission,
    remaining_amount: price.remaining,
    surcharge: price.surcharge,
    refund: price.refund,
    replaces_global_id: sale.order.reorderGlobalId ?? null,
    position: positionOf(sale, now),
    reply: JSON.stringify(reply),
    created_at: now,
    expires_at: expiresAt,
    trace: traceparent(),
  })
  const people = registered.length > 0 ? peopleRows(db, registered, now) : null
  await (people ? sql`with people as (${people}) ${quote}`.execute(db) : quote.execute())
  return reply
}

/** The price of each car; the names of others than the buyer are masked. */
function carsOf(facts: QuoteFacts, price: SalePrice, me: Identity): Reply['cars'] {
  const names = new Map(
    facts.insured.map((person) => [
      person.iin,
      person.iin === me.iin && me.kind !== 'promoter'
        ? `${person.name} ${person.surname}`
        : maskedName(person),
    ]),
  )
  const cars = new Map(facts.vehicles.map((car) => [car.plate, `${car.make} ${car.model}`]))
  return price.price.cars.map((car) => ({
    registrationNumber: car.plate,
    makeModel: cars.get(car.plate) ?? '',
    premium: car.premium,
    decisiveIin: car.decisive,
    lines: car.lines.map((line) => ({
      iin: line.iin,
      name: names.get(line.iin) ?? '',
      premium: line.premium,
      factors: line.factors.map((factor) => ({ ...factor, because: { ...factor.because } })),
    })),
  }))
}

const positionOf = ({ operation }: Sale, now: Date): string | null =>
  operation.latitude === undefined
    ? null
    : JSON.stringify({
        latitude: operation.latitude,
        longitude: operation.longitude,
        accuracy: operation.accuracy,
        judgedAt: now.toISOString(),
      })
