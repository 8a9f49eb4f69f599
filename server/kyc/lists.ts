import { z } from 'zod'
import { indexEntries, type ListEffect, type ListEntry, type ListIndex, type Screened, screen } from '#domain/kyc.ts'
import type { Screening as Verdict } from '#domain/ogpo/eligibility.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'

/** Screening against the AML lists as they stand in the database now; each decision is stored with the versions it was made by. */
export type Screening = {
  /** `unavailable`: a blocking list is missing or older than it may be, so nothing may be issued ("AML check failed"). */
  check(person: Screened): Promise<Verdict>
  /** True while every list that blocks is young enough. */
  fresh(): Promise<boolean>
}

const Entries = z.custom<ListEntry[]>((value) => Array.isArray(value))
type Loaded = { key: string; index: ListIndex; effects: Record<string, ListEffect>; versions: Record<string, string> }
const VERSIONS_FRESH_MS = 1_000

export function screening(db: Db, clock: Clock): Screening {
  let loaded: Loaded | null = null
  let state: { at: number; rows: Awaited<ReturnType<typeof newest>> } | null = null

  const current = async () => {
    if (!state || performance.now() - state.at > VERSIONS_FRESH_MS) state = { at: performance.now(), rows: await newest(db) }
    return state.rows
  }
  const lists = async (): Promise<Loaded> => {
    const rows = await current()
    const key = rows.map((row) => `${row.code}:${row.version_id ?? ''}`).join(' ')
    if (loaded?.key === key) return loaded
    const versions = rows.flatMap((row) => (row.version_id ? [row.version_id] : []))
    const stored = versions.length > 0 ? await db.selectFrom('aml_versions').select(['entries']).where('id', 'in', versions).execute() : []
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
      (row) =>
        row.effect === 'flag' || (row.confirmed_at !== null && Date.now() - row.confirmed_at.getTime() < row.max_age_hours * 3_600_000),
    )
    // A no is not remembered: the import that mends it may have just ended.
    if (!young) state = null
    return young
  }

  return {
    fresh,
    check: async (person) => {
      if (!(await fresh())) return 'unavailable'
      const { index, effects, versions } = await lists()
      const { decision, matches } = screen(person, index, effects)
      if (decision === 'clear' && matches.length === 0) return 'clear'
      const entries = matches.map((match) => `${match.list}:${match.entry.number}`).sort()
      const kept = await db
        .insertInto('screenings')
        .values({
          iin: person.iin,
          decision,
          matches: JSON.stringify(
            matches.map((match) => ({ list: match.list, entry: match.entry.number, score: match.score, by: match.by })),
          ),
          list_versions: JSON.stringify(versions),
          at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (decision === 'clear') return 'clear'
      const known = await db.selectFrom('kyc_cases').selectAll().where('iin', '=', person.iin).executeTakeFirst()
      const decided = z.array(z.string()).safeParse(known?.entries)
      if (known?.status === 'unblocked' && decided.success && entries.every((entry) => decided.data.includes(entry))) return 'clear'
      const row = { status: 'blocked', screening_id: kept.id, entries: JSON.stringify(entries), changed_at: clock.now() }
      await db
        .insertInto('kyc_cases')
        .values({ iin: person.iin, ...row })
        .onConflict((conflict) => conflict.column('iin').doUpdateSet(row))
        .execute()
      return decision
    },
  }
}

const effectOf = (text: string): ListEffect => (text === 'review' || text === 'flag' ? text : 'block')

const newest = (db: Db) =>
  db
    .selectFrom('aml_lists')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('aml_versions')
          .select(['aml_versions.id as version_id', 'aml_versions.version', 'aml_versions.confirmed_at'])
          .whereRef('aml_versions.list_code', '=', 'aml_lists.code')
          .orderBy('aml_versions.confirmed_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['aml_lists.code', 'aml_lists.effect', 'aml_lists.max_age_hours', 'latest.version_id', 'latest.version', 'latest.confirmed_at'])
    .orderBy('aml_lists.code')
    .execute()
