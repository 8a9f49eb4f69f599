import { myAccount } from '../accounts/accounts.ts'
import { looksAt } from '../audit/looks.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** Who looked at the client's data. */
export const myLooks = handle('cabinetLooks', async (_body, { db, config, me }) =>
  ok(await looksAt(db, config.signingKey, await myAccount(db, me()))),
)
