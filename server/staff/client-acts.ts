import { actionOf } from '#domain/account-changes.ts'
import * as refusals from '#domain/refusals.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { deskOf, saleOf } from '../products/products.ts'
import { auditKind } from './acts.ts'

/**
 * The SMS with the link and the letter with the documents, of an order or a subscription, once
 * more; each time is a message of its own.
 */
export const staffSendPapers = handle('staffSendPapers', async ({ order_id }, context) => {
  const { db, clock, me, limits, locale } = context
  await limits.count('policyDocumentsPerOrder', order_id)
  return db.transaction().execute(async (tx) => {
    const found = await saleOf(tx, order_id)
    if (!found) throw notFound()
    const { product, contractId } = found.sale
    await lockContract(tx, contractId)
    // A policy of a subscription is of no order: it is of the whole contract.
    const issued = await tx
      .selectFrom('policies')
      .select('id')
      .where('contract_id', '=', contractId)
      .where((expression) =>
        expression(expression.fn.coalesce('order_id', 'contract_id'), '=', order_id),
      )
      .limit(1)
      .executeTakeFirst()
    if (!issued) return refuse(locale, refusals.orderNotSuitable)
    await enqueueMessage(tx, context, product, order_id, `papers:${crypto.randomUUID()}`)
    const object = { kind: auditKind(product), id: order_id }
    await audit(tx, clock.now(), { actor: actorOf(me()), action: 'papers.sent_again', object })
    return { success: true as const }
  })
})

/**
 * What staff write down is not yet the client's own: it is when they confirm it. Whoever works at a
 * desk does that alone (`deskAccount`). The order's documents go to the corrected address.
 */
export const staffSetEmail = handle(
  'staffSetEmail',
  async ({ account_id, email, order_id }, context) => {
    const { db, clock, me, locale } = context
    return db.transaction().execute(async (tx) => {
      const account = await accountById(tx, account_id)
      if (account?.realm !== 'cabinet') throw notFound()
      if (account.role !== 'user') return refuse(locale, refusals.deskAccount)
      const details = { order: order_id ?? null }
      if (account.email !== email) {
        await changeEntry(tx, context, 'email_corrected', {
          before: account,
          set: { email, email_confirmed_at: null },
          actor: actorOf(me()),
          device: '',
          details,
        })
      } else
        await audit(tx, clock.now(), {
          actor: actorOf(me()),
          action: actionOf('email_corrected'),
          object: { kind: 'account', id: account_id },
          details,
        })
      if (order_id) await orderEmail(tx, context, { id: order_id, iin: account.iin, email })
      return { success: true as const }
    })
  },
)

async function orderEmail(
  tx: Tx,
  context: Context,
  { id, ...of }: { id: string; iin: string; email: string },
) {
  const found = await saleOf(tx, id)
  const correct = found && deskOf(found.sale.product).correctEmail
  if (!correct) throw notFound()
  await correct(tx, context, { id, ...of })
}
