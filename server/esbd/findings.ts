import { sql } from 'kysely'
import { z } from 'zod'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { PriceBasis } from './price-basis.ts'

/**
 * Something between us and the unified database that people have to look at. `key`: one row for one
 * thing, however often it is found.
 */
type Finding = {
  key: string
  kind: 'price' | 'rescinding'
  /** An order, a subscription, or the application that was calculated. */
  about: string
  ours?: number
  theirs?: number
  rows?: readonly string[]
  basis?: PriceBasis
  note: string
}

/**
 * Tells staff: the row stands on their page of systems until it is settled, the line in the log
 * wakes whoever listens.
 */
export async function notifyStaff(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  found: Finding,
): Promise<void> {
  const { key, kind, about, ours = null, theirs = null, rows = [], basis, note } = found
  const at = clock.now()
  log.error({ key, kind, ours, theirs, rows, note }, 'the unified database and we differ')
  const facts = { rows: JSON.stringify(rows), basis: basis ? JSON.stringify(basis) : null }
  const now = { ours, theirs, ...facts, note, last_at: at, settled_at: null }
  await db
    .insertInto('esbd_findings')
    .values({ key, kind, about, ...now, times: 1, found_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ ...now, times: sql`esbd_findings.times + 1` }),
    )
    .execute()
}

const Kind = z.enum(['price', 'rescinding'])
const SHOWN = 50

/** What is open, the newest first. */
export async function openFindings(db: Sql) {
  const rows = await db
    .selectFrom('esbd_findings')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('last_at', 'desc')
    .orderBy('key')
    .limit(SHOWN)
    .execute()
  return rows.map(({ key, kind, about, ours, theirs, rows: on, basis, note, times, last_at }) => ({
    key,
    kind: Kind.parse(kind),
    about,
    ours,
    theirs,
    rows: z.array(z.string()).parse(on),
    basis: PriceBasis.nullable().parse(basis),
    note,
    times,
    last_at: last_at.toISOString(),
  }))
}

/** The key of what is not settled yet, as a part of another question. */
export const openFinding = (sql: Sql) =>
  sql
    .selectFrom('esbd_findings')
    .select('esbd_findings.key')
    .where('esbd_findings.settled_at', 'is', null)

/** It is over. */
export async function settleFinding(db: Sql, key: string, at: Date): Promise<void> {
  await db
    .updateTable('esbd_findings')
    .set({ settled_at: at })
    .where('key', '=', key)
    .where('settled_at', 'is', null)
    .execute()
}

/**
 * An end that the unified database was asked for. What it refuses, or answers without ending
 * anything (−1 and 0 of SetPolicyRescindingReason), is told to staff and thrown: whoever asked asks
 * again, first whether it has ended. That it is silent is the page of systems' own line.
 */
export async function rescinding(
  deps: Deps,
  of: { key: string; about: string },
  work: () => Promise<void>,
): Promise<void> {
  const key = `rescinding:${of.key}`
  try {
    await work()
  } catch (cause) {
    const unclear =
      cause instanceof Unavailable && cause.operation.startsWith('Set') && cause.mayHaveHappened
    if (cause instanceof EsbdRefused || unclear)
      await notifyStaff(deps, {
        key,
        kind: 'rescinding',
        about: of.about,
        note: cause.message.slice(0, 300),
      })
    throw cause
  }
  await settleFinding(deps.db, key, deps.clock.now())
}
