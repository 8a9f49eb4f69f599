import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { Evidence } from '#contract/kyc.ts'
import type { Day } from '#domain/calendar.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { birthDateOf } from '#domain/iin.ts'
import { isAnother } from '#domain/kyc/grounds.ts'
import type { KycEvent } from '#domain/kyc/kyc.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { heldOrGoes } from '../signatures/held.ts'
import {
  askSignature,
  closeSignature,
  closeWaiting,
  type Facts,
  newestSignature,
  signatureRow,
  whyNotSecond,
} from '../signatures/signatures.ts'
import { keysWith, turns, writeEvent } from './cases.ts'
import { type ComparedNow, comparedNow } from './compared.ts'
import { documentsOf } from './documents.ts'

/**
 * A person listed by IIN, or by name and birth date, is admitted by two people on a ground that the
 * comparison does not contradict, with a document (decision 304).
 */
const kind = 'kyc'

type Case = NonNullable<Awaited<ReturnType<typeof caseById>>>
const caseById = (sql: Sql, id: string) =>
  sql.selectFrom('kyc_cases').selectAll().where('id', '=', id).executeTakeFirst()

type Proof = z.infer<typeof Evidence>

/** Facts that the first signs: the ground, its documents, and the matches at that time. */
const factsOf = (evidence: Proof, documents: readonly string[], now: ComparedNow): Facts => ({
  evidence: JSON.stringify(evidence),
  documents: [...documents].sort().join(' '),
  entries: now.matches
    .map(({ list, key, by }) => `${list} ${by} ${key}`)
    .sort()
    .join('\n'),
  differs: now.differs.join(' '),
})

const storedIn = (facts: unknown): { evidence: Proof; documents: string[] } | null => {
  const of = typeof facts === 'object' && facts !== null ? { ...facts } : {}
  const text = 'evidence' in of && typeof of.evidence === 'string' ? of.evidence : '{}'
  const evidence = Evidence.safeParse(JSON.parse(text))
  const documents = 'documents' in of && typeof of.documents === 'string' ? of.documents : ''
  return evidence.success
    ? { evidence: evidence.data, documents: documents.split(' ').filter(Boolean) }
    : null
}

/** Returns whether a ground contradicts known facts. */
function contradicts({ clock }: Context, evidence: Proof, now: ComparedNow): boolean {
  if (evidence.ground === 'not_same')
    return (
      !isAnother(evidence.differs) || evidence.differs.some((fact) => !now.differs.includes(fact))
    )
  return evidence.date > clock.today()
}

/**
 * Returns clean documents uploaded since the block: earlier ones served an earlier decision. Or the
 * reason why there are none.
 */
async function provenBy(
  sql: Sql,
  { id, iin }: Pick<Case, 'id' | 'iin'>,
): Promise<string[] | RefusalCode> {
  const blocked = await sql
    .selectFrom('kyc_history')
    .select('at')
    .where('iin', '=', iin)
    .where('event', 'in', turns)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const all = await documentsOf(sql, id)
  const documents = all.filter(({ at }) => !blocked || new Date(at) >= blocked.at)
  if (documents.some(({ scan }) => scan === 'waiting')) return refusals.fileNotScanned
  const clean = documents.filter(({ scan }) => scan === 'clean').map(({ id }) => id)
  return clean.length > 0 ? clean : refusals.kycDocumentMissing
}

/**
 * Resolution 1267 of the UN Security Council began the oldest of the lists on this day: no
 * exclusion and no end of a term can be earlier.
 */
const firstList: Day = '1999-10-15'

/** Refuses a day on which the act that proves a ground cannot have been written. */
function refuseDay({ locale }: Context, evidence: Proof, iin: string): void {
  if (evidence.ground === 'not_same') return
  const born = birthDateOf(iin) ?? firstList
  if (evidence.date < firstList || evidence.date < born)
    throw invalid([{ path: 'evidence.date', message: fieldText('act_day', locale) }])
}

export const askUnblock = handle('kycAskUnblock', async (ask, context) => {
  const { db, clock, me, locale } = context
  const { case_id, reason, evidence, seen } = ask
  const before = await caseById(db, case_id)
  if (!before) throw notFound()
  if (before.iin === me().iin) return refuse(locale, refusals.ownMatter)
  refuseDay(context, evidence, before.iin)
  const actor = actorOf(me())
  const now = await comparedNow(context, before.iin, actor)
  const known = await caseById(db, case_id)
  if (known?.status !== 'blocked') return refuse(locale, refusals.kycNotBlocked)
  if (seen && new Date(seen).getTime() !== known.changed_at.getTime())
    return refuse(locale, refusals.claimChanged)
  if (contradicts(context, evidence, now))
    return refuse(locale, refusals.kycGroundContradicts, { differs: now.differs })
  const refused = await db.transaction().execute(async (tx) => {
    if (!(await heldAsSeen(tx, known))) return refusals.claimChanged
    const documents = await provenBy(tx, known)
    if (typeof documents === 'number') return documents
    const facts = factsOf(evidence, documents, now)
    const at = clock.now()
    // A signature about an outdated state is over.
    const waiting = await waitingOf(tx, case_id)
    if (waiting && !isDeepStrictEqual(waiting.facts, facts))
      await closeWaiting(tx, { kind, subject: case_id, actor, at })
    const id = await askSignature(tx, { kind, subject: case_id, facts, reason, actor, at })
    if (!id) return refusals.claimChanged
    await wrote(tx, context, known, { event: 'unblock_asked', reason, actor, at, signature: id })
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})

/** The second signature and the act are one transaction. */
export const signUnblock = handle('kycSignUnblock', async ({ signature_id, hold }, context) => {
  const { db, clock, me, locale } = context
  const row = await signatureRow(db, kind, signature_id)
  const known = row && (await caseById(db, row.subject))
  if (!row || !known) throw notFound()
  if (known.iin === me().iin) return refuse(locale, refusals.ownMatter)
  const actor = actorOf(me())
  if (row.asked_by === actor) return refuse(locale, refusals.secondPersonNeeded)
  const stored = storedIn(row.facts)
  const now = await comparedNow(context, known.iin, actor)
  const asNow = await caseById(db, row.subject)
  if (!stored || asNow?.status !== 'blocked') return refuse(locale, refusals.claimChanged)
  if (contradicts(context, stored.evidence, now))
    return refuse(locale, refusals.kycGroundContradicts, { differs: now.differs })
  const refused = await db.transaction().execute(async (tx) => {
    if (!(await heldAsSeen(tx, asNow))) return refusals.claimChanged
    const documents = await provenBy(tx, asNow)
    if (documents === refusals.kycDocumentMissing) return refusals.claimChanged
    if (typeof documents === 'number') return documents
    const facts = factsOf(stored.evidence, documents, now)
    const hindered = await whyNotSecond(tx, row, { actor, facts })
    if (hindered) return hindered
    const held = await heldOrGoes(tx, context, {
      kind,
      subject: row.subject,
      call: 'kycSignUnblock',
      hold,
      body: { signature_id },
    })
    if (held !== null) return held
    const at = clock.now()
    if (!(await closeSignature(tx, row.id, { state: 'signed', actor, at })))
      return refusals.claimChanged
    await tx
      .updateTable('kyc_cases')
      .set({
        status: 'unblocked',
        entries: JSON.stringify(keysWith(asNow.entries, false)),
        reason: row.reason,
        decided_by: actor,
        decided_at: at,
        changed_at: at,
      })
      .where('id', '=', asNow.id)
      .execute()
    await wrote(tx, context, asNow, {
      event: 'unblocked',
      reason: row.reason,
      actor,
      at,
      signature: row.id,
    })
    return null
  })
  return typeof refused === 'number' ? refuse(locale, refused) : { success: true as const }
})

export const declineUnblock = handle('kycDeclineUnblock', ({ signature_id, note }, context) =>
  closed(context, signature_id, { state: 'refused', note, event: 'unblock_declined' }),
)
export const withdrawUnblock = handle('kycWithdrawUnblock', ({ signature_id }, context) =>
  closed(context, signature_id, { state: 'withdrawn', note: '', event: 'unblock_withdrawn' }),
)

/** Closes the signature: its author withdraws it, anybody else declines. */
async function closed(
  context: Context,
  signatureId: string,
  of: { state: 'refused' | 'withdrawn'; note: string; event: KycEvent },
) {
  const { db, clock, me, locale } = context
  const row = await signatureRow(db, kind, signatureId)
  const known = row && (await caseById(db, row.subject))
  if (!row || !known) throw notFound()
  if (known.iin === me().iin) return refuse(locale, refusals.ownMatter)
  const actor = actorOf(me())
  if ((of.state === 'withdrawn') !== (row.asked_by === actor))
    return refuse(locale, refusals.secondPersonNeeded)
  const done = await db.transaction().execute(async (tx) => {
    const at = clock.now()
    const { state, note, event } = of
    if (!(await closeSignature(tx, row.id, { state, actor, at, note }))) return false
    await tx.updateTable('kyc_cases').set({ changed_at: at }).where('id', '=', known.id).execute()
    await wrote(tx, context, known, { event, reason: note || null, actor, at, signature: row.id })
    return true
  })
  return done ? { success: true as const } : refuse(locale, refusals.claimChanged)
}

/** Locks a case; returns false if it changed since it was read. */
async function heldAsSeen(tx: Tx, known: Case): Promise<boolean> {
  const held = await tx
    .selectFrom('kyc_cases')
    .select(['status', 'changed_at'])
    .where('id', '=', known.id)
    .forUpdate()
    .executeTakeFirst()
  return held?.status === 'blocked' && held.changed_at.getTime() === known.changed_at.getTime()
}

const waitingOf = (sql: Sql, subject: string) =>
  sql
    .selectFrom('signatures')
    .select(['id', 'facts'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

const wrote = (
  tx: Tx,
  { queue }: Pick<Context, 'queue'>,
  { iin, id, screening_id }: Case,
  of: { event: KycEvent; reason: string | null; actor: string; at: Date; signature: string },
) =>
  writeEvent(
    tx,
    { queue },
    {
      iin,
      caseId: id,
      screeningId: screening_id,
      event: of.event,
      reason: of.reason,
      actor: of.actor,
      at: of.at,
      details: { signature: of.signature },
    },
  )

/** Returns the newest signature of a case with the facts of its first line; null if none. */
export async function signingOf({ db, me }: Context, caseId: string) {
  const signature = await newestSignature(db, { kind, subject: caseId }, actorOf(me()))
  const row = signature && (await signatureRow(db, kind, signature.id))
  const stored = row && storedIn(row.facts)
  return signature && stored ? { signature, ...stored } : null
}
