import { z } from 'zod'
import { type Day, daysBetween } from '../calendar.ts'
import { LocalizedText } from '../localized-text.ts'
import tariff2026 from './tariff-2026.json' with { type: 'json' }

const Decimal = z.string().regex(/^\d+(\.\d+)?$/)
const DayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

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
  /** `republican`: city of republican significance, where the settlement is always `CITY`. */
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
  /** What the insurer keeps, per cent of the premium, by per cent of the term elapsed (art. 15). */
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

/** What we read of the tariff file; a change of its shape is seen here. */
const FileSchema = z.object({
  schema: z.literal('ogpo-tariff/1'),
  compiledOn: DayText,
  rule: z.object({ insurerDeviation: z.object({ maxFraction: Decimal }) }),
  mrp: z.array(
    z.object({
      year: z.number(),
      value: z.number().int().nullable(),
      effectiveFrom: DayText,
      effectiveTo: DayText.nullable(),
    }),
  ),
  basePremium: z.object({ mrpMultiple: Decimal }),
  regions: z.object({
    items: z.array(
      z.looseObject({
        code: z.string(),
        iso: z.string(),
        plateCode: z.string(),
        ru: z.string(),
        kk: z.string(),
        base: Decimal,
        cityOfRepublicanSignificance: z.boolean(),
      }),
    ),
  }),
  settlement: z.object({
    CITY: Decimal,
    OTHER: Decimal,
    citiesOfOblastSignificance: z.object({ items: z.record(z.string(), z.array(z.string())) }),
  }),
  vehicleTypes: z.object({ items: tablesSchema.shape.vehicleTypes }),
  ageExperience: z.object({
    natural: z.array(
      z.object({ age: z.enum(['<25', '>=25']), experience: z.enum(['<2', '>2']), k: Decimal }),
    ),
    legalEntity: Decimal,
  }),
  vehicleAge: z.object({
    items: z.tuple([
      z.object({ years: z.literal('<=7'), k: Decimal }),
      z.object({ years: z.literal('>7'), k: Decimal }),
    ]),
  }),
  bonusMalus: z.object({
    classes: tablesSchema.shape.bonusMalus.shape.classes,
    special: z.array(z.object({ kind: z.string(), class: z.string(), k: z.string() })),
  }),
  privilege: z.object({ factor: Decimal }),
  termination: z.object({ otherwiseRetainedPercent: tablesSchema.shape.termination }),
  liabilityLimits: z.object({ items: tablesSchema.shape.liabilityLimits }),
  sources: z.record(z.string(), z.string()),
})

/**
 * The tables of a year from the tariff file; null where the file lacks that year's MRP or
 * correction coefficients, since last year's rows must never price (ogpo-rules.md section 7).
 * Throws ZodError when the file is not of the known shape.
 */
export function tablesOf(file: unknown, year: number): Tables | null {
  const of = FileSchema.parse(file)
  const mrp = of.mrp.find((row) => row.year === year)
  if (!mrp || mrp.value === null || mrp.effectiveTo === null) return null

  const regions = of.regions.items.flatMap((row): Region[] => {
    const correction = Decimal.safeParse(row[`correction${year}`])
    if (!correction.success) return []
    const { code, iso, plateCode, base } = row
    const label = { kz: row.kk, ru: row.ru }
    return [
      {
        code,
        iso,
        plateCode,
        label,
        base,
        correction: correction.data,
        republican: row.cityOfRepublicanSignificance,
      },
    ]
  })
  if (regions.length < of.regions.items.length) return null

  const [upTo, over] = of.vehicleAge.items
  return tablesSchema.parse({
    version: `ogpo-${year}/${of.compiledOn}`,
    effectiveFrom: mrp.effectiveFrom,
    effectiveTo: mrp.effectiveTo,
    mrp: mrp.value,
    baseMultiple: of.basePremium.mrpMultiple,
    correctionMaxDeviation: of.rule.insurerDeviation.maxFraction,
    regions,
    settlement: { CITY: of.settlement.CITY, OTHER: of.settlement.OTHER },
    citiesOfOblastSignificance: of.settlement.citiesOfOblastSignificance.items,
    vehicleTypes: of.vehicleTypes.items,
    ageExperience: {
      ageLimit: 25,
      experienceLimit: 2,
      rows: of.ageExperience.natural.map(({ age, experience, k }) => ({
        age: age === '<25' ? 'under' : 'over',
        experience: experience === '<2' ? 'under' : 'over',
        k,
      })),
    },
    legalEntity: of.ageExperience.legalEntity,
    vehicleAge: { limitYears: 7, upTo: upTo.k, over: over.k },
    bonusMalus: {
      classes: of.bonusMalus.classes,
      // A row without a number (an insurer's own k for long class 13) is not a tariff the product
      // may apply.
      special: of.bonusMalus.special.filter(({ k }) => Decimal.safeParse(k).success),
    },
    privilege: of.privilege.factor,
    termination: of.termination.otherwiseRetainedPercent,
    liabilityLimits: of.liabilityLimits.items,
    sources: of.sources,
  })
}

/**
 * Every complete year of the tariff file that comes with the product; the seed of the tables in the
 * database.
 */
export function seedTables(): Tables[] {
  return tariff2026.mrp.flatMap(({ year }) => tablesOf(tariff2026, year) ?? [])
}

/**
 * The tables in effect on the Almaty day a contract is concluded, or null: then nothing may be
 * priced.
 */
export function tablesOn(all: Tables[], day: Day): Tables | null {
  return all.find((tables) => tables.effectiveFrom <= day && day <= tables.effectiveTo) ?? null
}

/**
 * `day` where tables cover it, else the covered day nearest to it (the sandbox's clock). Throws
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
