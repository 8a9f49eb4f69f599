import { seedTables } from '#domain/ogpo/tables-file.ts'
import { premium } from '#domain/ogpo/tariff.ts'
import type { Car, Insured, Sale } from '#domain/ogpo/tariff-sale.ts'

const [year] = seedTables()
if (!year) throw new Error('the tariff file has no complete year')
/** The first year of the tariff. */
export const tables = year

export const quotedOn = '2026-11-20'

type Natural = Extract<Insured, { kind: 'NATURAL' }>
/** A passenger car of Almaty. */
export const car = (over: Partial<Car> = {}): Car => ({
  plate: '123ABC02',
  region: 'ALMATY_CITY',
  settlement: 'CITY',
  type: 'PASSENGER',
  yearBuilt: 2020,
  ...over,
})
/** A person of thirty with five years at the wheel, class 3. */
export const driver = (over: Partial<Natural> = {}): Natural => ({
  iin: '960101300001',
  kind: 'NATURAL',
  birthDate: '1996-01-01',
  experienceFrom: '2021-01-01',
  bonusMalus: { kind: 'CLASS', class: '3' },
  privilege: false,
  ...over,
})
/** That car, that driver, a year. */
export const sale = (over: Partial<Sale> = {}): Sale => ({
  cars: [car()],
  insured: [driver()],
  term: { start: '2026-11-21', months: 12, seasonal: false },
  quotedOn,
  ...over,
})
export const total = (over: Partial<Sale> = {}) => premium(sale(over), tables).total
/** Young, new at the wheel, with a first contract. */
export const first = driver({
  iin: '040101500002',
  birthDate: '2004-01-01',
  experienceFrom: '2025-01-01',
  bonusMalus: { kind: 'FIRST', class: '3' },
})
export const klass = (name: string) => ({ kind: 'CLASS', class: name })
