import { z } from 'zod'
import type { KycEvent } from '#domain/kyc/kyc.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db/connect.ts'
import { kycChangedJob } from '../jobs/definitions.ts'
import type { Queue } from '../jobs/queue.ts'

/** Events of a case, for its history and the journal. */

/**
 * Returns the audit log's name of a person: their account if they have one, else their case. Never
 * the IIN.
 */
async function objectOf(tx: Tx, iin: string, caseId: string) {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .executeTakeFirst()
  return account
    ? ({ kind: 'account', id: account.id } as const)
    : ({ kind: 'kyc_case', id: caseId } as const)
}

/** After these the person is blocked, or not any more. */
export const turns: readonly KycEvent[] = ['blocked', 'blocked_again', 'unblocked', 'released']

/**
 * Changes the case and writes its history and the audit log; a job then handles the person's open
 * bills and refunds.
 */
export async function writeEvent(
  tx: Tx,
  { queue }: { queue: Queue },
  of: {
    iin: string
    caseId: string
    event: KycEvent
    reason: string | null
    actor: string
    screeningId: string | null
    at: Date
    details?: AuditEntry['details']
  },
): Promise<void> {
  await tx
    .insertInto('kyc_history')
    .values({
      iin: of.iin,
      event: of.event,
      reason: of.reason,
      actor: of.actor,
      screening_id: of.screeningId,
      at: of.at,
    })
    .execute()
  await audit(tx, of.at, {
    actor: of.actor,
    action: `client.${of.event}`,
    object: await objectOf(tx, of.iin, of.caseId),
    details: { case: of.caseId, screening: of.screeningId, ...of.details },
  })
  if (turns.includes(of.event)) await queue.enqueue(tx, kycChangedJob, { caseId: of.caseId })
}

/** Where a person was matched with a list, and the actor: `job:…` or `staff:{account id}`. */
export type FoundAt = { origin: 'sale' | 'rescreen' | 'desk' | 'typed'; actor: string }

/** Dependencies that open and release a case. */
type CaseDeps = { db: Db; queue: Queue }

const Keys = z.array(z.string())
export const keysIn = (stored: unknown): string[] => Keys.safeParse(stored).data ?? []

export const caseOf = (sql: Db | Tx, iin: string) =>
  sql.selectFrom('kyc_cases').selectAll().where('iin', '=', iin).executeTakeFirst()

type Asked = {
  iin?: string | undefined
  case_id?: string | undefined
  account_id?: string | undefined
}
/** Returns the IIN of a person given by IIN, case or account; undefined for an unknown id. */
export async function iinAsked(sql: Db, asked: Asked): Promise<string | undefined> {
  if (asked.iin !== undefined) return asked.iin
  const found =
    asked.case_id === undefined
      ? sql
          .selectFrom('accounts')
          .select('iin')
          .where('id', '=', asked.account_id ?? '')
          .where('realm', '=', 'cabinet')
      : sql.selectFrom('kyc_cases').select('iin').where('id', '=', asked.case_id)
  return (await found.executeTakeFirst())?.iin
}

/**
 * Opens a case of a person on a list that blocks or needs a decision. `let`: staff have unblocked
 * them and decided about every entry. `known`: already blocked by the same entries. `opened`: a new
 * case, or an old one with something new; it waits for staff.
 */
export async function openCase(
  { db, queue }: CaseDeps,
  of: FoundAt & { iin: string; screeningId: string; keys: readonly string[]; at: Date },
): Promise<'let' | 'known' | 'opened'> {
  const known = await caseOf(db, of.iin)
  if (known && !hasNew(known.entries, of.keys))
    return known.status === 'unblocked' ? 'let' : 'known'
  return db.transaction().execute(async (tx) => {
    const row = {
      status: 'blocked',
      screening_id: of.screeningId,
      origin: of.origin,
      opened_at: of.at,
      changed_at: of.at,
    }
    const made = await tx
      .insertInto('kyc_cases')
      .values({ iin: of.iin, entries: JSON.stringify(of.keys), ...row })
      .onConflict((conflict) => conflict.column('iin').doNothing())
      .returning('id')
      .executeTakeFirst()
    const event = {
      iin: of.iin,
      event: 'blocked' as const,
      reason: null,
      actor: of.actor,
      screeningId: of.screeningId,
      at: of.at,
    }
    if (made) {
      await writeEvent(tx, { queue }, { ...event, caseId: made.id })
      return 'opened'
    }
    const held = await tx
      .selectFrom('kyc_cases')
      .selectAll()
      .where('iin', '=', of.iin)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!hasNew(held.entries, of.keys)) return held.status === 'unblocked' ? 'let' : 'known'
    await tx
      .updateTable('kyc_cases')
      .set({
        ...row,
        entries: JSON.stringify([...new Set([...keysIn(held.entries), ...of.keys])]),
        reason: null,
        decided_by: null,
        decided_at: null,
      })
      .where('iin', '=', of.iin)
      .execute()
    await writeEvent(tx, { queue }, { ...event, caseId: held.id })
    return 'opened'
  })
}

export const hasNew = (stored: unknown, keys: readonly string[]): boolean => {
  const decided = keysIn(stored)
  return keys.some((key) => !decided.includes(key))
}

/** An identity typed by hand is decided about like an entry of a list: under a key of its own. */
export const TYPED = 'typed '
const isTyped = (key: string): boolean => key.startsWith(TYPED)
/** A block that staff set: no change of a list removes it. */
export const BY_STAFF = 'staff'

/** Whether a blocked case holds whatever the lists say now: all but an identity typed by hand. */
export const holdsBlocked = (seen: CaseSeen | null | undefined, onlyByStaff: boolean): boolean =>
  seen?.status === 'blocked' &&
  keysIn(seen.entries).some((key) => key === BY_STAFF || (!onlyByStaff && !isTyped(key)))
/** Returns whether an entry that opened a blocked case is still in its list. */
export const standsIn = (
  seen: CaseSeen | null | undefined,
  inForce: ReadonlySet<string> | undefined,
): boolean =>
  inForce !== undefined &&
  seen?.status === 'blocked' &&
  keysIn(seen.entries).some((key) => inForce.has(key))
/** The keys a case was decided about, with staff's own block or without. */
export const keysWith = (stored: unknown, byStaff: boolean): string[] => [
  ...keysIn(stored).filter((key) => key !== BY_STAFF),
  ...(byStaff ? [BY_STAFF] : []),
]

/** Fields of a case that decide whether it may be released. */
export type CaseSeen = { status: string; entries: unknown }
/** The same of several people, as a part of another question. */
export const selectCases = (sql: Db | Tx) =>
  sql.selectFrom('kyc_cases').select(['kyc_cases.iin', 'kyc_cases.status', 'kyc_cases.entries'])

/**
 * Releases a case if the lists have nothing against the person any more (an entry was excluded):
 * the block depends on the entries in force (`inForce`), not on the name it was found by. An
 * identity typed by hand keeps waiting unless the register has `proved` it. `seen`: the case as
 * just read, null if none; it is read again before the change.
 */
export async function releaseCase(
  { db, queue }: CaseDeps,
  of: { iin: string; actor: string; at: Date; proved?: boolean; inForce?: ReadonlySet<string> },
  seen?: CaseSeen | null,
): Promise<void> {
  const waits = (entries: unknown): boolean =>
    keysIn(entries).some(
      (key) =>
        key === BY_STAFF || (of.proved !== true && isTyped(key)) || of.inForce?.has(key) === true,
    )
  const known =
    seen === undefined
      ? await db
          .selectFrom('kyc_cases')
          .select(['status', 'entries'])
          .where('iin', '=', of.iin)
          .executeTakeFirst()
      : seen
  if (known?.status !== 'blocked' || waits(known.entries)) return
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('kyc_cases')
      .select('entries')
      .where('iin', '=', of.iin)
      .forUpdate()
      .executeTakeFirst()
    if (waits(held?.entries)) return
    const released = await tx
      .updateTable('kyc_cases')
      .set({
        status: 'unblocked',
        reason: null,
        decided_by: of.actor,
        decided_at: of.at,
        changed_at: of.at,
        entries: JSON.stringify([]),
      })
      .where('iin', '=', of.iin)
      .where('status', '=', 'blocked')
      .returning(['id', 'screening_id'])
      .executeTakeFirst()
    if (released)
      await writeEvent(
        tx,
        { queue },
        {
          iin: of.iin,
          caseId: released.id,
          event: 'released',
          reason: null,
          actor: of.actor,
          screeningId: released.screening_id,
          at: of.at,
        },
      )
  })
}
