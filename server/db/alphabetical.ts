import { type RawBuilder, sql } from 'kysely'

/**
 * A column in the order of the Kazakh alphabet, which the Russian one is a part of: by code points
 * Ә, Қ and Ұ would come after я.
 */
export const alphabetical = (column: string): RawBuilder<string> =>
  sql`${sql.ref(column)} collate "kk-x-icu"`
