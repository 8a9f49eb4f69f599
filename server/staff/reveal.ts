import { z } from 'zod'
import { revealSeconds } from '#domain/looks.ts'
import { accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const Document = z.object({ number: z.string() })

/**
 * One number of a client in full. It is written down before it is told, whoever asks gets so many
 * an hour, and the client reads of it in their own list.
 */
export const staffReveal = handle('staffReveal', async ({ account_id, what }, context) => {
  const { db, clock, me, limits } = context
  await limits.count('revealsPerDesk', me().accountId ?? me().iin)
  return db.transaction().execute(async (tx) => {
    const account = await accountById(tx, account_id)
    if (account?.realm !== 'cabinet') throw notFound()
    const person =
      what === 'document'
        ? await tx
            .selectFrom('people')
            .select('document')
            .where('iin', '=', account.iin)
            .executeTakeFirst()
        : undefined
    const document = Document.safeParse(person?.document)
    const value = {
      iin: account.iin,
      phone: account.phone,
      document: document.success ? document.data.number : null,
    }[what]
    if (!value) throw notFound()
    await audit(tx, clock.now(), {
      actor: actorOf(me()),
      action: `client.${what}_revealed`,
      object: { kind: 'account', id: account_id },
    })
    return ok({ value, seconds: revealSeconds })
  })
})
