import { sql } from 'kysely'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { audit } from './audit.ts'
import { verifyAudit } from './audit-seals.ts'
import { lookedAtId } from './lookup.ts'

const PAGE = 50

/**
 * The actors a person may be written as: an IIN or an id stands for the account in any of its
 * parts.
 */
async function actorsFor(db: Db, text: string): Promise<string[]> {
  const byIin = /^\d{12}$/.test(text)
    ? await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
    : []
  const ids = /^[0-9a-f-]{36}$/.test(text) ? [text] : byIin.map(({ id }) => id)
  return ids.length > 0
    ? ids.flatMap((id) => [`staff:${id}`, `accountant:${id}`, `promoter:${id}`, `client:${id}`])
    : [text]
}

/** A person is in the log by their accounts, their KYC case, or a keyed digest (`look.ts`). */
async function objectsFor(db: Db, signingKey: string, text: string): Promise<string[]> {
  if (!/^\d{12}$/.test(text)) return [text, lookedAtId(signingKey, text)]
  const accounts = await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
  const known = await db.selectFrom('kyc_cases').select('id').where('iin', '=', text).execute()
  return [...[...accounts, ...known].map(({ id }) => id), lookedAtId(signingKey, text)]
}

/** The audit log, searched by what its indexes know. Searching it is itself in it. */
export const search = handle(
  'staffAudit',
  async ({ actor, action, object, from, to, cursor }, { db, clock, config, me }) => {
    let found = db.selectFrom('audit').selectAll()
    if (actor) found = found.where('actor', 'in', await actorsFor(db, actor))
    if (action) found = found.where('action', 'like', `${action.replaceAll('_', '\\_')}%`)
    if (object)
      found = found.where('object_id', 'in', await objectsFor(db, config.signingKey, object))
    if (from) found = found.where('at', '>=', startOfDay(from))
    if (to) found = found.where('at', '<', startOfDay(addDays(to, 1)))
    if (cursor) found = found.where('id', '<', cursor)
    const rows = await found
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute()
    const page = rows.slice(0, PAGE)
    const [nameOf, seal] = await Promise.all([
      namesOf(
        db,
        page.map((row) => row.actor),
      ),
      newestSeal(db),
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
        object: { kind: row.object_kind, id: row.object_id },
        details: detailsOf(row.details),
        sealed: seal !== undefined && BigInt(row.id) <= BigInt(seal.to_id),
      })),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    })
  },
)

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
