import { seedTables } from '#domain/ogpo/tables-file.ts'
import { estimate } from '#domain/ogpo/tariff.ts'

const last = seedTables().at(-1)
if (!last) throw new Error('The tariff file has no year that prices')

/** The newest tables of the tariff file; pages explain the law by them. */
export const tables = last

/** The worked case A of docs/law/ogpo-rules.md section 1, tenge: 36 094 by the tables of 2026. */
export const examplePremium = estimate(
  {
    region: 'ALMATY_CITY',
    settlement: 'CITY',
    vehicleType: 'PASSENGER',
    insuredKind: 'NATURAL',
    age: 30,
    experienceYears: 5,
    vehicleAgeYears: 3,
    bonusMalus: { kind: 'CLASS', class: '3' },
  },
  tables,
  tables.effectiveFrom,
).premium
