import { shrunkTooMuch } from '#domain/kyc.ts'
import { BadList } from '#systems/aml/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'

/**
 * Job: takes each list's file; an unchanged one is confirmed, a new one stored beside the old. A file that is empty, cut off or
 * suspiciously shorter is refused and the old version stays, until it is too old to issue by.
 */
export async function importLists(deps: Deps): Promise<void> {
  const lists = await deps.db.selectFrom('aml_lists').selectAll().execute()
  await Promise.all(lists.map((list) => importList(deps, list)))
}

async function importList(deps: Deps, list: { code: string; format: string; path: string; may_shrink_share: string }): Promise<void> {
  const latest = await deps.db
    .selectFrom('aml_versions')
    .select(['id', 'version', 'entry_count'])
    .where('list_code', '=', list.code)
    .orderBy('confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const format = list.format === 'wmd' || list.format === 'un' ? list.format : 'afm'
  const source = { code: list.code, address: `${deps.config.systems.aml.address}${list.path}`, format } as const
  const now = new Date()
  try {
    const fetched = latest ? await deps.systems.aml.fetchIfChanged(source, latest.version) : await deps.systems.aml.fetch(source)
    if (!fetched) {
      if (latest) await deps.db.updateTable('aml_versions').set({ confirmed_at: now }).where('id', '=', latest.id).execute()
      return
    }
    if (latest && shrunkTooMuch(latest.entry_count, fetched.entries.length, Number(list.may_shrink_share)))
      return refused(deps, list.code, 'shrunk', now)
    await deps.db
      .insertInto('aml_versions')
      .values({
        list_code: list.code,
        version: fetched.version,
        entries: JSON.stringify(fetched.entries),
        entry_count: fetched.entries.length,
        imported_at: now,
        confirmed_at: now,
      })
      .onConflict((conflict) => conflict.columns(['list_code', 'version']).doUpdateSet({ confirmed_at: now }))
      .execute()
  } catch (cause) {
    if (cause instanceof BadList) return refused(deps, list.code, cause.message, now)
    if (!(cause instanceof Unavailable)) throw cause
    deps.log.warn({ list: list.code }, 'a watch list could not be fetched')
  }
}

async function refused(deps: Deps, code: string, reason: string, at: Date) {
  deps.log.error({ list: code, reason }, 'a watch list was refused')
  await deps.db
    .insertInto('aml_refused')
    .values({ list_code: code, reason: reason.slice(0, 200), at })
    .execute()
}
