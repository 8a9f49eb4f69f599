import type { Day } from '#domain/calendar.ts'
import type { MovedDays } from '#domain/claims/working-days.ts'
import type { ControlPoint } from '#domain/geo.ts'
import { type InsurerFactName, insurerFactNames } from '#domain/insurer-facts.ts'
import type { Localized } from '#domain/locale.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import { type Tables, tablesOn, tablesSchema } from '#domain/ogpo/tables.ts'
import type { ProductName } from '#domain/products.ts'
import type { Db, Sql } from '../db/connect.ts'

export type InsurerRow = {
  id: number
  code: string
  name: Localized
  esbdSystemId: number
  middlemanContract: string
  acceptsBadScoring: boolean
  sellsManyByMany: boolean
  signsClaimsByCode: boolean
  correctionDeviation: string
}
export type InsurerFactRow = {
  insurer: string
  fact: InsurerFactName
  value: string
  source: Localized
  /** The day it was true on. */
  day: Day
  sample: boolean
}
export type OgpoPlusRow = { payout: number; premium: number; sample: boolean }

/** Dated rows every price depends on: read from the database, cached for a few seconds. */
export type Reference = {
  tables(day: Day): Promise<Tables | null>
  allTables(): Promise<Tables[]>
  insurers(day: Day): Promise<InsurerRow[]>
  /** Facts about insurers, in display order; empty if there are none. */
  insurerFacts(day: Day): Promise<InsurerFactRow[]>
  /**
   * Percent, as a decimal text, by our contract with the insurer on that day; null: there is none
   * for the product, and none is sold.
   */
  commission(day: Day, insurer: string, product: ProductName): Promise<string | null>
  ogpoPlus(day: Day): Promise<OgpoPlusRow | null>
  /**
   * Sum in tenge from which two people decide the payment of a claim; null: not set, and two decide
   * each.
   */
  twoPeopleFrom(day: Day): Promise<number | null>
  controlPoints(day: Day): Promise<ControlPoint[]>
  /** Whether public sales require the position. */
  positionRequired(): Promise<boolean>
  /**
   * Whether promoters must have the consent of everybody insured; otherwise they request it at
   * will.
   */
  promoterConsentRequired(): Promise<boolean>
  /** Whether promoters see their rank by policies of the month; not by default. */
  promoterRankShown(): Promise<boolean>
}

/** Days of rest and work that the government's orders moved: one calendar for every term. */
export async function movedDays(db: Sql): Promise<MovedDays> {
  const rows = await db
    .selectFrom('calendar_days')
    .select(['day', 'works'])
    .where('effective_to', 'is', null)
    .execute()
  return Object.fromEntries(rows.map(({ day, works }) => [day, works]))
}

const FRESH_MS = 3_000

/** Caches a read for a few seconds. */
const kept = <T>(load: () => Promise<T>) => {
  let value: Promise<T> | null = null
  let at = 0
  return () => {
    if (value && performance.now() - at < FRESH_MS) return value
    at = performance.now()
    const loading = load()
    value = loading
    loading.catch(() => {
      if (value === loading) value = null
    })
    return loading
  }
}

export function reference(db: Db): Reference {
  const allTables = kept(async () =>
    (
      await db
        .selectFrom('tariff_tables')
        .select(['data', 'effective_from', 'effective_to'])
        .execute()
    ).map((row) => ({
      ...tablesSchema.parse(row.data),
      // A newer version ends the one before it: the row has the day, the tables stay as they were
      // priced with.
      effectiveFrom: row.effective_from,
      effectiveTo: row.effective_to,
    })),
  )
  const insurers = kept(() =>
    db.selectFrom('insurers').selectAll().orderBy('sort').orderBy('code').execute(),
  )
  const facts = kept(() => db.selectFrom('insurer_facts').selectAll().execute())
  const rates = kept(() => db.selectFrom('commissions').selectAll().execute())
  const plus = kept(() => db.selectFrom('ogpo_plus_rows').selectAll().execute())
  const signing = kept(() => db.selectFrom('claim_signing_rows').selectAll().execute())
  const points = kept(() => db.selectFrom('control_points').selectAll().execute())
  const settings = kept(() => db.selectFrom('settings').selectAll().execute())
  const covers = (row: { effective_from: string; effective_to: string | null }, day: Day) =>
    row.effective_from <= day && (row.effective_to === null || day <= row.effective_to)
  return {
    allTables,
    tables: async (day) => tablesOn(await allTables(), day),
    insurers: async (day) =>
      (await insurers())
        .filter((row) => covers(row, day))
        .map((row) => ({
          id: row.id,
          code: row.code,
          name: columnsOf(row, 'name'),
          esbdSystemId: row.esbd_system_id,
          middlemanContract: row.middleman_contract,
          acceptsBadScoring: row.accepts_bad_scoring,
          sellsManyByMany: row.sells_many_by_many,
          signsClaimsByCode: row.signs_claims_by_code,
          correctionDeviation: row.correction_deviation,
        })),
    insurerFacts: async (day) => {
      const rows = (await facts()).filter((row) => covers(row, day))
      return insurerFactNames.flatMap((fact) =>
        rows
          .filter((row) => row.fact === fact)
          .map((row) => ({
            insurer: row.insurer_code,
            fact,
            value: row.value,
            source: columnsOf(row, 'source'),
            day: row.as_of,
            sample: row.sample,
          })),
      )
    },
    commission: async (day, insurer, product) =>
      (await rates()).find(
        (row) => row.insurer_code === insurer && row.product === product && covers(row, day),
      )?.commission_percent ?? null,
    ogpoPlus: async (day) => {
      const row = (await plus())
        .filter((each) => covers(each, day))
        .sort((a, b) => b.effective_from.localeCompare(a.effective_from))[0]
      return row ? { payout: row.payout, premium: row.premium, sample: row.sample } : null
    },
    twoPeopleFrom: async (day) =>
      (await signing()).find((row) => covers(row, day))?.two_people_from ?? null,
    controlPoints: async (day) =>
      (await points())
        .filter((row) => row.active_from <= day && (row.active_to === null || day <= row.active_to))
        .map((row) => ({
          id: row.code,
          latitude: row.latitude,
          longitude: row.longitude,
          radius: row.radius_m,
        })),
    promoterConsentRequired: async () =>
      (await settings()).find((row) => row.name === 'promoter_consent_required')?.value === true,
    promoterRankShown: async () =>
      (await settings()).find((row) => row.name === 'promoter_rank_shown')?.value === true,
    positionRequired: async () =>
      (await settings()).find((row) => row.name === 'public_position_required')?.value === true,
  }
}
