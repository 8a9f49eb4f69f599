import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { heldOrGoes } from '../signatures/held.ts'
import {
  askSignature,
  closeSignature,
  signatureRow,
  whyNotSecond,
} from '../signatures/signatures.ts'
import { actor, lockPeriods } from './books-lock.ts'

/**
 * Two people reopen the last closed month with a reason: the closed version goes to the trail, and
 * the month is closed anew like any other.
 */

export const lastClosed = (db: Sql) =>
  db.selectFrom('closed_periods').selectAll().orderBy('month', 'desc').limit(1).executeTakeFirst()

type Closed = NonNullable<Awaited<ReturnType<typeof lastClosed>>>
/** The signature covers this closing and no later one. */
const factsOf = ({ month, closed_at }: Closed) => ({ month, closed_at: closed_at.toISOString() })

export const reportReopenPeriod = handle('reportReopenPeriod', async (ask, context) => {
  const { month, reason } = ask
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const done = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const closed = await lastClosed(tx)
    if (closed?.month !== month) return refusals.monthNotReopenable
    const by = actor(account.id)
    const id = await askSignature(tx, {
      kind: 'period',
      subject: month,
      facts: factsOf(closed),
      reason,
      actor: by,
      at: now,
    })
    if (id === null) return refusals.claimChanged
    await audit(tx, now, {
      actor: by,
      action: 'period.reopen_asked',
      object: { kind: 'period', id: month },
    })
    return { id }
  })
  return typeof done === 'number' ? refuse(locale, done) : ok(done)
})

export const reportSignReopening = handle('reportSignReopening', async ({ id, hold }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const by = actor(account.id)
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await signatureRow(tx, 'period', id)
    const closed = await lastClosed(tx)
    if (!row || closed?.month !== row.subject) return refusals.monthNotReopenable
    const whyNot = await whyNotSecond(tx, row, { actor: by, facts: factsOf(closed) })
    if (whyNot) return whyNot
    const held = await heldOrGoes(tx, context, {
      kind: 'period',
      subject: closed.month,
      call: 'reportSignReopening',
      hold,
      body: { id },
    })
    if (held !== null) return held
    await closeSignature(tx, id, { state: 'signed', actor: by, at: now })
    const { figures, checks, ...kept } = closed
    await tx
      .insertInto('reopened_periods')
      .values({
        ...kept,
        figures: JSON.stringify(figures),
        checks: checks === null ? null : JSON.stringify(checks),
        reason: row.reason,
        asked_by: row.asked_by.slice(row.asked_by.indexOf(':') + 1),
        asked_at: row.asked_at,
        opened_by: account.id,
        opened_at: now,
      })
      .execute()
    await tx.deleteFrom('closed_periods').where('month', '=', closed.month).execute()
    // A later month that one person has prepared waits for this one now.
    await tx.deleteFrom('prepared_periods').execute()
    await audit(tx, now, {
      actor: by,
      action: 'period.reopened',
      object: { kind: 'period', id: closed.month },
    })
    return null
  })
  return typeof refused === 'number' ? refuse(locale, refused) : { success: true as const }
})

export const reportDeclineReopening = handle('reportDeclineReopening', async ({ id }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const by = actor(account.id)
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await signatureRow(tx, 'period', id)
    if (!row) return refusals.claimChanged
    const state = row.asked_by === by ? 'withdrawn' : 'refused'
    if (!(await closeSignature(tx, id, { state, actor: by, at: now }))) return refusals.claimChanged
    await audit(tx, now, {
      actor: by,
      action: 'period.reopen_declined',
      object: { kind: 'period', id: row.subject },
    })
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})
