import { myAccount } from '../accounts/accounts.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { rowsOf } from './own-rows.ts'

/** Switches the reminders before the end of a policy on or off. */
export const setReminders = handle('cabinetSetReminders', async ({ on }, { db, me }) => {
  const account = await myAccount(db, me())
  await db.updateTable('accounts').set({ reminders: on }).where('id', '=', account.id).execute()
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
