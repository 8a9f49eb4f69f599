import { waitsDays, waysOf } from '#domain/books/settle.ts'
import { addDays } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import { invalid, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Kind } from './difference-queries.ts'
import { type Found, findDifference } from './differences.ts'
import { instantsOf, LONGEST_COMPARED } from './period.ts'
import { likelyPayments, linesOf } from './statement-lines.ts'

/** What a note to accept a difference has at least. */
const NOTE = 5

/**
 * Settles a difference as it is found now, once; of the money nothing is changed. A line is linked
 * with the payment it is likely to mean and with no other, so that a slip cannot hide a lack.
 */
export const reportSettle = handle('reportSettle', async (ask, context) => {
  const { db, clock, locale, me } = context
  const { kind, key, how, linked, note } = ask
  if (how === 'accepted' && note.length < NOTE)
    throw invalid([{ path: 'note', message: fieldText('required', locale) }])
  const { since, until } = instantsOf(ask, context, LONGEST_COMPARED)
  const account = await myAccount(db, me())
  const done = await db.transaction().execute(async (tx) => {
    const period = { since, until, from: ask.from, to: ask.to }
    const found = await findDifference(tx, kind, key, period, clock.today())
    if (!found || !(await maySettle(tx, kind, found, how, linked))) return false
    const at = clock.now()
    // What was waited for until a day that is over gives its place up.
    await tx
      .updateTable('settled_differences')
      .set({ undone_at: at, undone_by: account.id })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('undone_at', 'is', null)
      .where('wait_until', '<', clock.today())
      .execute()
    const row = await tx
      .insertInto('settled_differences')
      .values({
        ...{ kind, key, how, note },
        linked: how === 'linked' ? (linked ?? null) : null,
        wait_until: how === 'waits' ? addDays(clock.today(), waitsDays) : null,
        settled_at: at,
        settled_by: account.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await audit(tx, at, {
      actor: `accountant:${account.id}`,
      action: 'difference.settled',
      object: { kind: 'difference', id: String(row.id) },
      details: { kind, key, how, linked: linked ?? null },
    })
    return true
  })
  return done ? { success: true as const } : refuse(locale, refusals.orderNotSuitable)
})

async function maySettle(
  tx: Tx,
  kind: Kind,
  found: Found,
  how: string,
  linked: string | undefined,
): Promise<boolean> {
  const line = (await linesOf(tx, kind === 'statement_unmatched' ? [found.key] : [])).get(found.key)
  if (!waysOf(kind, line?.verdict ?? null).some((way) => way === how)) return false
  if (how !== 'linked') return linked === undefined
  const likely = line ? await likelyPayments(tx, [line]) : new Map<string, { id: string }>()
  return linked !== undefined && likely.get(found.key)?.id === linked
}

/** Takes a settlement back; the row stays with who did it and when. */
export const reportUnsettle = handle('reportUnsettle', async ({ kind, key }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const done = await db.transaction().execute(async (tx) => {
    const at = clock.now()
    const row = await tx
      .updateTable('settled_differences')
      .set({ undone_at: at, undone_by: account.id })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('undone_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await audit(tx, at, {
      actor: `accountant:${account.id}`,
      action: 'difference.reopened',
      object: { kind: 'difference', id: String(row.id) },
      details: { kind, key },
    })
    return true
  })
  return done ? { success: true as const } : refuse(locale, refusals.orderNotSuitable)
})
