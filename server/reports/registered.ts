import { addDays, startOfDay } from '#domain/calendar.ts'
import { registeredComparedDays } from '#domain/lifetimes.ts'
import type { Deps } from '../deps.ts'
import { registeredJob } from '../jobs/definitions.ts'
import { works } from '../jobs/work.ts'
import { products } from '../products/products.ts'

/**
 * Job, every night: queries the unified database for policies under our numbers and records those
 * that differ from ours, each once, for the accountant. Throws `Unavailable`.
 */
export async function compareRegistered(deps: Deps, day: string): Promise<void> {
  const since = startOfDay(addDays(day, -registeredComparedDays))
  for (const { registered } of products())
    for (const { what, globalId, number, saleId } of (await registered?.(deps, since)) ?? []) {
      const { numInsertedOrUpdatedRows } = await deps.db
        .insertInto('registered_differences')
        .values({ global_id: globalId, what, number, sale_id: saleId, found_at: deps.clock.now() })
        .onConflict((conflict) => conflict.columns(['global_id', 'what']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows)
        deps.log.error({ globalId, what, sale: saleId }, 'a policy stands otherwise than here')
    }
}

export const registeredWork = [
  works(registeredJob, (deps, { day }) => compareRegistered(deps, day), {
    concurrency: 1,
  }),
]
