import { isDay, yearOf } from '../calendar.ts'
import type { Tables } from './tables.ts'

/** Faults of a row in tables of the right shape. */
export const tableFaults = [
  'day',
  'year',
  'order',
  'range',
  'far',
  'missing',
  'unknown',
  'twice',
  'gap',
] as const
export type TableFault = (typeof tableFaults)[number]
/** `row`: the row's own code, empty if the table has one figure. */
export type FoundFault = { table: keyof Tables; row: string; fault: TableFault }

/** The MRP has never moved by more in a year; beyond it a digit is wrong. */
const mrpMayGrow = 1.5
const mrpMayFall = 0.9
/** No coefficient of the law reaches it: the largest is 4.4. */
const largest = 10

/**
 * Lists the faults of a proposed tariff. `before`: the tables in force on the day before it begins,
 * whose rows it must have; null if there are none.
 */
export function faultsOf(tables: Tables, before: Tables | null): FoundFault[] {
  return [
    ...daysOf(tables),
    ...mrpOf(tables, before),
    ...factorsOf(tables),
    ...rowsOf(tables, before),
    ...retentionOf(tables),
  ]
}

const fault = (table: keyof Tables, row: string | number, what: TableFault): FoundFault => ({
  table,
  row: String(row),
  fault: what,
})

function daysOf({ effectiveFrom, effectiveTo }: Tables): FoundFault[] {
  const wrong = (['effectiveFrom', 'effectiveTo'] as const).filter(
    (name) => !isDay({ effectiveFrom, effectiveTo }[name]),
  )
  if (wrong.length > 0) return wrong.map((name) => fault(name, '', 'day'))
  if (effectiveTo < effectiveFrom) return [fault('effectiveTo', '', 'order')]
  return yearOf(effectiveFrom) === yearOf(effectiveTo) ? [] : [fault('effectiveTo', '', 'year')]
}

function mrpOf({ mrp }: Tables, before: Tables | null): FoundFault[] {
  if (mrp <= 0) return [fault('mrp', '', 'range')]
  if (!before) return []
  return mrp > before.mrp * mrpMayGrow || mrp < before.mrp * mrpMayFall
    ? [fault('mrp', '', 'far')]
    : []
}

/**
 * Checks that every coefficient is positive, and that those that only lower a price are 1 at most.
 */
function factorsOf(tables: Tables): FoundFault[] {
  const { regions, settlement, vehicleTypes, ageExperience, vehicleAge, bonusMalus } = tables
  const factors: [keyof Tables, string, string, number][] = [
    ['baseMultiple', '', tables.baseMultiple, largest],
    ['legalEntity', '', tables.legalEntity, largest],
    ['privilege', '', tables.privilege, 1],
    ...regions.flatMap(({ code, base, correction }): [keyof Tables, string, string, number][] => [
      ['regions', code, base, largest],
      ['regions', code, correction, largest],
    ]),
    ['settlement', 'CITY', settlement.CITY, largest],
    ['settlement', 'OTHER', settlement.OTHER, largest],
    ...vehicleTypes.map(({ code, k }): [keyof Tables, string, string, number] => [
      'vehicleTypes',
      code,
      k,
      largest,
    ]),
    ...ageExperience.rows.map(({ age, experience, k }): [keyof Tables, string, string, number] => [
      'ageExperience',
      `${age} ${experience}`,
      k,
      largest,
    ]),
    ['vehicleAge', 'upTo', vehicleAge.upTo, largest],
    ['vehicleAge', 'over', vehicleAge.over, largest],
    ...[
      ...bonusMalus.classes.map((one) => ({ row: one.class, k: one.k })),
      ...bonusMalus.special.map((one) => ({ row: one.kind, k: one.k })),
    ].map(({ row, k }): [keyof Tables, string, string, number] => ['bonusMalus', row, k, largest]),
  ]
  const { ageLimit, experienceLimit } = ageExperience
  const limits: [keyof Tables, string, number, number][] = [
    ['ageExperience', 'ageLimit', ageLimit, 100],
    ['ageExperience', 'experienceLimit', experienceLimit, 100],
    ['vehicleAge', 'limitYears', vehicleAge.limitYears, 100],
    ...tables.liabilityLimits.map((limit): [keyof Tables, string, number, number] => [
      'liabilityLimits',
      limit.case,
      limit.mrp,
      100_000,
    ]),
  ]
  const outside = [...factors, ...limits]
    .filter(([, , value, most]) => !(Number(value) > 0 && Number(value) <= most))
    .map(([table, row]) => fault(table, row, 'range'))
  const deviation = Number(tables.correctionMaxDeviation)
  return deviation < 1 ? outside : [...outside, fault('correctionMaxDeviation', '', 'range')]
}

/** Every row that the law's tables have, once. */
function rowsOf(tables: Tables, before: Tables | null): FoundFault[] {
  const codes = (of: Tables): [keyof Tables, string[]][] => [
    ['regions', of.regions.map(({ code }) => code)],
    ['vehicleTypes', of.vehicleTypes.map(({ code }) => code)],
    [
      'bonusMalus',
      [
        ...of.bonusMalus.classes.map((one) => one.class),
        ...of.bonusMalus.special.map(({ kind }) => kind),
      ],
    ],
    ['liabilityLimits', of.liabilityLimits.map((limit) => limit.case)],
  ]
  const crossed = ['under', 'over'].flatMap((age) =>
    ['under', 'over'].map((experience) => `${age} ${experience}`),
  )
  const wanted = new Map<keyof Tables, string[]>([
    ...(before ? codes(before) : []),
    ['ageExperience', crossed],
  ])
  const given: [keyof Tables, string[]][] = [
    ...codes(tables),
    ['ageExperience', tables.ageExperience.rows.map((row) => `${row.age} ${row.experience}`)],
  ]
  const classes = new Set(tables.bonusMalus.classes.map((one) => one.class))
  const ladder = tables.bonusMalus.classes.flatMap((one) =>
    ['0', '1', '2', '3', '4+'].flatMap((claims) => {
      const next = one.next[claims]
      if (next === undefined) return [fault('bonusMalus', `${one.class} ${claims}`, 'missing')]
      return classes.has(next) ? [] : [fault('bonusMalus', `${one.class} ${claims}`, 'unknown')]
    }),
  )
  const rows = given.flatMap(([table, have]) => [
    ...(wanted.get(table) ?? [])
      .filter((code) => !have.includes(code))
      .map((code) => fault(table, code, 'missing')),
    ...have
      .filter((code) => wanted.has(table) && !wanted.get(table)?.includes(code))
      .map((code) => fault(table, code, 'unknown')),
    ...have
      .filter((code, at) => have.indexOf(code) !== at)
      .map((code) => fault(table, code, 'twice')),
  ])
  return [...rows, ...ladder]
}

/**
 * Checks that the shares retained at a termination start at 0 without a hole or an overlap, and
 * never fall.
 */
function retentionOf({ termination }: Tables): FoundFault[] {
  if (termination.length === 0) return [fault('termination', '', 'missing')]
  return termination.flatMap((row, at) => {
    const before = termination[at - 1]
    const isLast = at === termination.length - 1
    const begins = before ? before.toPercentExclusive : 0
    const ends = isLast
      ? row.toPercentExclusive === null
      : row.toPercentExclusive !== null && row.toPercentExclusive > row.fromPercent
    const keeps = row.retainedPercent
    const isShare = keeps >= (before?.retainedPercent ?? 0) && keeps <= 100
    return [
      ...(row.fromPercent === begins && ends ? [] : [fault('termination', at + 1, 'gap')]),
      ...(isShare ? [] : [fault('termination', at + 1, 'range')]),
    ]
  })
}
