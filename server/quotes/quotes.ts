import { sql as raw } from 'kysely'
import { z } from 'zod'
import { Calculation } from '#contract/ogpo-calculate.ts'
import { fullYears } from '#domain/calendar.ts'
import { experiencedYears } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import type { Insured } from '#domain/ogpo/tariff-sale.ts'
import { isLost } from '#domain/order.ts'
import type { Sql } from '../db/connect.ts'
import { PersonRecord, shortName } from '../persons/people.ts'

export const VehicleRecord = z.object({
  vehicleId: z.number(),
  plate: z.string(),
  techPassport: z.string(),
  vin: z.string(),
  type: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  region: z.string(),
  settlement: z.enum(['CITY', 'OTHER']),
})
export type VehicleRecord = z.infer<typeof VehicleRecord>

/**
 * The facts of a quote, stored with it: the price is recomputed and the policy issued from these,
 * never from the browser's values.
 */
export const QuoteFacts = z.object({
  quotedOn: z.string(),
  policyholder: PersonRecord,
  willDrive: z.boolean(),
  phone: z.string(),
  /** Every insured person, the driving policyholder among them. */
  insured: z.array(PersonRecord),
  vehicles: z.array(VehicleRecord),
  term: z.object({ start: z.string(), end: z.string(), months: z.number(), seasonal: z.boolean() }),
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
    correctionDeviation: z.string(),
  }),
  ogpoPlus: z.object({ payout: z.number(), premium: z.number() }).nullable(),
  badScoring: z.boolean(),
  replaces: z
    .object({
      globalId: z.string(),
      policyId: z.number(),
      premium: z.number(),
      start: z.string(),
      end: z.string(),
      orderId: z.string().nullable(),
      sameInsurer: z.boolean(),
      /**
       * What the old insurer may retain, by the law of the day its contract was concluded on;
       * quotes of the last version lack it.
       */
      retention: tablesSchema.shape.termination.optional(),
    })
    .nullable(),
})
export type QuoteFacts = z.infer<typeof QuoteFacts>

export async function quoteByApplication(sql: Sql, applicationId: string) {
  const row = await sql
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.calculation_id', 'quotes.id')
    .select([
      'quotes.buyer_iin',
      'quotes.promoter_iin',
      'quotes.request_hash',
      'quotes.reply',
      'quotes.facts',
      'quotes.created_at',
      'quotes.expires_at',
      'orders.state as ordered',
    ])
    .where('quotes.application_id', '=', applicationId)
    .executeTakeFirst()
  return row
    ? {
        buyer_iin: row.buyer_iin,
        promoter_iin: row.promoter_iin,
        hash: row.request_hash,
        reply: Calculation.parse(row.reply),
        facts: QuoteFacts.parse(row.facts),
        /** Ended by `endQuote` or by a failed order: never by time alone. */
        ended: row.expires_at <= row.created_at || isLost(row.ordered ?? ''),
      }
    : null
}

/**
 * Ends a quote whose facts have changed: it can't be ordered, and its application gets no new
 * quote.
 */
export async function endQuote(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('quotes')
    .set((expression) => ({ expires_at: expression.ref('created_at') }))
    .where('id', '=', id)
    .execute()
}

/** Selects a quote with its tables. Named columns keep the plan cached. */
export const selectQuote = (sql: Sql, id: string) =>
  sql
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .select([
      'quotes.id',
      'quotes.kind',
      'quotes.buyer_iin',
      'quotes.promoter_iin',
      'quotes.facts',
      'quotes.insurance_premium',
      'quotes.ogpo_plus_premium',
      'quotes.surcharge',
      'quotes.position',
      'quotes.replaces_global_id',
      'quotes.tables_version',
      'quotes.trace',
      'quotes.created_at',
      'quotes.expires_at',
      'tariff_tables.data as tables',
    ])
    .where('quotes.id', '=', id)

/** Everybody a stored quote is about, as `everybodyOf` names them: in a question about quotes. */
export const peopleOfQuote = raw<string>`(select quotes.facts -> 'policyholder' ->> 'iin' union all
  select one ->> 'iin' from jsonb_array_elements(quotes.facts -> 'insured') as one)`

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectQuote>['executeTakeFirst']>>>
export const quoteOf = <Of extends Pick<Row, 'facts' | 'tables'>>(row: Of) => ({
  ...row,
  facts: QuoteFacts.parse(row.facts),
  tables: tablesSchema.parse(row.tables),
})
export type Quote = ReturnType<typeof quoteOf<Row>>

/** The same with the answer given to its requester. */
export type AnsweredQuote = NonNullable<Awaited<ReturnType<typeof quoteById>>>
export async function quoteById(sql: Sql, id: string) {
  const row = await selectQuote(sql, id)
    .select(['quotes.reply', 'quotes.commission', 'quotes.remaining_amount', 'quotes.refund'])
    .executeTakeFirst()
  return row ? quoteOf(row) : null
}

/** Everybody a contract is about, each once: the policyholder who drives is one person. */
export const everybodyOf = ({ policyholder, insured }: QuoteFacts): PersonRecord[] => [
  policyholder,
  ...insured.filter(({ iin }) => iin !== policyholder.iin),
]

/**
 * Returns insured people with experience declared by themselves, not shown by the licence. `long`:
 * two years or more.
 */
export const declaredExperience = ({
  insured,
  quotedOn,
}: Pick<QuoteFacts, 'insured' | 'quotedOn'>) =>
  insured.flatMap((person) =>
    person.licence?.experienceDeclared
      ? [{ person, long: fullYears(person.licence.experienceFrom, quotedOn) >= experiencedYears }]
      : [],
  )

/** The tariff's view of an insured person. */
export const asInsured = (person: PersonRecord): Insured => ({
  iin: person.iin,
  kind: 'NATURAL',
  birthDate: person.birthDate,
  experienceFrom: person.licence?.experienceFrom ?? null,
  bonusMalus: person.bonusMalus,
  privilege: person.privilege,
})

const Sold = z.object({
  policyholder: z.object({ surname: z.string(), name: z.string() }).nullish().catch(null),
  vehicles: z.array(z.object({ plate: z.string() })).catch([]),
  insurer: z.object({ name: KeptText }).nullish().catch(null),
})

/**
 * Returns a list row's facts of a sale: surname and initial, plate of the first car, insurer. Empty
 * for an erased client.
 */
export function shortFacts(facts: unknown, locale: Locale) {
  const { policyholder, vehicles, insurer } = Sold.catch({ vehicles: [] }).parse(facts)
  return {
    who: policyholder ? shortName(policyholder) : '',
    plate: vehicles[0]?.plate ?? null,
    insurer: insurer?.name[locale] ?? '',
  }
}
