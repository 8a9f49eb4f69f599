import { sql } from 'kysely'
import { addMonths, type Day, startOfDay } from '#domain/calendar.ts'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { type CaseEffect, goldenEffect, plainCarEffect } from '#domain/ogpo/plain-car.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import { tariffChanges } from '#domain/ogpo/tariff-figures.ts'
import { factorWords } from '#texts/factors.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { ledgerSales } from '../products/products.ts'
import { keptValues, type Row, valuesBefore } from './proposals.ts'
import { labelOf } from './tariff-words.ts'

/** The whole month before a day: its first day, and the day after its last. */
const monthBefore = (day: Day) => {
  const end = `${day.slice(0, 8)}01`
  return { from: addMonths(end, -1), end }
}

/**
 * Returns what a proposal would have meant last month, and what it affects: policies and commission
 * of an insurer, or the tariff's changes with the price of a basic car in every region.
 */
export const referenceEffect = handle('referenceEffect', async ({ id }, context) => {
  const { db, clock } = context
  const row = await db
    .selectFrom('reference_proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const month = monthBefore(clock.today())
  const of = { month: month.from.slice(0, 7), sold: null, commission: null, tariff: null }
  if (row.kind === 'tariff') {
    if (row.before === null) return ok(of)
    const [before, after] = [tablesSchema.parse(row.before), tablesSchema.parse(row.change)]
    const changes = tariffChanges(before, after).map((one) => ({
      ...one,
      label: labelOf(one, after),
    }))
    const cases = goldenEffect(before, after).map(({ factors, ...one }) => ({
      ...one,
      label: caseWords(factors, after),
    }))
    const tariff = { changes, regions: plainCarEffect(before, after), cases }
    return ok({ ...of, tariff })
  }
  if (row.kind !== 'commissions' && row.kind !== 'insurers') return ok(of)
  const sold = await soldBy(context, row, month)
  return ok({ ...of, sold, commission: commissionOf(row, sold.premium) })
})

/** A case in words: what its coefficients are about, each once. */
const caseWords = (factors: CaseEffect['factors'], { regions }: Tables): Localized =>
  inEveryLanguage((locale) =>
    factors
      .filter(({ code }) => code !== 'base' && code !== 'regionCorrection')
      .flatMap(({ code, because }) => {
        const region = regions.find(
          (one) => 'region' in because && one.code === because.region,
        )?.label
        const known = { region: region ?? inEveryLanguage(() => ''), money: String }
        return factorWords(code, because, known).because[locale] || []
      })
      .join('; '),
  )

/** Policies in the month's books of the row's insurer (and product, if it has one). */
async function soldBy({ db }: Context, row: Row, { from, end }: { from: Day; end: Day }) {
  const values = row.action === 'end' ? (valuesBefore(row) ?? {}) : keptValues(row)
  const wanted = String(values.insurer_code ?? values.code ?? row.row_key)
  const { join, insurer } = ledgerSales()
  const product = values.product === undefined ? null : String(values.product)
  const [found] = await bookedBy(db, {
    join: sql`${join} join contracts on contracts.id = ledger.contract_id`,
    where: sql`${bookedIn({ since: startOfDay(from), until: startOfDay(end) })} and ${insurer} = ${wanted}
      and (${product}::text is null or contracts.product = ${product})`,
    by: { insurer },
  })
  return { policies: found?.policies ?? 0, premium: found?.premium ?? 0 }
}

/** Commission of that premium by the old and by the new percent, tenge. */
function commissionOf(row: Row, premium: number) {
  const [was, will] = [
    valuesBefore(row)?.commission_percent,
    row.action === 'end' ? 0 : keptValues(row).commission_percent,
  ]
  if (row.kind !== 'commissions' || was === undefined || will === undefined) return null
  const part = (percent: string | number | boolean) => Math.round((premium * Number(percent)) / 100)
  return { before: part(was), after: part(will) }
}
