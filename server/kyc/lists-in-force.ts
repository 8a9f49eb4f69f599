import { z } from 'zod'
import type { ListEffect } from '#domain/kyc.ts'
import { indexEntries, type ListEntry, type ListIndex } from '#domain/kyc-index.ts'
import { localeColumns } from '#domain/locale-columns.ts'
import type { Db } from '../db/connect.ts'

/** What a version stores. */
export const Entries = z.custom<ListEntry[]>((value) => Array.isArray(value))
type Loaded = {
  key: string
  index: ListIndex
  effects: Record<string, ListEffect>
  versions: Record<string, string>
}
const VERSIONS_FRESH_MS = 1_000
export const NAMES_KEPT = 8

/** The newest version of each list, kept in memory until a newer one is there. */
export function listsInForce(db: Db) {
  let loaded: Loaded | null = null
  let state: { at: number; rows: Awaited<ReturnType<typeof newestVersions>> } | null = null

  const current = async () => {
    if (!state || performance.now() - state.at > VERSIONS_FRESH_MS)
      state = { at: performance.now(), rows: await newestVersions(db) }
    return state.rows
  }
  const lists = async (): Promise<Loaded> => {
    const rows = await current()
    const key = rows
      .map(({ code, effect, version_id, imported_at }) =>
        [code, effect, version_id, imported_at?.getTime()].join(':'),
      )
      .join(' ')
    if (loaded?.key === key) return loaded
    const versions = rows.flatMap((row) => (row.version_id ? [row.version_id] : []))
    const stored =
      versions.length > 0
        ? await db
            .selectFrom('aml_versions')
            .select(['entries'])
            .where('id', 'in', versions)
            .execute()
        : []
    loaded = {
      key,
      index: indexEntries(stored.flatMap((row) => Entries.parse(row.entries))),
      effects: Object.fromEntries(rows.map((row) => [row.code, effectOf(row.effect)])),
      versions: Object.fromEntries(rows.map((row) => [row.code, row.version ?? ''])),
    }
    return loaded
  }
  const fresh = async () => {
    const young = (await current()).every(
      (row) => row.effect === 'flag' || isYoung(row, Date.now()),
    )
    // A no is not remembered: the import that mends it may have just ended.
    if (!young) state = null
    return young
  }
  const renew = () => {
    state = null
  }
  return { lists, fresh, renew }
}

const effectOf = (text: string): ListEffect =>
  text === 'review' || text === 'flag' ? text : 'block'

/**
 * Whether a list was confirmed within the time it may be relied on. Real time: publishers know
 * nothing of the sandbox's clock.
 */
export const isYoung = (
  row: { confirmed_at: Date | null; max_age_hours: number },
  nowMs: number,
): boolean =>
  row.confirmed_at !== null && nowMs - row.confirmed_at.getTime() < row.max_age_hours * 3_600_000

/** Every list with its version in force: the one confirmed last. */
export const newestVersions = (db: Db) =>
  db
    .selectFrom('aml_lists')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('aml_versions')
          .select([
            'aml_versions.id as version_id',
            'aml_versions.version',
            'aml_versions.confirmed_at',
            'aml_versions.imported_at',
            'aml_versions.entry_count',
            'aml_versions.origin',
          ])
          .whereRef('aml_versions.list_code', '=', 'aml_lists.code')
          .orderBy('aml_versions.confirmed_at', 'desc')
          .orderBy('aml_versions.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'aml_lists.code',
      ...localeColumns('aml_lists.title'),
      'aml_lists.effect',
      'aml_lists.format',
      'aml_lists.max_age_hours',
      'latest.version_id',
      'latest.version',
      'latest.confirmed_at',
      'latest.imported_at',
      'latest.entry_count',
      'latest.origin',
    ])
    .orderBy('aml_lists.code')
    .execute()
