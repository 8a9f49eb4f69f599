import { z } from 'zod'
import { DayText, Decimal, type Region, type Tables, tablesSchema } from './tables.ts'
import tariff2026 from './tariff-2026.json' with { type: 'json' }

/** The parts of the tariff file we read; a change of its shape fails here. */
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
 * Returns the tables of a year from the tariff file; null if the file lacks that year's MRP or
 * correction coefficients, since last year's rows must never price (docs/law/ogpo-rules.md section
 * 7). Throws ZodError if the file has another shape.
 */
export const tablesOf = (file: unknown, year: number): Tables | null =>
  yearOf(FileSchema.parse(file), year)

function yearOf(of: z.output<typeof FileSchema>, year: number): Tables | null {
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
 * Returns every complete year of the tariff file shipped with the product; the seed of the tables
 * in the database.
 */
export function seedTables(): Tables[] {
  const file = FileSchema.parse(tariff2026)
  return file.mrp.flatMap(({ year }) => yearOf(file, year) ?? [])
}
