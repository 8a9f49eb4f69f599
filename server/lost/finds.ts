import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import type { Found } from './bring-back.ts'

/** What was found of something lost, and whether it is settled. */

/** What the storage said, without what was asked of it. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Unavailable
    ? cause.message
    : cause instanceof Error && 'code' in cause
      ? String(cause.code)
      : 'failed'

/** Written down once; what is left for people is said by the log until it is over. */
export async function noteFind(
  deps: Deps,
  searchId: string,
  about: string,
  saleId: string | null,
  found: Found,
): Promise<void> {
  const note = found.what === 'left' ? found.note : ''
  if (note) deps.log.error({ about, note }, 'a lost sale could not be brought back')
  else deps.log.warn({ about, what: found.what }, 'a lost sale was brought back')
  await deps.db
    .insertInto('lost_finds')
    .values({
      about,
      what: found.what,
      search_id: searchId,
      sale_id: saleId,
      note,
      found_at: deps.clock.now(),
    })
    .onConflict((conflict) =>
      // The search of today is the one that tries it again.
      conflict.columns(['about', 'what']).doUpdateSet({ note, search_id: searchId }),
    )
    .execute()
}

/** What was left for people before is here now. */
export async function settled({ db, clock }: Deps, abouts: readonly string[]): Promise<void> {
  await db
    .updateTable('lost_finds')
    .set({ settled_at: clock.now() })
    .where('about', 'in', abouts)
    .where('what', '=', 'left')
    .where('settled_at', 'is', null)
    .execute()
}
