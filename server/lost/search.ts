import { addMs } from '#domain/lifetimes.ts'
import { NOT_READ, NOT_READABLE } from '#domain/lost-sales.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { lostJob } from '../jobs/definitions.ts'
import { products } from '../products/products.ts'
import { lostLimits } from '../settings/time-limits.ts'
import { bringBack } from './bring-back.ts'
import { copiesFolder, firstKeyAt, newestOf, oldestKept, readCopy } from './copy.ts'
import { noteFind, reasonOf, settled } from './finds.ts'

/**
 * Job: goes over the copies of a search, some in one run, and brings back what is not known. Each
 * copy is a transaction of its own and says nothing twice; a run that is cut off begins again where
 * the last one ended. After the copies the unified database is asked what it holds. Copies that
 * could not be read are left for people and, when all looks are over, tried for as long as copies
 * are kept.
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
    const isLooking = search.looks < LOOKS
    const keys = isLooking ? await keysAfter(deps, from) : await unreadAfter(deps, searchId, from)
    const { done, last, unread } = await lookAt(deps, searchId, newestOf(keys))
    const isOver = keys.length < lostLimits.copiesAtOnce && done === newestOf(keys).length
    if (isOver && isLooking) await compareRegistered(deps, searchId, search.since)
    const stillUnread = (search.at_key ? search.unread : 0) + unread
    const again = isOver ? againMs(search.looks, stillUnread) : 0
    await deps.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('lost_searches')
        .set((row) => ({
          looks: search.looks + (isOver && isLooking ? 1 : 0),
          copies: row('copies', '+', isLooking ? done : 0),
          unread: stillUnread,
          at_key: isOver ? '' : (last ?? from),
          next_look_at: again === null ? null : addMs(deps.clock.now(), again),
        }))
        .where('id', '=', searchId)
        .execute()
      if (again !== null)
        await deps.queue.enqueue(tx, lostJob, { searchId }, { inSeconds: Math.ceil(again / 1_000) })
    })
  })
}

/** At once and after each of the waits. */
const LOOKS = lostLimits.againMs.length + 1

/** When it is looked again after a look that is over; null for never. */
const againMs = (looksBefore: number, unread: number): number | null =>
  lostLimits.againMs[looksBefore] ?? (unread > 0 ? lostLimits.unreadAgainMs : null)

async function lookAt(deps: Deps, searchId: string, keys: readonly string[]) {
  const ends = Date.now() + lostLimits.runMs
  const seen = { done: 0, last: null as string | null, unread: 0 }
  for (const key of keys) {
    if (Date.now() > ends) break
    if (!(await look(deps, searchId, key))) seen.unread += 1
    seen.last = key
    seen.done += 1
  }
  return seen
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

/** The next of those that nobody could read. */
async function unreadAfter({ db }: Deps, searchId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('lost_finds')
    .select('about')
    .where('search_id', '=', searchId)
    .where('what', '=', 'left')
    .where('settled_at', 'is', null)
    .where('about', 'like', `${copiesFolder}/%`)
    .where('about', '>', after)
    .orderBy('about')
    .limit(lostLimits.copiesAtOnce)
    .execute()
  return rows.map(({ about }) => about)
}

/** False where the copy could not be read, and may be another time. */
async function look(deps: Deps, searchId: string, key: string): Promise<boolean> {
  const { copy, why } = await readCopy(deps, key).then(
    (read) => ({ copy: read, why: NOT_READABLE }),
    (cause: unknown) => ({ copy: null, why: `${NOT_READ}${reasonOf(cause)}` }),
  )
  if (!copy) {
    // Its days are over: it may just have been taken away.
    if (key < oldestKept(deps.clock.today())) return true
    await noteFind(deps, searchId, key, null, { what: 'left', note: why })
    return false
  }
  const about = copy.payment?.id ?? copy.saleId
  const found = await bringBack(deps, copy)
  if (found) await noteFind(deps, searchId, about, copy.saleId, found)
  await settled(deps, found?.what === 'left' ? [key] : [key, about])
  return true
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
