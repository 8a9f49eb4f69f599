import { sql } from 'kysely'
import type { z } from 'zod'
import type { search as contract } from '#contract/audit.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { audit } from './audit.ts'
import { verifyAudit } from './audit-seals.ts'
import { lookedAtId } from './lookup.ts'
import { objectNames } from './object-names.ts'
import { beginsWith, isUnusual, unusualAmong } from './unusual.ts'

const PAGE = 100
const WEEK_MS = 7 * 86_400_000

/**
 * The actors a person may be written as: an IIN or an id stands for the account in any of its
 * parts.
 */
export async function actorsFor(db: Db, text: string): Promise<string[]> {
  const byIin = /^\d{12}$/.test(text)
    ? await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
    : []
  const ids = /^[0-9a-f-]{36}$/.test(text) ? [text] : byIin.map(({ id }) => id)
  return ids.length > 0
    ? ids.flatMap((id) => [`staff:${id}`, `accountant:${id}`, `promoter:${id}`, `client:${id}`])
    : [text]
}

/** A person is in the log by their accounts, their KYC case, or a keyed digest (`looks.ts`). */
async function objectsFor(db: Db, signingKey: string, text: string): Promise<string[]> {
  if (!/^\d{12}$/.test(text)) return [text, lookedAtId(signingKey, text)]
  const accounts = await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
  const known = await db.selectFrom('kyc_cases').select('id').where('iin', '=', text).execute()
  return [...[...accounts, ...known].map(({ id }) => id), lookedAtId(signingKey, text)]
}

type Ask = z.output<typeof contract.body>

/** The instants a question is about; a time of day narrows its first and its last day. */
function periodOf({ from, to, since, until }: Ask): { start: Date | null; end: Date | null } {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const at = (day: string, clock: string) =>
    new Date(startOfDay(day).getTime() + minutes(clock) * 60_000)
  return {
    start: from ? at(from, since ?? '00:00') : null,
    end: to ? (until ? at(to, until) : startOfDay(addDays(to, 1))) : null,
  }
}

/** The audit log, searched by what its indexes know. Searching it is itself in it. */
export const search = handle('staffAudit', async (ask, { db, clock, config, me }) => {
  const { actor, action, object, from, to, unusual, cursor } = ask
  const { start, end } = periodOf(ask)
  let found = db.selectFrom('audit').selectAll()
  if (actor) found = found.where('actor', 'in', await actorsFor(db, actor))
  if (action) found = found.where('action', 'like', beginsWith(action))
  if (object)
    found = found.where('object_id', 'in', await objectsFor(db, config.signingKey, object))
  // Without days the unusual is looked for in the last week: a group of hours needs an end.
  const earliest = start ?? (unusual ? new Date(clock.now().getTime() - WEEK_MS) : null)
  if (earliest) found = found.where('at', '>=', earliest)
  if (end) found = found.where('at', '<', end)
  if (unusual) found = found.where(isUnusual(earliest ?? new Date(0), end ?? clock.now()))
  if (cursor) found = found.where('id', '<', cursor)
  const rows = await found
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  const [nameOf, sealOf, often, objectOf] = await Promise.all([
    namesOf(
      db,
      page.map((row) => row.actor),
    ),
    sealsOf(db, page),
    unusualAmong(db, page),
    objectNames(db, page),
  ])
  if (!cursor)
    await audit(db, clock.now(), {
      actor: actorOf(me()),
      action: 'audit.searched',
      object: { kind: 'audit', id: 'log' },
      details: { action: action ?? null, from: from ?? null, to: to ?? null },
    })
  return ok({
    entries: page.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      actor_name: nameOf(row.actor) === row.actor ? null : nameOf(row.actor),
      action: row.action,
      object: { kind: row.object_kind, id: row.object_id, name: objectOf(row) },
      details: detailsOf(row.details),
      seal: sealOf(row.id),
      unusual: often(row),
    })),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  })
})

/** Which seal a line of a page is under. */
async function sealsOf(db: Db, page: readonly { id: string }[]) {
  const [newest, oldest] = [page[0], page.at(-1)]
  const seals =
    newest && oldest
      ? await db
          .selectFrom('audit_seals')
          .select(['id', 'from_id', 'to_id'])
          .where('to_id', '>=', oldest.id)
          .where('from_id', '<=', newest.id)
          .execute()
      : []
  return (id: string): string | null =>
    seals.find((seal) => BigInt(seal.from_id) <= BigInt(id) && BigInt(id) <= BigInt(seal.to_id))
      ?.id ?? null
}

const detailsOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {}

const newestSeal = (db: Db) =>
  db
    .selectFrom('audit_seals')
    .select(['id', 'to_id', 'hash', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** One part of the chain computed anew. */
export const verify = handle('staffAuditVerify', async ({ before }, { db }) => {
  const [part, newest] = await Promise.all([verifyAudit(db, before), newestSeal(db)])
  const { rows } = await sql<{
    count: string
  }>`select count(*) from audit where id > ${newest?.to_id ?? '0'}`.execute(db)
  return ok({
    ...part,
    unsealed: Number(rows[0]?.count ?? 0),
    newest: newest
      ? { seal: newest.id, hash: newest.hash.toString('hex'), at: newest.at.toISOString() }
      : null,
  })
})
