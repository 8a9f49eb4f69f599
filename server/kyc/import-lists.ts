import { entryKey, type ListFormat, listFormats, shrunkTooMuch } from '#domain/kyc.ts'
import { BadList, type FetchedList, type ListSource } from '#systems/aml/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { keysIn } from './cases.ts'
import { Entries } from './lists-in-force.ts'
import { beginRescreen } from './rescreen.ts'

export type List = { code: string; format: string; path: string; may_shrink_share: string }
type Taken = { outcome: 'new' | 'same' } | { outcome: 'refused'; reason: string }
/** Who brings the file: the schedule or somebody of the staff. */
export type Bringer = { origin: 'fetched' | 'uploaded'; actor: string }
const schedule: Bringer = { origin: 'fetched', actor: 'job:aml-import' }

/**
 * Job: takes each list's file; an unchanged one is confirmed, a new one stored beside the old. A
 * file that is empty, cut off or suspiciously shorter is refused and the old version stays, until
 * it is too old to issue by.
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
 * Where a list is fetched: its own address of the settings, or the publisher's with the list's
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
  // Compared with what the publisher itself gave last: a file brought by staff since then is newer,
  // until the publisher says something new.
  const published = await newestOf(deps, list.code, 'fetched')
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

const newestOf = ({ db }: Deps, code: string, origin?: Bringer['origin']) => {
  const versions = db
    .selectFrom('aml_versions')
    .select(['id', 'version', 'entry_count'])
    .where('list_code', '=', code)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  return (origin ? versions.where('origin', '=', origin) : versions).executeTakeFirst()
}

async function confirmNewest(deps: Deps, code: string): Promise<void> {
  const newest = await newestOf(deps, code)
  if (newest)
    await deps.db
      .updateTable('aml_versions')
      .set({ confirmed_at: new Date() })
      .where('id', '=', newest.id)
      .execute()
}

/**
 * Takes a version whose file has been read whole; one that lost too many entries is refused and the
 * version in force stays. With a new version the clients are screened again: the job is stored in
 * the same transaction.
 */
export async function takeVersion(
  deps: Deps,
  list: List,
  read: Omit<FetchedList, 'fetchedAt'>,
  by: Bringer,
): Promise<Taken> {
  const newest = await newestOf(deps, list.code)
  const now = new Date()
  if (
    newest?.version !== read.version &&
    newest &&
    shrunkTooMuch(newest.entry_count, read.entries.length, Number(list.may_shrink_share))
  )
    return refuseVersion(deps, list.code, 'shrunk', by)
  await step('kyc.list.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const kept =
        by.origin === 'uploaded' && newest ? await stillBlocking(tx, newest.id, read) : []
      const entries = [...read.entries, ...kept]
      await tx
        .insertInto('aml_versions')
        .values({
          list_code: list.code,
          version: read.version,
          entries: JSON.stringify(entries),
          entry_count: entries.length,
          imported_at: now,
          confirmed_at: now,
          ...by,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['list_code', 'version'])
            .doUpdateSet({ confirmed_at: now, origin: by.origin }),
        )
        .execute()
      if (newest?.version === read.version) return
      await beginRescreen(tx, deps, list.code)
    }),
  )
  deps.screening.renew()
  return { outcome: newest?.version === read.version ? 'same' : 'new' }
}

/**
 * Entries of the version in force that somebody is blocked by and that a file brought by staff does
 * not have. They stay: only the publisher itself, or two people on a case, let such a person buy.
 */
async function stillBlocking(
  tx: Tx,
  inForce: string,
  read: Pick<FetchedList, 'entries'>,
): Promise<FetchedList['entries']> {
  const [{ entries }, cases] = await Promise.all([
    tx
      .selectFrom('aml_versions')
      .select('entries')
      .where('id', '=', inForce)
      .executeTakeFirstOrThrow(),
    tx.selectFrom('kyc_cases').select('entries').where('status', '=', 'blocked').execute(),
  ])
  const blocking = new Set(cases.flatMap((one) => keysIn(one.entries)))
  for (const entry of read.entries) blocking.delete(entryKey(entry))
  return Entries.parse(entries).filter((entry) => blocking.has(entryKey(entry)))
}

/** Keeps the refusal for the desk. `reason` is BadList's own words or `shrunk`. */
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
