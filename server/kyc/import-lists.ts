import { setTimeout as pause } from 'node:timers/promises'
import { entryKey, type ListFormat, listFormats, shrunkTooMuch } from '#domain/kyc/kyc.ts'
import { BadList, type FetchedList, type ListSource } from '#systems/aml/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { screeningLimits } from '../settings/time-limits.ts'
import { askToLeave, entriesLeftOut, entriesOf, lockList, withoutBlocking } from './left-out.ts'
import { beginRescreen } from './rescreen.ts'

export type List = { code: string; format: string; path: string; may_shrink_share: string }
/** `leaving`: entries that go when a second person signs. */
type Taken = { outcome: 'new' | 'same'; leaving: number } | { outcome: 'refused'; reason: string }
/** Source of the file: the schedule or a staff member. */
export type Bringer = { origin: 'fetched' | 'uploaded'; actor: string }
const schedule: Bringer = { origin: 'fetched', actor: 'job:aml-import' }

/**
 * Job: fetches each list's file; confirms an unchanged one, stores a new one beside the old.
 * Refuses a file that is empty, cut off or suspiciously shorter: the old version stays, until it is
 * too old to issue by.
 */
export async function importLists(deps: Deps): Promise<void> {
  const lists = await deps.db.selectFrom('aml_lists').selectAll().execute()
  await Promise.all(lists.map((list) => importList(deps, list)))
}

/**
 * Throws `BadList` for a format that this version cannot read, a newer one's for example: no list
 * is read as another kind.
 */
export function formatOf({ code, format }: Pick<List, 'code' | 'format'>): ListFormat {
  const known = listFormats.find((one) => one === format)
  if (!known) throw new BadList(code, 'unreadable', `format ${format}`)
  return known
}

/**
 * Returns the address of a list: its own from the settings, or the publisher's with the list's
 * path.
 */
export const sourceOf = (
  { systems: { aml } }: Pick<Deps['config'], 'systems'>,
  list: Pick<List, 'code' | 'path' | 'format'>,
): ListSource => ({
  code: list.code,
  address: aml.lists.get(list.code) ?? `${aml.address}${list.path}`,
  format: formatOf(list),
})

async function importList(deps: Deps, list: List): Promise<void> {
  // Compared with the publisher's own last file: an upload by staff since then is newer, until the
  // publisher changes its file.
  const published = await newestOf(deps.db, list.code, 'fetched')
  try {
    const source = sourceOf(deps.config, list)
    const fetched = published
      ? await deps.systems.aml.fetchIfChanged(source, published.version)
      : await deps.systems.aml.fetch(source)
    if (fetched) await takeVersion(deps, list, fetched, schedule)
    else await confirmNewest(deps, list.code)
  } catch (cause) {
    if (cause instanceof BadList) await refuseVersion(deps, list.code, cause.message, schedule)
    else if (cause instanceof Unavailable)
      deps.log.warn({ list: list.code }, 'a watch list could not be fetched')
    else throw cause
  }
}

const newestOf = (sql: Sql, code: string, origin?: Bringer['origin']) => {
  const versions = sql
    .selectFrom('aml_versions')
    .select(['id', 'version', 'entry_count'])
    .where('list_code', '=', code)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  return (origin ? versions.where('origin', '=', origin) : versions).executeTakeFirst()
}

async function confirmNewest(deps: Deps, code: string): Promise<void> {
  const newest = await newestOf(deps.db, code)
  if (newest)
    await deps.db
      .updateTable('aml_versions')
      .set({ confirmed_at: new Date() })
      .where('id', '=', newest.id)
      .execute()
}

/**
 * Stores a version whose file was read completely; refuses one that lost too many entries, and the
 * version in force stays. Additions of an upload by staff hold at once; omissions wait for a second
 * signature (`left-out.ts`). A new version queues the screening of clients in the same transaction.
 */
export async function takeVersion(
  deps: Deps,
  list: List,
  read: Omit<FetchedList, 'fetchedAt'>,
  by: Bringer,
): Promise<Taken> {
  const now = new Date()
  const taken = await step('kyc.list.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      await lockList(tx, list.code)
      const newest = await newestOf(tx, list.code)
      if (
        newest &&
        newest.version !== read.version &&
        shrunkTooMuch(newest.entry_count, read.entries.length, Number(list.may_shrink_share))
      )
        return 'shrunk' as const
      const kept =
        by.origin === 'uploaded' && newest
          ? entriesLeftOut(await entriesOf(tx, newest.id), read.entries)
          : []
      const leaving = await withoutBlocking(tx, kept)
      const entries = [...read.entries, ...kept]
      const isSame = newest?.version === read.version && newest.entry_count === entries.length
      const stored = {
        entries: JSON.stringify(entries),
        entry_count: entries.length,
        left_out: JSON.stringify(leaving.map(entryKey)),
        imported_at: now,
        confirmed_at: now,
        ...by,
      }
      const { id } = await tx
        .insertInto('aml_versions')
        .values({ list_code: list.code, version: read.version, ...stored })
        // A version that was in force before returns with the decisions made since.
        .onConflict((conflict) => conflict.columns(['list_code', 'version']).doUpdateSet(stored))
        .returning('id')
        .executeTakeFirstOrThrow()
      await askToLeave(tx, { list: list.code, version: id, leaving, actor: by.actor, at: now })
      if (!isSame) await beginRescreen(tx, deps, list.code)
      return { outcome: isSame ? ('same' as const) : ('new' as const), leaving: leaving.length }
    }),
  )
  if (taken === 'shrunk') return refuseVersion(deps, list.code, 'shrunk', by)
  deps.screening.renew()
  return taken
}

/** Records the refusal for the desk. `reason` is BadList's own words or `shrunk`. */
export async function refuseVersion(
  deps: Deps,
  code: string,
  reason: string,
  by: Bringer,
): Promise<Taken> {
  deps.log.error({ list: code, reason }, 'a watch list was refused')
  await deps.db
    .insertInto('aml_refused')
    .values({ list_code: code, reason: reason.slice(0, 200), at: new Date(), ...by })
    .execute()
  return { outcome: 'refused', reason }
}

/**
 * Retries the watch lists until they are fresh enough to sell by: the database or a publisher may
 * be down at start, and the schedule runs hours later. Ends with the process.
 */
export async function listsUntilFresh(
  deps: Deps,
  closing: AbortSignal,
  againMs = screeningLimits.listsAgainMs,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await importLists(deps)
      deps.screening.renew()
      if (await deps.screening.fresh()) return
      deps.log.warn('the watch lists are not fresh yet')
    } catch (cause) {
      deps.log.warn({ err: cause }, 'the watch lists were not taken')
    }
    await pause(againMs, null, { signal: closing, ref: false }).catch(() => {})
  }
}
