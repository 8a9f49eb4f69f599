import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { ListEntry } from '#domain/kyc/kyc.ts'
import { entryKey } from '#domain/kyc/kyc.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { heldOrGoes } from '../signatures/held.ts'
import {
  askSignature,
  closeSignature,
  closeWaiting,
  newestSignature,
  signatureRow,
  whyNotSecond,
} from '../signatures/signatures.ts'
import { keysIn } from './cases.ts'
import { Entries } from './lists.ts'

/**
 * Entries that an upload by staff leaves out of a list. One person alone unlists nobody, blocked
 * today or not: the entries stay in force until a second person signs, or the publisher's own file
 * omits them (decision 303).
 */
const kind = 'list'
const Keys = z.array(z.string())
const SHOWN = 500

/** The imports of a list and its signatures happen one after the other. */
export const lockList = (tx: Tx, code: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`list:${code}`}, 0))`.execute(tx)

export async function entriesOf(db: Sql, versionId: string): Promise<ListEntry[]> {
  const { entries } = await db
    .selectFrom('aml_versions')
    .select('entries')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  return Entries.parse(entries)
}

/** Entries in force that a file does not have. */
export function entriesLeftOut(
  inForce: readonly ListEntry[],
  read: readonly ListEntry[],
): ListEntry[] {
  const has = new Set(read.map(entryKey))
  return inForce.filter((entry) => !has.has(entryKey(entry)))
}

/**
 * Returns the entries without those that block somebody: only the publisher itself, or two people
 * on a case, may admit such a person.
 */
export async function withoutBlocking(
  db: Sql,
  entries: readonly ListEntry[],
): Promise<ListEntry[]> {
  if (entries.length === 0) return []
  const cases = await db
    .selectFrom('kyc_cases')
    .select('entries')
    .where('status', '=', 'blocked')
    .execute()
  const blocking = new Set(cases.flatMap((one) => keysIn(one.entries)))
  return entries.filter((entry) => !blocking.has(entryKey(entry)))
}

const factsOf = (version: string, keys: readonly string[]) => ({
  version,
  names: keys.length,
  keys: createHash('sha256').update(keys.join('\n')).digest('hex'),
})

/**
 * Opens a signature for omissions; a new version ends the one under the old. The uploader signs
 * first.
 */
export async function askToLeave(
  tx: Tx,
  of: { list: string; version: string; leaving: ListEntry[]; actor: string; at: Date },
): Promise<void> {
  const { list: subject, version, leaving, actor, at } = of
  await closeWaiting(tx, { kind, subject, actor, at })
  if (leaving.length === 0) return
  const facts = factsOf(version, leaving.map(entryKey))
  await askSignature(tx, { kind, subject, facts, reason: '', actor, at })
}

/** Locks a list's version in force and returns it with the entries that wait to leave. */
async function heldVersion(tx: Tx, code: string) {
  await lockList(tx, code)
  return tx
    .selectFrom('aml_versions')
    .select(['id', 'entries', 'left_out'])
    .where('list_code', '=', code)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The second signature: the names leave the list. */
export const signList = handle('kycSignList', async ({ signature_id, hold }, context) => {
  const { db, me, locale, screening } = context
  const row = await signatureRow(db, kind, signature_id)
  if (!row) throw notFound()
  const actor = actorOf(me())
  if (row.asked_by === actor) return refuse(locale, refusals.secondPersonNeeded)
  const refused = await db.transaction().execute(async (tx) => {
    const version = await heldVersion(tx, row.subject)
    const keys = Keys.parse(version.left_out)
    const hindered = await whyNotSecond(tx, row, { actor, facts: factsOf(version.id, keys) })
    if (hindered) return hindered
    const inForce = Entries.parse(version.entries)
    const leaving = new Set(keys)
    const asked = inForce.filter((entry) => leaving.has(entryKey(entry)))
    if (asked.some(({ iin }) => iin === me().iin)) return refusals.ownMatter
    const held = await heldOrGoes(tx, context, {
      kind,
      subject: row.subject,
      call: 'kycSignList',
      hold,
      body: { signature_id },
    })
    if (held !== null) return held
    // A person blocked meanwhile stays blocked.
    const gone = new Set((await withoutBlocking(tx, asked)).map(entryKey))
    const entries = inForce.filter((entry) => !gone.has(entryKey(entry)))
    const at = new Date()
    if (!(await closeSignature(tx, row.id, { state: 'signed', actor, at })))
      return refusals.claimChanged
    await tx
      .updateTable('aml_versions')
      .set({
        entries: JSON.stringify(entries),
        entry_count: entries.length,
        left_out: '[]',
        imported_at: at,
      })
      .where('id', '=', version.id)
      .execute()
    await wrote(tx, context, 'aml_list.removal_signed', row, { gone: gone.size })
    return null
  })
  if (refused === 'held') return { success: true as const }
  if (refused) return refuse(locale, refused)
  screening.renew()
  return { success: true as const }
})

export const declineList = handle('kycDeclineList', ({ signature_id, note }, context) =>
  closed(context, signature_id, { state: 'refused', note }),
)
export const withdrawList = handle('kycWithdrawList', ({ signature_id }, context) =>
  closed(context, signature_id, { state: 'withdrawn', note: '' }),
)

/**
 * Closes the signature: the uploader withdraws it, anybody else declines; the names stay in force.
 */
async function closed(
  context: Context,
  id: string,
  { state, note }: { state: 'refused' | 'withdrawn'; note: string },
) {
  const { db, me, locale } = context
  const row = await signatureRow(db, kind, id)
  if (!row) throw notFound()
  const actor = actorOf(me())
  if ((state === 'withdrawn') !== (row.asked_by === actor))
    return refuse(locale, refusals.secondPersonNeeded)
  const done = await db.transaction().execute(async (tx) => {
    const version = await heldVersion(tx, row.subject)
    if (!(await closeSignature(tx, row.id, { state, actor, at: new Date(), note }))) return false
    await tx
      .updateTable('aml_versions')
      .set({ left_out: '[]' })
      .where('id', '=', version.id)
      .execute()
    await wrote(
      tx,
      context,
      state === 'refused' ? 'aml_list.removal_declined' : 'aml_list.removal_withdrawn',
      row,
      { stay: Keys.parse(version.left_out).length },
    )
    return true
  })
  return done ? { success: true as const } : refuse(locale, refusals.claimChanged)
}

const wrote = (
  tx: Tx,
  { clock, me }: Pick<Context, 'clock' | 'me'>,
  action: `aml_list.removal_${'signed' | 'declined' | 'withdrawn'}`,
  row: { subject: string; id: string },
  details: Record<string, number>,
) =>
  audit(tx, clock.now(), {
    actor: actorOf(me()),
    action,
    object: { kind: 'aml_list', id: row.subject },
    details: { ...details, signature: row.id },
  })

/** Returns the open signature about omissions of the version in force; null if none. */
export async function leavingOf(db: Db, of: { code: string; version: string | null; me: string }) {
  if (of.version === null) return null
  const signature = await newestSignature(db, { kind, subject: of.code }, of.me)
  if (signature?.state !== 'waiting') return null
  const { entries, left_out } = await db
    .selectFrom('aml_versions')
    .select(['entries', 'left_out'])
    .where('id', '=', of.version)
    .executeTakeFirstOrThrow()
  const keys = new Set(Keys.parse(left_out))
  const leaving = Entries.parse(entries).filter((entry) => keys.has(entryKey(entry)))
  return {
    signature,
    count: leaving.length,
    entries: leaving.slice(0, SHOWN).map(({ names, iin, birthDate, birthYear }) => ({
      name: names[0] ?? '',
      iin,
      birth: birthDate ?? (birthYear === null ? null : String(birthYear)),
    })),
  }
}
