import Big from 'big.js'
import type { Region, Tables } from './tables.ts'

/**
 * One coefficient of a premium with its law: `art.` is of law 446-II, `rules 140` the order of
 * bonus-malus. `value` is a decimal (base in tenge), or `days/yearDays` for the term; `because` is
 * what chose it.
 */
export type Factor =
  /** 1.9 monthly calculation indices, art. 19 (docs/law/ogpo-rules.md, section 1). */
  | { code: 'base'; value: string; because: { mrp: number; multiple: string } }
  /** Art. 19 p. 3 (docs/law/ogpo-rules.md, section 1, "Region × correction"). */
  | { code: 'regionBase'; value: string; because: { region: string } }
  /** Art. 19 p. 3-1, a resolution every year (docs/law/ogpo-rules.md, section 1, "Region × correction"). */
  | {
      code: 'regionCorrection'
      value: string
      because: { region: string; approved: string; deviation: string }
    }
  /** Art. 19 p. 4 (docs/law/ogpo-rules.md, section 1). */
  | { code: 'settlement'; value: string; because: { settlement: 'CITY' | 'OTHER' } }
  /** Art. 19 p. 6–9, the type (docs/law/ogpo-rules.md, section 1, "Vehicle, driver, age of the vehicle"). */
  | { code: 'vehicleType'; value: string; because: { type: string } }
  /** Art. 19 p. 6–9, a person (docs/law/ogpo-rules.md, section 1, "Vehicle, driver, age of the vehicle"). */
  | {
      code: 'ageExperience'
      value: string
      because: { age: number; experience: number; ageLimit: number; experienceLimit: number }
    }
  /** Art. 19 p. 6–9, instead of age and experience (docs/law/ogpo-rules.md, section 1, "Vehicle, driver, age of the vehicle"). */
  | { code: 'legalEntity'; value: string; because: Record<string, never> }
  /** Art. 19 p. 6–9, years in use (docs/law/ogpo-rules.md, section 1, "Vehicle, driver, age of the vehicle"). */
  | { code: 'vehicleAge'; value: string; because: { years: number; limit: number } }
  /** Rules 140 (docs/law/ogpo-rules.md, section 1, "Bonus-malus"). */
  | { code: 'bonusMalus'; value: string; because: { kind: string; class: string } }
  /** Art. 19 p. 15–16, 20 (docs/law/ogpo-rules.md, section 1, "Several drivers, several cars"). */
  | { code: 'privilege'; value: string; because: Record<string, never> }
  /** Art. 19 p. 14 and art. 13 (docs/law/ogpo-rules.md, section 1, "Period"). */
  | { code: 'term'; value: string; because: { months: number; days: number; yearDays: number } }

/**
 * The law's coefficient and the year's correction, both applied (art. 19 p. 3 and 3-1); an insurer
 * may move the correction.
 */
export function regionOf(code: string, deviation: string, tables: Tables): Factor[] {
  const region = findRegion(code, tables)
  if (new Big(deviation).abs().gt(tables.correctionMaxDeviation)) {
    throw new RangeError(
      `a deviation of ${deviation} is more than ${tables.correctionMaxDeviation} of the correction`,
    )
  }
  const moved = new Big(deviation).eq(0)
    ? region.correction
    : new Big(region.correction).times(new Big(1).plus(deviation)).toFixed()
  return [
    { code: 'regionBase', value: region.base, because: { region: code } },
    {
      code: 'regionCorrection',
      value: moved,
      because: { region: code, approved: region.correction, deviation },
    },
  ]
}

/** Art. 19 p. 4; a city of republican significance has no other settlements. */
export function settlementOf(
  regionCode: string,
  settlement: 'CITY' | 'OTHER',
  tables: Tables,
): Factor {
  const counted = findRegion(regionCode, tables).republican ? 'CITY' : settlement
  return { code: 'settlement', value: tables.settlement[counted], because: { settlement: counted } }
}

export function vehicleTypeOf(type: string, tables: Tables): Factor {
  const row = tables.vehicleTypes.find(({ code }) => code === type)
  if (!row) throw new RangeError(`vehicle type ${type} is not in tables ${tables.version}`)
  return { code: 'vehicleType', value: row.k, because: { type } }
}

/** Full years; exactly two years of experience count as more than two (settled.md, "Prices"). */
export function ageExperienceOf(age: number, experience: number, tables: Tables): Factor {
  const { ageLimit, experienceLimit, rows } = tables.ageExperience
  const row = rows.find(
    (one) =>
      one.age === (age < ageLimit ? 'under' : 'over') &&
      one.experience === (experience < experienceLimit ? 'under' : 'over'),
  )
  if (!row) throw new RangeError(`tables ${tables.version} lack a row of age and experience`)
  return {
    code: 'ageExperience',
    value: row.k,
    because: { age, experience, ageLimit, experienceLimit },
  }
}

export function vehicleAgeOf(years: number, tables: Tables): Factor {
  const { limitYears, upTo, over } = tables.vehicleAge
  return {
    code: 'vehicleAge',
    value: years > limitYears ? over : upTo,
    because: { years, limit: limitYears },
  }
}

/**
 * A class of the table, or a special row; a first contract on a motorcycle has its own (rules 140).
 */
export function bonusMalusOf(
  of: { kind: string; class: string },
  vehicleType: string,
  tables: Tables,
): Factor {
  if (of.kind === 'CLASS')
    return {
      code: 'bonusMalus',
      value: classRow(of.class, tables).k,
      because: { kind: of.kind, class: of.class },
    }
  const kind = of.kind === 'FIRST' && vehicleType === 'MOTORCYCLE' ? 'FIRST_MOTORCYCLE' : of.kind
  const special = tables.bonusMalus.special.find((row) => row.kind === kind)
  if (!special)
    throw new RangeError(`bonus-malus kind ${of.kind} is not in tables ${tables.version}`)
  return { code: 'bonusMalus', value: special.k, because: { kind, class: special.class } }
}

/** The row of a class. Throws RangeError for a class that the tables do not know. */
export function classRow(name: string, tables: Tables): Tables['bonusMalus']['classes'][number] {
  const row = tables.bonusMalus.classes.find((one) => one.class === name)
  if (!row) throw new RangeError(`class ${name} is not in tables ${tables.version}`)
  return row
}

function findRegion(code: string, tables: Tables): Region {
  const region = tables.regions.find((one) => one.code === code)
  if (!region) throw new RangeError(`region ${code} is not in tables ${tables.version}`)
  return region
}

/** Returns the exact product; the only division, by the days of the year, is last. */
export function product(factors: readonly Factor[]): Big {
  const [top, bottom] = factors.reduce<[Big, Big]>(
    ([over, under], { value }) => {
      const [numerator = '1', denominator] = value.split('/')
      return [over.times(numerator), denominator === undefined ? under : under.times(denominator)]
    },
    [new Big(1), new Big(1)],
  )
  return bottom.eq(1) ? top : top.div(bottom)
}
