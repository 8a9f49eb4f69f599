import { type Way, waitsDays, waysOf } from '#domain/books/settle.ts'
import { addDays } from '#domain/calendar.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Kind } from './difference-queries.ts'
import { type Found, findNamed } from './differences.ts'
import { instantsOf, LONGEST_COMPARED } from './period.ts'
import { likelyPayments, linesOf } from './statement-lines.ts'

/** What a note to accept a difference has at least. */
const NOTE = 5

type Named = { kind: Kind; key: string }
type Asked = {
  from: string
  to: string
  how: Way
  note: string
  differences: readonly (Named & { linked?: string | undefined })[]
}

/**
 * Settles differences as they are found now, each once; of the money nothing is changed. A line is
 * linked with the payment it is likely to mean and with no other, so that a slip cannot hide a lack.
 * Tells those that were settled.
 */
async function settle(asked: Asked, context: Context): Promise<Named[]> {
  const { db, clock, locale, me } = context
  const { how, note, differences } = asked
  if (how === 'accepted' && note.length < NOTE)
    throw invalid([{ path: 'note', message: fieldText('required', locale) }])
  const { since, until } = instantsOf(asked, context, LONGEST_COMPARED)
  const period = { since, until, from: asked.from, to: asked.to }
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    const settled: Named[] = []
    for (const kind of new Set(differences.map((one) => one.kind))) {
      const linkedTo = new Map(
        differences.filter((one) => one.kind === kind).map(({ key, linked }) => [key, linked]),
      )
      const found = await findNamed(tx, kind, [...linkedTo.keys()], period, clock.today())
      for (const row of await settleable(tx, kind, found, how, linkedTo))
        if (await settleOne(tx, context, { kind, row, how, note, ...account }))
          settled.push({ kind, key: row.key })
    }
    return settled
  })
}

type Settleable = Found & { linked: string | null }

/** Those that may be settled so, each with the payment it is linked with. */
async function settleable(
  tx: Tx,
  kind: Kind,
  found: readonly Found[],
  how: Way,
  linkedTo: ReadonlyMap<string, string | undefined>,
): Promise<Settleable[]> {
  const lines = await linesOf(tx, kind === 'statement_unmatched' ? found.map(({ key }) => key) : [])
  const likely = how === 'linked' ? await likelyPayments(tx, [...lines.values()]) : new Map()
  // Two lines are never linked with one payment, also when they come together.
  const taken = new Set<string>()
  return found.flatMap((row): Settleable[] => {
    const linked = linkedTo.get(row.key)
    if (!waysOf(kind, lines.get(row.key)?.verdict ?? null).includes(how)) return []
    if (how !== 'linked') return linked === undefined ? [{ ...row, linked: null }] : []
    if (linked === undefined || likely.get(row.key)?.id !== linked || taken.has(linked)) return []
    taken.add(linked)
    return [{ ...row, linked }]
  })
}

type One = { kind: Kind; row: Settleable; how: Way; note: string; id: string }

async function settleOne(tx: Tx, { clock }: Context, one: One): Promise<boolean> {
  const { kind, row, how, note, id: account } = one
  const { key, linked } = row
  const at = clock.now()
  // What was waited for until a day that is over gives its place up.
  await tx
    .updateTable('settled_differences')
    .set({ undone_at: at, undone_by: account })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('undone_at', 'is', null)
    .where('wait_until', '<', clock.today())
    .execute()
  const kept = await tx
    .insertInto('settled_differences')
    .values({
      kind,
      key,
      how,
      note,
      linked,
      wait_until: how === 'waits' ? addDays(clock.today(), waitsDays) : null,
      settled_at: at,
      settled_by: account,
      came_about: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return false
  await audit(tx, at, {
    actor: `accountant:${account}`,
    action: 'difference.settled',
    object: { kind: 'difference', id: String(kept.id) },
    details: { kind, key, how, linked },
  })
  return true
}

/** What could not be settled is told, and stands as it was. */
export const reportSettleMany = handle('reportSettleMany', async (ask, context) => {
  const settled = await settle(ask, context)
  const done = new Set(settled.map(({ kind, key }) => `${kind} ${key}`))
  const left = ask.differences
    .filter(({ kind, key }) => !done.has(`${kind} ${key}`))
    .map(({ kind, key }) => ({ kind, key }))
  return ok({ settled, left })
})

/** Takes settlements back; the rows stay with who did it and when. Tells how many there were. */
async function unsettle(differences: readonly Named[], context: Context): Promise<number> {
  const { db, clock, me } = context
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    let count = 0
    for (const { kind, key } of differences) {
      const row = await tx
        .updateTable('settled_differences')
        .set({ undone_at: at, undone_by: account.id })
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('undone_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) continue
      count += 1
      await audit(tx, at, {
        actor: `accountant:${account.id}`,
        action: 'difference.reopened',
        object: { kind: 'difference', id: String(row.id) },
        details: { kind, key },
      })
    }
    return count
  })
}

export const reportUnsettleMany = handle('reportUnsettleMany', async ({ differences }, context) =>
  ok({ count: await unsettle(differences, context) }),
)
