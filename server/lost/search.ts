import { addMs } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { lostJob } from '../jobs/definitions.ts'
import { products } from '../products/products.ts'
import { lostLimits } from '../settings/time-limits.ts'
import { bringBack, type Found } from './bring-back.ts'
import { copiesFolder, firstKeyAt, newestOf, readCopy, type SaleCopy } from './copy.ts'

/**
 * Job: goes over the copies of a search, some in one run, and brings back what is not known. Each
 * copy is a transaction of its own and says nothing twice; a run that is cut off begins again where
 * the last one ended. After the copies the unified database is asked what it holds.
 */
export async function searchLost(deps: Deps, searchId: string): Promise<void> {
  await withLock(deps.locks, `lost:${searchId}`, async () => {
    const search = await deps.db
      .selectFrom('lost_searches')
      .selectAll()
      .where('id', '=', searchId)
      .executeTakeFirst()
    if (!search?.next_look_at || search.next_look_at > deps.clock.now()) return
    const from = search.at_key || firstKeyAt(search.since)
    const keys = await keysAfter(deps, from)
    const ends = Date.now() + lostLimits.runMs
    let [done, last] = [0, from]
    for (const key of newestOf(keys)) {
      if (Date.now() > ends) break
      await look(deps, searchId, key)
      last = key
      done += 1
    }
    const isOver = keys.length < lostLimits.copiesAtOnce && done === newestOf(keys).length
    if (isOver) await compareRegistered(deps, searchId, search.since)
    const looks = search.looks + (isOver ? 1 : 0)
    const again = isOver ? lostLimits.againMs[looks - 1] : 0
    await deps.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('lost_searches')
        .set((row) => ({
          looks,
          copies: row('copies', '+', done),
          at_key: isOver ? '' : last,
          next_look_at: again === undefined ? null : addMs(deps.clock.now(), again),
        }))
        .where('id', '=', searchId)
        .execute()
      if (again !== undefined)
        await deps.queue.enqueue(tx, lostJob, { searchId }, { inSeconds: Math.ceil(again / 1_000) })
    })
  })
}

/** The next keys after this one, of all days since. */
async function keysAfter({ systems }: Deps, after: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of systems.files.keys(copiesFolder, after)) {
    keys.push(key)
    if (keys.length === lostLimits.copiesAtOnce) break
  }
  return keys
}

async function look(deps: Deps, searchId: string, key: string): Promise<void> {
  let copy: SaleCopy | null
  try {
    copy = await readCopy(deps, key)
  } catch (cause) {
    // Its days may just be over; a storage that is away is asked again with the job.
    if (cause instanceof Unavailable && !cause.mayHaveHappened) return
    throw cause
  }
  if (!copy) return noteFind(deps, searchId, key, null, { what: 'left', note: 'not readable' })
  const found = await bringBack(deps, copy)
  if (found) await noteFind(deps, searchId, copy.payment?.id ?? copy.saleId, copy.saleId, found)
  else await settled(deps, copy.payment?.id ?? copy.saleId)
}

/** What the unified database holds otherwise than we do: people settle it. */
async function compareRegistered(deps: Deps, searchId: string, since: Date): Promise<void> {
  const asked = products().flatMap(({ registered }) =>
    registered ? [registered(deps, since)] : [],
  )
  for (const { what, globalId, saleId } of (await Promise.all(asked)).flat()) {
    const { numInsertedOrUpdatedRows } = await deps.db
      .insertInto('lost_finds')
      .values({
        about: globalId,
        what,
        search_id: searchId,
        sale_id: saleId,
        found_at: deps.clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['about', 'what']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows)
      deps.log.error({ globalId, what, sale: saleId }, 'a policy stands otherwise than here')
  }
}

/** Written down once; what is left for people is said by the log until it is over. */
async function noteFind(
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
    .onConflict((conflict) => conflict.columns(['about', 'what']).doUpdateSet({ note }))
    .execute()
  if (found.what !== 'left') await settled(deps, about)
}

/** What was left for people before is here now. */
async function settled({ db, clock }: Deps, about: string): Promise<void> {
  await db
    .updateTable('lost_finds')
    .set({ settled_at: clock.now() })
    .where('about', '=', about)
    .where('what', '=', 'left')
    .where('settled_at', 'is', null)
    .execute()
}
