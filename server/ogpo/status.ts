import { homePayment } from '../home-policies.ts'
import { issueErrorIn } from '../issue-error.ts'
import { currentAttempt, type Order, orderById } from '../orders.ts'
import { isOwn, ownOrder } from '../owner.ts'
import { notFound, ok } from '../refuse.ts'
import { type Context, handle } from '../route.ts'
import { checkAddress } from './check-address.ts'
import { maskedName, QuoteFacts } from './facts.ts'
import { paidStatus, progressOf, setStatus } from './progress.ts'

/** Of an own order of either product: the first payment of a Home subscription is asked about by the same call. */
export const checkOrderPaid = handle('checkOrderPaid', async ({ orderId }, { db, me }) => {
  const order = await orderById(db, orderId)
  if (order) {
    if (!isOwn(me(), order)) throw notFound()
    // Once an order is paid, its attempt says no more.
    return ok({ status: paidStatus(order, order.paid_at ? undefined : await currentAttempt(db, orderId)) })
  }
  const home = await homePayment(db, orderId, me())
  if (!home) throw notFound()
  return ok({ status: paidStatus(...home) })
})

export const checkOrderSet = handle('ogpoCheckOrderSet', async ({ orderId }, context) =>
  ok(await issuedOf(await ownOrder(context.db, orderId, context.me()), context)),
)

/** The same for the promoter who sold it, with what was sold and the key that opens the result page on any device. */
export const promoterCheckOrderSet = handle('promoterCheckOrderSet', async ({ orderId }, context) => {
  const order = await ownOrder(context.db, orderId, context.me())
  const [issued, sale] = await Promise.all([issuedOf(order, context), soldBy(order, context)])
  return ok({ ...issued, sale, key: order.progress_key })
})

async function soldBy(order: Order, { db, locale }: Context) {
  const quote = await db.selectFrom('quotes').select('facts').where('id', '=', order.calculation_id).executeTakeFirstOrThrow()
  const { policyholder, insured, vehicles, insurer, term } = QuoteFacts.parse(quote.facts)
  return {
    policyholder: maskedName(policyholder),
    drivers: insured.map(maskedName),
    cars: vehicles.map(({ plate, make, model, year }) => ({ registrationNumber: plate, name: `${make} ${model}, ${year}` })),
    insurer: insurer.name[locale],
    startDate: term.start,
    endDate: term.end,
  }
}

async function issuedOf(order: Order, { db, locale, config, signer }: Context) {
  const base = {
    status: setStatus(order),
    state: order.state,
    attempts: order.issue_attempts,
    nextAttemptAt: order.next_attempt_at?.toISOString() ?? null,
    error: issueErrorIn(order.issue_error, locale),
  }
  const policy = await db.selectFrom('policies').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  if (!policy) return base
  const papers = await db
    .selectFrom('documents')
    .select(['uuid', 'kind', 'size'])
    .where('policy_id', '=', policy.id)
    .where('locale', '=', locale)
    .execute()
  return {
    ...base,
    globalId: policy.global_id,
    startDate: policy.start_date,
    endDate: policy.end_date,
    files: Object.fromEntries(papers.map(({ kind, uuid, size }) => [kind, { uuid, size }])),
    checkUrl: await checkAddress(config.publicUrl, signer, policy, locale),
  }
}

export const orderProgress = handle('ogpoOrderProgress', async ({ key }, { db }) => {
  const order = await db.selectFrom('orders').selectAll().where('progress_key', '=', key).executeTakeFirst()
  if (!order) throw notFound()
  return ok(await progressOf(db, order))
})
