import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Signature } from '#contract/signatures.ts'
import type { RefusalCode } from '#domain/finding.ts'
import * as refusals from '#domain/refusals.ts'
import { namesOf } from '../accounts/accounts.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import { heldAbout, type SignatureKind } from './held.ts'

/**
 * Two-person signatures (decision 213). The act itself belongs to its slice: it requests a
 * signature instead of acting, and acts in the transaction that `closeSignature` marks as signed.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null>>
type Of = { kind: SignatureKind; subject: string }

/**
 * Requests the second signature: the exact facts and the reason. Null while another request waits
 * for the same. Runs under the lock of the subject's owner.
 */
export async function askSignature(
  tx: Tx,
  of: Of & { facts: Facts; reason: string; actor: string; at: Date },
): Promise<string | null> {
  const made = await tx
    .insertInto('signatures')
    .values({
      kind: of.kind,
      subject: of.subject,
      facts: JSON.stringify(of.facts),
      reason: of.reason,
      asked_by: of.actor,
      asked_at: of.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('state', '=', 'waiting').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Returns the row of a signature; undefined if there is none of this kind. */
export const signatureRow = (db: Sql, kind: SignatureKind, id: string) =>
  db
    .selectFrom('signatures')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof signatureRow>>>

/**
 * Returns why this person may not be the second one now, or null: decided meanwhile
 * (`claimChanged`), the first themselves (`secondPersonNeeded`), not surely another person
 * (`secondPersonNotApart`), the facts differ from the signed ones (`claimChanged`).
 */
export async function whyNotSecond(
  db: Sql,
  row: Row,
  of: { actor: string; facts: Facts },
): Promise<RefusalCode | null> {
  if (row.state !== 'waiting' || !isDeepStrictEqual(row.facts, of.facts))
    return refusals.claimChanged
  if (row.asked_by === of.actor) return refusals.secondPersonNeeded
  return (await areTwoPeople(db, row.asked_by, of.actor)) ? null : refusals.secondPersonNotApart
}

/**
 * Decides a waiting signature, once: returns false if it is decided already. The signing call runs
 * it in the transaction of the act, so that both happen or neither.
 */
export async function closeSignature(
  tx: Tx,
  id: string,
  of: { state: 'signed' | 'refused' | 'withdrawn'; actor: string; at: Date; note?: string },
): Promise<boolean> {
  const closed = await tx
    .updateTable('signatures')
    .set({ state: of.state, decided_by: of.actor, decided_at: of.at, note: of.note ?? '' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/**
 * Ends the signature waiting on a subject, if any, because the subject was decided otherwise:
 * withdrawn if by its requester, refused if by anybody else. In the transaction of that decision.
 */
export async function closeWaiting(
  tx: Tx,
  { kind, subject, actor, at }: Of & { actor: string; at: Date },
): Promise<void> {
  const row = await tx
    .selectFrom('signatures')
    .select(['id', 'asked_by'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return
  const state = row.asked_by === actor ? 'withdrawn' : 'refused'
  await closeSignature(tx, row.id, { state, actor, at })
}

/** Returns a subject's newest signature for the desks; null if there is none. */
export async function newestSignature(
  db: Db,
  { kind, subject }: Of,
  me: string,
): Promise<z.input<typeof Signature> | null> {
  const row = await db
    .selectFrom('signatures')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const nameOf = await namesOf(db, [row.asked_by, row.decided_by])
  const held = row.state === 'waiting' ? await heldAbout(db, { kind, subject }, me) : undefined
  return {
    id: row.id,
    state: stateOf(row.state),
    reason: row.reason,
    mine: row.asked_by === me,
    asked_by: nameOf(row.asked_by),
    asked_at: row.asked_at.toISOString(),
    decided_by: row.decided_by ? nameOf(row.decided_by) : null,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    held: held?.shown ?? null,
  }
}

const states = ['waiting', 'signed', 'refused', 'withdrawn'] as const
const stateOf = (text: string) => states.find((state) => state === text) ?? 'waiting'

/**
 * Lists what waits for a second signature and was not requested by `me`, the longest wait first.
 */
export const waitingForOthers = (db: Sql, kinds: readonly SignatureKind[], me: string) =>
  db
    .selectFrom('signatures')
    .select(['id', 'kind', 'subject', 'facts', 'asked_at'])
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('asked_by', '<>', me)
    .orderBy('asked_at')
    .limit(1_000)
    .execute()

/** Returns which of these subjects wait for their second signature. */
export async function waitingSubjects(
  db: Sql,
  kind: SignatureKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('signatures')
    .select('subject')
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects, ''])
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** Returns waiting signatures of a kind, by subject. */
export async function waitingFor(db: Sql, kind: SignatureKind) {
  const rows = await db
    .selectFrom('signatures')
    .select(['id', 'subject', 'asked_by', 'asked_at', 'facts'])
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .limit(1_000)
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}
