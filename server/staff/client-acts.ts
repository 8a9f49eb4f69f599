import { accountById } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Tx } from '../db/connect.ts'
import { lockedHome, sendHomePapers } from '../home-refunds.ts'
import { tell } from '../messages.ts'
import { lockedOrder } from '../orders.ts'
import { actorOf } from '../owner.ts'
import { notFound, refuse } from '../refuse.ts'
import { type Context, handle } from '../route.ts'

/** The SMS with the link and the letter with the papers, of an order or a subscription, once more; each time is a message of its own. */
export const staffSendPapers = handle('staffSendPapers', async ({ order_id }, context) => {
  const { db, clock, me, limits, locale } = context
  await limits.count('papersPerOrder', order_id)
  return db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, order_id)
    const home = order ? undefined : await lockedHome(tx, order_id)
    if (!order && !home) throw notFound()
    if (order ? order.state !== 'issued' : !home?.policy_id) return refuse(locale, 14012)
    if (order) await tell(tx, context, order, `papers:${crypto.randomUUID()}`)
    else if (home) await sendHomePapers(tx, context, home)
    const object = { kind: order ? 'order' : 'home', id: order_id }
    await audit(tx, clock.now(), { actor: actorOf(me()), action: 'papers.sent_again', object })
    return { success: true as const }
  })
})

/** What staff write down is not yet the client's own: it is when they confirm it. Whoever works at a desk does that alone (14092). The order's papers go to the corrected address. */
export const staffSetEmail = handle('staffSetEmail', async ({ account_id, email, order_id }, context) => {
  const { db, clock, me, locale } = context
  return db.transaction().execute(async (tx) => {
    const account = await accountById(tx, account_id)
    if (account?.realm !== 'cabinet') throw notFound()
    if (account.role !== 'user') return refuse(locale, 14092)
    if (account.email !== email)
      await tx.updateTable('accounts').set({ email, email_confirmed_at: null }).where('id', '=', account_id).execute()
    if (order_id) await orderEmail(tx, context, order_id, account.iin, email)
    await audit(tx, clock.now(), {
      actor: actorOf(me()),
      action: 'client.email_corrected',
      object: { kind: 'account', id: account_id },
      details: { order: order_id ?? null },
    })
    return { success: true as const }
  })
})

async function orderEmail(tx: Tx, context: Context, orderId: string, iin: string, email: string) {
  const order = await lockedOrder(tx, orderId)
  const policy = await tx.selectFrom('policies').select('policyholder_iin').where('order_id', '=', orderId).executeTakeFirst()
  if (!order || (order.buyer_iin !== iin && policy?.policyholder_iin !== iin)) throw notFound()
  if (order.email === email) return
  await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute()
  if (order.state === 'issued') await tell(tx, context, { id: orderId, email }, `mail:${crypto.randomUUID()}`)
}

export const staffAddNote = handle('staffAddNote', async ({ account_id, text }, { db, clock, me }) =>
  db.transaction().execute(async (tx) => {
    const account = await accountById(tx, account_id)
    if (account?.realm !== 'cabinet') throw notFound()
    const actor = actorOf(me())
    await tx.insertInto('client_notes').values({ account_id, text, actor, at: clock.now() }).execute()
    await audit(tx, clock.now(), { actor, action: 'client.note_added', object: { kind: 'account', id: account_id } })
    return { success: true as const }
  }),
)
