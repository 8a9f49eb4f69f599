import type { Tenge } from '../money.ts'
import { roundTenge } from '../money.ts'
import { ageExperienceOf, classRow, type Factor, product } from './factors.ts'
import type { Line } from './line.ts'
import type { Tables } from './tables.ts'
import { seedTables } from './tables-file.ts'

/**
 * The class at the next conclusion after `claims` at-fault claims with a payout (rules 140). For
 * explaining and for the sandbox: the product reads the class from the unified database. Throws
 * RangeError for an unknown class.
 */
export function nextClass(name: string, claims: number, tables: Tables = newest()): string {
  const column = claims >= 4 ? '4+' : String(Math.max(0, Math.trunc(claims)))
  const next = classRow(name, tables).next[column]
  if (next === undefined) throw new RangeError(`class ${name} has no column ${column}`)
  return next
}

/** The price of the same line with one fact changed; `saves` is negative if it would cost more. */
export type Change = {
  what: ChangeKind
  value: string
  premium: Tenge
  saves: Tenge
  class?: string
}
export type ChangeKind = 'year_without_claims' | 'one_claim' | 'two_years_of_experience' | 'age_25'

/**
 * The changes of time and of driving that would move this premium, each alone, those that change
 * nothing left out.
 */
export function whatWouldChange(line: Line, tables: Tables = newest()): Change[] {
  return line.factors
    .flatMap((factor) => alternatives(factor, tables))
    .map(({ what, factor, class: reached }) => {
      const premium = roundTenge(
        product(line.factors.map((old) => (old.code === factor.code ? factor : old))),
      )
      const change: Change = { what, value: factor.value, premium, saves: line.premium - premium }
      return reached === undefined ? change : { ...change, class: reached }
    })
    .filter(({ saves }) => saves !== 0)
}

type Alternative = { what: ChangeKind; factor: Factor; class?: string }

function alternatives(factor: Factor, tables: Tables): Alternative[] {
  if (factor.code === 'ageExperience') {
    const { age, experience, ageLimit, experienceLimit } = factor.because
    return [
      {
        what: 'two_years_of_experience',
        factor: ageExperienceOf(age, Math.max(experience, experienceLimit), tables),
      },
      { what: 'age_25', factor: ageExperienceOf(Math.max(age, ageLimit), experience, tables) },
    ]
  }
  // Business classes do not move with claims; a first contract is followed by the class after 3.
  if (
    factor.code === 'bonusMalus' &&
    ['CLASS', 'FIRST', 'FIRST_MOTORCYCLE'].includes(factor.because.kind)
  ) {
    return [
      inClass('year_without_claims', nextClass(factor.because.class, 0, tables), tables),
      inClass('one_claim', nextClass(factor.because.class, 1, tables), tables),
    ]
  }
  return []
}

function inClass(what: ChangeKind, name: string, tables: Tables): Alternative {
  return {
    what,
    class: name,
    factor: {
      code: 'bonusMalus',
      value: classRow(name, tables).k,
      because: { kind: 'CLASS', class: name },
    },
  }
}

function newest(): Tables {
  const tables = seedTables().at(-1)
  if (!tables) throw new RangeError('no tariff tables at all')
  return tables
}
