import { endOfDay, isDay, startOfDay } from '#domain/calendar.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import { isUuid } from '#domain/uuid.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { invalid, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type BlockPage, blockPage } from '../reference/block-page.ts'

const shown = async (db: Sql, { dateFrom, dateTo, actor, ...page }: BlockPage) => ({
  ...page,
  dateFrom: dateFrom?.toISOString() ?? null,
  dateTo: dateTo?.toISOString() ?? null,
  by: await nameOf(db, actor),
})

/** Full name of the account behind an actor (`actorOf`); empty for none. */
async function nameOf(db: Sql, actor: string | null): Promise<string> {
  const id = actor?.split(':')[1]
  if (!id || !isUuid(id)) return ''
  const account = await db
    .selectFrom('accounts')
    .select(nameKeys)
    .where('id', '=', id)
    .executeTakeFirst()
  return account ? fullName(account) : ''
}

export const isBlocked = handle('promoterIsBlocked', async (_body, { db, clock }) => {
  const { active, text } = await blockPage(db, clock.now())
  return ok({ isBlocked: active, text: active ? text : '' })
})

export const blockPageData = handle('promoterBlockPageData', async (_body, { db, clock }) =>
  ok(await shown(db, await blockPage(db, clock.now()))),
)

/**
 * Any promoter or staff, at once, for everyone (settled.md, "Order, payment, issue"). A day is
 * taken whole.
 */
export const saveBlockPage = handle(
  'promoterSaveBlockPage',
  async (ask, { db, clock, me, locale }) => {
    const now = clock.now()
    const from = ask.dateFrom
      ? isDay(ask.dateFrom)
        ? startOfDay(ask.dateFrom)
        : new Date(ask.dateFrom)
      : null
    const to = ask.dateTo ? (isDay(ask.dateTo) ? endOfDay(ask.dateTo) : new Date(ask.dateTo)) : null
    if (to && (to <= now || (from && to <= from)) && ask.isBlocked)
      throw invalid([{ path: 'dateTo', message: fieldText('block_end', locale) }])
    const row = {
      is_blocked: ask.isBlocked,
      date_from: from,
      date_to: to,
      text: ask.text,
      actor: actorOf(me()),
      saved_at: now,
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('block_page')
        .values(row)
        .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
        .execute()
      await audit(tx, now, {
        actor: row.actor,
        action: ask.isBlocked ? 'portal.blocked' : 'portal.unblocked',
        object: { kind: 'portal', id: 'block_page' },
        details: { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
      })
    })
    return ok(await shown(db, await blockPage(db, now)))
  },
)
