import { z } from 'zod'
import { parseLocale } from '#domain/locale.ts'
import { myAccount, userOf } from '../accounts/accounts.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { noCallsOf } from '../persons/no-calls.ts'

const Document = z.object({
  type: z.string(),
  number: z.string(),
  issueDate: z.string().nullable(),
})

/** What we hold about the client, as the registers gave it. */
export const getMe = handle('cabinetGetMe', async (_body, { db, me }) => {
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
    emailConfirmed: account.email_confirmed_at !== null,
    language: parseLocale(account.locale),
    since: account.created_at.toISOString(),
    reminders: account.reminders,
    calls: !refused.has(account.iin),
    deletionAskedAt: account.deletion_asked_at?.toISOString() ?? null,
  })
})
