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

/** Entries of a stored version. */
export const Entries = z.custom<ListEntry[]>((value) => Array.isArray(value))
type Loaded = {
  key: string
  index: ListIndex
  effects: Record<string, ListEffect>
  versions: Record<string, string>
  /** Keys of the entries in lists that block or need a decision. */
  inForce: ReadonlySet<string>
}
const VERSIONS_FRESH_MS = 1_000
const NAMES_KEPT = 8

/** Returns the newest version of each list, cached until a newer one exists. */
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
    // A negative result is not cached: an import may have just fixed it.
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

/** A stored match: the entry's text at the comparison, and the version of its list. */
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
 * `typed`: the person typed the name by hand; it clears nobody of a match under the register's
 * name.
 */
type Asked = Screened & { typed?: boolean | undefined }

/**
 * Screening against the AML lists in the database; stores each decision with the versions it used.
 */
export type Screening = {
  /**
   * `unavailable`: a blocking list is missing or too old, so nothing may be issued ("AML check
   * failed"). `seen`: the person's case as just read, null if none.
   */
  check(person: Asked, seen?: CaseSeen | null): Promise<Verdict>
  /** The same with the matches; `opened`: it opened a case that staff have not seen. */
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
    // Nothing can be compared; a blocked person stays blocked.
    if (!(await fresh()))
      return {
        verdict: holdsBlocked(await known(), false) ? 'review' : 'unavailable',
        matches: [],
        opened: false,
      }
    const at = clock.now()
    const { decision, versions, matches, all, effects, inForce } = await compare(person)
    const held = decision === 'clear' ? await known() : null
    // A person known by IIN only was not compared by name: that clears nobody.
    if (decision === 'clear' && person.surname !== '' && !person.typed)
      await releaseCase({ db, queue }, { iin: person.iin, actor: found.actor, at, inForce }, held)
    // A block may be staff's own, without a list; and a name is no proof: a blocking entry still in
    // force holds under another name, too.
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
    // Staff never decided about entries that only mark or are only recorded.
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
