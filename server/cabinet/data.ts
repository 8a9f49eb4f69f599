import { myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { allowCalls, refuseCalls } from '../persons/no-calls.ts'
import { rowsOf } from './own-rows.ts'

/** Switches the reminders before the end of a policy on or off. */
export const setReminders = handle('cabinetSetReminders', async ({ on }, { db, me }) => {
  const account = await myAccount(db, me())
  await db.updateTable('accounts').set({ reminders: on }).where('id', '=', account.id).execute()
  return { success: true as const }
})

/** Whether promoters may call the client: written down as the client's own wish, audited. */
export const setCalls = handle('cabinetSetCalls', async ({ on }, { db, me, clock }) => {
  const account = await myAccount(db, me())
  const [actor, at] = [actorOf(me()), clock.now()]
  await db.transaction().execute(async (tx) => {
    if (on) await allowCalls(tx, account.iin)
    else await refuseCalls(tx, { iin: account.iin, actor, at }, { byClient: true })
    await audit(tx, at, {
      actor,
      action: on ? 'client.calls_allowed' : 'client.calls_refused',
      object: { kind: 'account', id: account.id },
    })
  })
  return { success: true as const }
})

/** Everything we hold about the client, as data to take away; other people's stays out. */
export const exportMine = handle(
  'cabinetExport',
  async (_body, { db, me, clock, limits, config }) => {
    const account = await myAccount(db, me())
    await limits.count('exportsPerClient', account.id)
    const rows = await rowsOf(db, account, config.signingKey)
    const { iin, phone, email, email_confirmed_at, role, created_at } = account
    return ok({
      madeAt: clock.now().toISOString(),
      // Through JSON once: instants become text, and nothing of the database's own types leaves.
      content: JSON.parse(
        JSON.stringify({
          account: { iin, phone, email, email_confirmed_at, role, created_at },
          ...rows,
        }),
      ),
    })
  },
)
