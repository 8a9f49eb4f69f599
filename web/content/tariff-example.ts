import { seedTables } from '#domain/ogpo/tables-file.ts'

const last = seedTables().at(-1)
if (!last) throw new Error('The tariff file has no year that prices')

/** The newest tables of the tariff file; pages explain the law by them. */
export const tables = last
