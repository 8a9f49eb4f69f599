import { sql } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { parseLocale } from '#domain/locale.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { myAccount, userOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { looksAt } from '../audit/audit-desk.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { endSessions } from '../http/identity.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { reaches, unreachableBy } from '../messaging/unreachable.ts'
import { noCallsOf } from '../persons/no-calls.ts'

export const user = handle('cabinetUser', async (_body, { db, me }) =>
  ok(await userOf(db, await myAccount(db, me()), me().beganBy)),
)

export const logout = handle('cabinetLogout', async (_body, { db, me, clock }) => {
  await db
    .updateTable('tokens')
    .set({ revoked_at: clock.now() })
    .where('hash', '=', me().hash)
    .where('revoked_at', 'is', null)
    .execute()
  return { success: true as const }
})

export const sessions = handle('cabinetSessions', async (_body, { db, me, clock }) => {
  const account = await myAccount(db, me())
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'device', 'began_by', 'created_at', 'used_at'])
    .where('account_id', '=', account.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('used_at', 'desc')
    .limit(100)
    .execute()
  return ok(
    rows.map((row) => ({
      id: row.id,
      device: row.device,
      began_by:
        row.began_by === 'code' || row.began_by === 'temporary' || row.began_by === 'egov'
          ? row.began_by
          : ('password' as const),
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.used_at.toISOString(),
      current: row.id === me().sessionId,
    })),
  )
})

/** Ends sessions and records that in the account's history; returns their number. */
async function endThem(context: Context, of: { only?: string } = {}): Promise<number> {
  const { db, me, clock, device } = context
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, account.id, clock.now(), of)
    if (ended > 0)
      await changeEntry(tx, context, 'sessions_ended', {
        before: account,
        actor: actorOf(me()),
        device,
        details: { sessions: ended },
      })
    return ended
  })
}

export const endSession = handle('cabinetEndSession', async ({ id }, context) => {
  if ((await endThem(context, { only: id })) === 0) throw notFound()
  return { success: true as const }
})

export const logoutEverywhere = handle('cabinetLogoutEverywhere', async (_body, context) => {
  await endThem(context)
  return { success: true as const }
})

/** Lists who viewed the client's data. */
export const myLooks = handle('cabinetLooks', async (_body, { db, config, me }) =>
  ok(await looksAt(db, config.signingKey, await myAccount(db, me()))),
)

const Document = z.object({
  type: z.string(),
  number: z.string(),
  issueDate: z.string().nullable(),
})

/** Own orders whose letters go to a mailbox that takes none, and is not the account's. */
async function refusedMailboxes(
  db: Db,
  { iin, email }: { iin: string; email: string | null },
  today: Day,
) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'email'])
    .where('buyer_iin', '=', iin)
    .where('promoter_iin', 'is', null)
    .where('state', 'in', ['paid', 'issuing', 'issued'])
    // Nothing more is sent of a policy that is over or has been replaced.
    .where(
      sql<boolean>`not exists (select from policies where policies.order_id = orders.id
        and (policies.state not in ('pending', 'active') or policies.end_date < ${today}))`,
    )
    .where(sql<boolean>`not ${reaches(sql`'mail'`, sql`lower(coalesce(orders.email, ''))`)}`)
    .where(sql<boolean>`lower(orders.email) is distinct from ${email?.toLowerCase() ?? null}`)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.flatMap((row) =>
    row.email ? [{ orderId: row.id, number: row.number, email: row.email }] : [],
  )
}

/** What we hold about the client, as the registers gave it. */
export const getMe = handle('cabinetGetMe', async (_body, { db, clock, me }) => {
  const account = await myAccount(db, me())
  const person = await db
    .selectFrom('people')
    .selectAll()
    .where('iin', '=', account.iin)
    .executeTakeFirst()
  const refused = await noCallsOf(db, [account.iin])
  const document = Document.safeParse(person?.document)
  return ok({
    ...(await userOf(db, account, me().beganBy)),
    birthDate: person?.birth_date ?? null,
    document: document.success ? document.data : null,
    resident: person?.resident ?? null,
    unreachable: await unreachableBy(db, account),
    refusedMailboxes: await refusedMailboxes(db, account, clock.today()),
    emailConfirmed: account.email_confirmed_at !== null,
    language: parseLocale(account.locale),
    since: account.created_at.toISOString(),
    reminders: account.reminders,
    calls: !refused.has(account.iin),
    deletionAskedAt: account.deletion_asked_at?.toISOString() ?? null,
  })
})
