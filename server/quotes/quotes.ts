import type { z } from 'zod'
import { Calculation } from '#contract/ogpo.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { mayReadAll } from '../codes/client-proof.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/route.ts'
import type { Sale } from '../ogpo/calculate.ts'
import type { Warning } from '../ogpo/warnings.ts'
import type { InsurerRow } from '../reference/reference.ts'
import { traceparent } from '../telemetry/trace.ts'
import { maskedName, QuoteFacts } from './facts.ts'
import type { SalePrice } from './price.ts'
import { sinceLastOf } from './since-last.ts'

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
}

/**
 * One insert: the facts, each coefficient, the version of the tables, and the very answer that was
 * given.
 */
export async function saveQuote(
  context: Context,
  { sale, hash, facts, price, warnings, tables, now, expiresAt, insurer }: NewQuote,
): Promise<Reply> {
  const { db, me } = context
  const calculationId = crypto.randomUUID()
  const draft = `D-${calculationId.slice(0, 8).toUpperCase()}-${calculationId.slice(-6).toUpperCase()}`
  const names = new Map(
    facts.insured.map((person) => [
      person.iin,
      person.iin === me().iin && me().kind !== 'promoter'
        ? `${person.name} ${person.surname}`
        : maskedName(person),
    ]),
  )
  const cars = new Map(facts.vehicles.map((car) => [car.plate, `${car.make} ${car.model}`]))
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
    cars: price.price.cars.map((car) => ({
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
    })),
    warnings,
    ...(since ? { since_last: since } : {}),
  }
  await db
    .insertInto('quotes')
    .values({
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
      position:
        sale.operation.latitude === undefined
          ? null
          : JSON.stringify({
              latitude: sale.operation.latitude,
              longitude: sale.operation.longitude,
              accuracy: sale.operation.accuracy,
              judgedAt: now.toISOString(),
            }),
      reply: JSON.stringify(reply),
      created_at: now,
      expires_at: expiresAt,
      trace: traceparent(),
    })
    .execute()
  return reply
}

export async function quoteByApplication(sql: Sql, applicationId: string) {
  const row = await sql
    .selectFrom('quotes')
    .select(['buyer_iin', 'promoter_iin', 'request_hash', 'reply', 'created_at', 'expires_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row
    ? {
        buyer_iin: row.buyer_iin,
        promoter_iin: row.promoter_iin,
        hash: row.request_hash,
        reply: Calculation.parse(row.reply),
        /** By `endQuote`: never by time alone. */
        ended: row.expires_at <= row.created_at,
      }
    : null
}

/**
 * What the quote was made from has turned out otherwise: it can't be ordered, and its application
 * gets no second life.
 */
export async function endQuote(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('quotes')
    .set((expression) => ({ expires_at: expression.ref('created_at') }))
    .where('id', '=', id)
    .execute()
}

export type Quote = NonNullable<Awaited<ReturnType<typeof quoteById>>>
export async function quoteById(sql: Sql, id: string) {
  const row = await sql
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .selectAll('quotes')
    .select('tariff_tables.data as tables')
    .where('quotes.id', '=', id)
    .executeTakeFirst()
  return row
    ? { ...row, facts: QuoteFacts.parse(row.facts), tables: tablesSchema.parse(row.tables) }
    : null
}
