import { z } from 'zod'
import { addDays, type Day, daysBetween } from '../calendar.ts'
import { LocalizedText } from '../localized-text.ts'
import type { Tenge } from '../money.ts'

export const Decimal = z.string().regex(/^\d+(\.\d+)?$/)
export const DayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/**
 * The tariff of one year, as it is stored and as it prices: decimals are strings, sums are whole
 * tenge.
 */
export const tablesSchema = z.object({
  /** Stored with every quote; changes with the content. */
  version: z.string(),
  /** Contracts concluded from this Almaty day to the other, both included. */
  effectiveFrom: DayText,
  effectiveTo: DayText,
  /** Monthly calculation index, tenge. */
  mrp: z.number().int(),
  /** Base premium in MRP (law 446-II art. 19). */
  baseMultiple: Decimal,
  /** An insurer may move the correction by this fraction at most (art. 19 p. 3-1). */
  correctionMaxDeviation: Decimal,
  /** `republican`: a city of republican significance; its settlement is always `CITY`. */
  regions: z.array(
    z.object({
      code: z.string(),
      iso: z.string(),
      plateCode: z.string(),
      label: LocalizedText,
      base: Decimal,
      correction: Decimal,
      republican: z.boolean(),
    }),
  ),
  settlement: z.object({ CITY: Decimal, OTHER: Decimal }),
  citiesOfOblastSignificance: z.record(z.string(), z.array(z.string())),
  vehicleTypes: z.array(
    z.object({
      code: z.string(),
      k: Decimal,
      category: z.string().nullable(),
      definition: z.string(),
    }),
  ),
  /**
   * Full years; `under`/`over` by age first, then by experience. Exactly the limit belongs to
   * `over`.
   */
  ageExperience: z.object({
    ageLimit: z.number().int(),
    experienceLimit: z.number().int(),
    rows: z.array(
      z.object({
        age: z.enum(['under', 'over']),
        experience: z.enum(['under', 'over']),
        k: Decimal,
      }),
    ),
  }),
  legalEntity: Decimal,
  vehicleAge: z.object({ limitYears: z.number().int(), upTo: Decimal, over: Decimal }),
  bonusMalus: z.object({
    /**
     * Best class last; `next` by number of at-fault claims with a payout, `4+` for four and more.
     */
    classes: z.array(
      z.object({ class: z.string(), k: Decimal, next: z.record(z.string(), z.string()) }),
    ),
    special: z.array(z.object({ kind: z.string(), class: z.string(), k: Decimal })),
  }),
  privilege: Decimal,
  /**
   * Share the insurer retains, per cent of the premium, by per cent of the term elapsed (art. 15).
   */
  termination: z.array(
    z.object({
      fromPercent: z.number(),
      toPercentExclusive: z.number().nullable(),
      retainedPercent: z.number(),
    }),
  ),
  /** Payout limits in MRP of the day of payment (art. 24). */
  liabilityLimits: z.array(z.object({ case: z.string(), mrp: z.number() })),
  sources: z.record(z.string(), z.string()),
})

export type Tables = z.infer<typeof tablesSchema>
export type Region = Tables['regions'][number]
export type RetentionRow = Tables['termination'][number]

/**
 * The tables in effect on the Almaty day a contract is concluded, or null: then nothing may be
 * priced.
 */
export function tablesOn(all: Tables[], day: Day): Tables | null {
  return all.find((tables) => tables.effectiveFrom <= day && day <= tables.effectiveTo) ?? null
}

/**
 * For a day that no tables cover, returns the day after the last one covered before it; null if
 * there was none.
 */
export function uncoveredSince(all: Tables[], day: Day): Day | null {
  const [last] = all
    .map(({ effectiveTo }) => effectiveTo)
    .filter((end) => end < day)
    .sort((a, b) => b.localeCompare(a))
  return last === undefined ? null : addDays(last, 1)
}

/** The next year's tables are requested from 1 December on: days before 1 January. */
const ASKED_DAYS_BEFORE = 31

/**
 * Returns the first day within the next 31 that no tables cover and no price can be made for; null
 * if all are covered. Policies already sold follow the law of their own day.
 */
export function firstDayWithoutTables(all: Tables[], today: Day): Day | null {
  for (let ahead = 0; ahead <= ASKED_DAYS_BEFORE; ahead++) {
    const day = addDays(today, ahead)
    if (!tablesOn(all, day)) return day
  }
  return null
}

/**
 * The share the insurer keeps (art. 15) for a contract concluded on this day: by the law of that
 * day, which needs no approved MRP of the year in which the contract ends. Of a day without tables
 * the nearest ones hold. Throws RangeError on an empty list.
 */
export function retentionOn(all: Tables[], concludedOn: Day): RetentionRow[] {
  const tables = tablesOn(all, nearestCovered(all, concludedOn))
  if (!tables) throw new RangeError('no tariff tables at all')
  return tables.termination
}

/**
 * Returns the MRP of a day, in tenge; for a day without tables, that of the nearest ones: what it
 * limits waits until they are entered. Null without any tables.
 */
export const nearestMrp = (all: Tables[], day: Day): Tenge | null =>
  all.length === 0 ? null : (tablesOn(all, nearestCovered(all, day))?.mrp ?? null)

/**
 * Returns `day` if tables cover it, else the nearest covered day (the sandbox's clock). Throws
 * RangeError on an empty list.
 */
export function nearestCovered(all: Tables[], day: Day): Day {
  if (tablesOn(all, day)) return day
  const edges = all.flatMap((tables) => [tables.effectiveFrom, tables.effectiveTo])
  const [nearest] = edges.sort(
    (a, b) => Math.abs(daysBetween(a, day)) - Math.abs(daysBetween(b, day)),
  )
  if (nearest === undefined) throw new RangeError('no tariff tables at all')
  return nearest
}

/**
 * A year's tariff tables as a person uploads them; null and the first places that are wrong when
 * they are not.
 */
export function readTables(text: string): { tables: Tables } | { errors: string[] } {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { errors: ['tables'] }
  }
  const read = tablesSchema.safeParse(data)
  if (!read.success)
    return {
      errors: read.error.issues.slice(0, 10).map((issue) => `tables.${issue.path.join('.')}`),
    }
  return { tables: read.data }
}
