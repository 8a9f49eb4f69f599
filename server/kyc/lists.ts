import { z } from 'zod'
import {
  entryKey,
  indexEntries,
  type ListEffect,
  type ListEntry,
  type ListIndex,
  type Match,
  type Screened,
  screen,
} from '#domain/kyc/kyc.ts'
import { localeColumns } from '#domain/locale-columns.ts'
import type { Screening as Verdict } from '#domain/ogpo/eligibility-facts.ts'
import { namesOf } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Queue } from '../jobs/queue.ts'
import {
  type CaseSeen,
  caseOf,
  type FoundAt,
  holdsBlocked,
  openCase,
  releaseCase,
  standsIn,
} from './cases.ts'

/** What a version stores. */
export const Entries = z.custom<ListEntry[]>((value) => Array.isArray(value))
type Loaded = {
  key: string
  index: ListIndex
  effects: Record<string, ListEffect>
  versions: Record<string, string>
  /** Keys of the entries that stand in a list that blocks or wants a look. */
  inForce: ReadonlySet<string>
}
const VERSIONS_FRESH_MS = 1_000
const NAMES_KEPT = 8

/** The newest version of each list, kept in memory until a newer one is there. */
function listsInForce(db: Db) {
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
    const entries = stored.flatMap((row) => Entries.parse(row.entries))
    const effects = Object.fromEntries(rows.map((row) => [row.code, effectOf(row.effect)]))
    loaded = {
      key,
      index: indexEntries(entries),
      effects,
      inForce: new Set(entries.filter(({ list }) => effects[list] !== 'flag').map(entryKey)),
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

/**
 * A match as it is kept: with what the entry said when it was compared, and the version of its
 * list.
 */
export const KeptMatch = z.object({
  list: z.string(),
  entry: z.string(),
  score: z.number(),
  by: z.string(),
  key: z.string(),
  names: z.array(z.string()),
  iin: z.string().nullable(),
  /** `1983-07-12`, or a year alone. */
  birth: z.string().nullable(),
  note: z.string(),
  version: z.string(),
})
export type KeptMatch = z.infer<typeof KeptMatch>
type Examined = { verdict: Verdict; matches: KeptMatch[]; opened: boolean }

/**
 * `typed`: the name is one's own word, typed by hand; it clears nobody of what was found under the
 * register's.
 */
type Asked = Screened & { typed?: boolean | undefined }

/**
 * Screening against the AML lists as they stand in the database now; each decision is stored with
 * the versions it was made by.
 */
export type Screening = {
  /**
   * `unavailable`: a blocking list is missing or older than it may be, so nothing may be issued
   * ("AML check failed"). `seen`: the person's case where it has just been read, null for none.
   */
  check(person: Asked, seen?: CaseSeen | null): Promise<Verdict>
  /** The same with what was found; `opened`: it made a case that staff have not seen. */
  examine(person: Asked, at: FoundAt): Promise<Examined>
  /** True while every list that blocks is young enough. */
  fresh(): Promise<boolean>
  /** The next question reads the lists anew: a version has just been taken. */
  renew(): void
}
const NOTE_KEPT = 500

type Needed = { db: Db; clock: Clock; queue: Queue }

export function screening({ db, clock, queue }: Needed): Screening {
  const { lists, fresh, renew } = listsInForce(db)
  const compare = async (person: Screened) => {
    const { index, effects, versions, inForce } = await lists()
    const { decision, matches } = screen(person, index, effects)
    return {
      inForce,
      decision,
      versions,
      matches: matches.map((match) => kept(match, versions)),
      all: matches,
      effects,
    }
  }

  const examine = async (
    person: Asked,
    found: FoundAt,
    seen?: CaseSeen | null,
  ): Promise<Examined> => {
    const known = async () => (seen === undefined ? ((await caseOf(db, person.iin)) ?? null) : seen)
    // Nothing can be compared, and whoever is blocked stays so.
    if (!(await fresh()))
      return {
        verdict: holdsBlocked(await known(), false) ? 'review' : 'unavailable',
        matches: [],
        opened: false,
      }
    const at = clock.now()
    const { decision, versions, matches, all, effects, inForce } = await compare(person)
    const held = decision === 'clear' ? await known() : null
    // A person known by IIN alone has not been compared by name: that clears nobody.
    if (decision === 'clear' && person.surname !== '' && !person.typed)
      await releaseCase({ db, queue }, { iin: person.iin, actor: found.actor, at, inForce }, held)
    // What the lists don't say, staff may have said themselves; and a name is no proof: an entry
    // that blocks and still stands holds under another one, too.
    const clear = holdsBlocked(held, true) || standsIn(held, inForce) ? 'review' : 'clear'
    if (decision === 'clear' && matches.length === 0)
      return { verdict: clear, matches, opened: false }
    const { id } = await db
      .insertInto('screenings')
      .values({
        iin: person.iin,
        decision,
        matches: JSON.stringify(matches),
        list_versions: JSON.stringify(versions),
        compared: JSON.stringify({
          ...namesOf(person),
          birthDate: person.birthDate,
        }),
        at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (decision === 'clear') return { verdict: clear, matches, opened: false }
    // What only marks or is only recorded was never decided about.
    const deciding = all.filter(
      ({ list, by }) =>
        (effects[list] ?? 'block') !== 'flag' && by !== 'weak_name' && by !== 'name',
    )
    const keys = deciding.map(({ entry }) => entryKey(entry)).sort()
    const opened = await openCase(
      { db, queue },
      { ...found, iin: person.iin, screeningId: id, keys, at },
    )
    return { verdict: opened === 'let' ? 'clear' : decision, matches, opened: opened === 'opened' }
  }

  return {
    fresh,
    examine,
    check: async (person, seen) =>
      (await examine(person, { origin: 'sale', actor: 'job:screening' }, seen)).verdict,
    renew,
  }
}

const kept = ({ list, entry, score, by }: Match, versions: Record<string, string>): KeptMatch => ({
  list,
  entry: entry.number,
  score,
  by,
  key: entryKey(entry),
  names: [...entry.names, ...entry.weakNames].slice(0, NAMES_KEPT),
  iin: entry.iin,
  birth: entry.birthDate ?? (entry.birthYear === null ? null : String(entry.birthYear)),
  note: entry.note.slice(0, NOTE_KEPT),
  version: versions[list] ?? '',
})
