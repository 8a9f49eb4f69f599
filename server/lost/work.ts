import type { Deps } from '../deps.ts'
import { lostJob } from '../jobs/definitions.ts'
import { asksFor, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { copiesFolder, oldestKept } from './copy.ts'
import { watchLine } from './database-line.ts'
import { searchLost } from './search.ts'

/** Whether another server took over, searches whose job got lost, and copies that are too old. */
export const lostRecoveries: readonly Recovery[] = [
  { name: 'a database server that took over', recover: watchLine },
  asksFor(
    'searches for what was lost',
    lostJob,
    async ({ db }, { forgotten }) => {
      const due = await db
        .selectFrom('lost_searches')
        .select('id')
        .where('next_look_at', '<', forgotten)
        .execute()
      return due.map(({ id }) => ({ searchId: id }))
    },
    'any',
  ),
]

/** The job of a search. */
export const lostWork = [
  works(lostJob, (deps, { searchId }) => searchLost(deps, searchId), {
    concurrency: 1,
    unhurried: true,
  }),
]

/** Copies that are older than they are kept: asked for once a day. */
export async function dropOldCopies({ systems }: Deps, day: string): Promise<void> {
  const kept = oldestKept(day)
  for await (const key of systems.files.keys(copiesFolder)) {
    if (key >= kept) return
    await systems.files.remove(key)
  }
}
