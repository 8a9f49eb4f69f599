import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { fullName } from '#domain/person.ts'
import { isOwnOrder } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { reaches } from '../messaging/unreachable.ts'
import { issueErrorIn, kindOf } from '../orders/orders.ts'
import { paidStatus, progressByKey, setStatus } from '../orders/progress.ts'
import { maskedName } from '../persons/people.ts'
import { inLanguage } from '../policies/documents.ts'
import { shortCheckAddress } from '../policies/policies.ts'
import { reads } from '../products/products.ts'
import { QuoteFacts } from '../quotes/quotes.ts'

/** Payment of the caller's own sale of any product. Tries OGPO first: it has the most sales. */
export const checkOrderPaid = handle('checkOrderPaid', async ({ orderId }, context) => {
  for (const { payment } of reads()) {
    const found = await payment(context, orderId, context.me())
    if (found) return ok({ status: paidStatus(found.sale, found.attempt) })
  }
  throw notFound()
})

export const checkOrderSet = handle('ogpoCheckOrderSet', async ({ orderId }, context) => {
  const sale = await ownSale(context, orderId)
  return ok({ ...(await issuedOf(sale, context)), ...(isBuyer(context, sale) && ownOf(sale)) })
})

/** Excludes the promoter who sold it and a reader of its SMS link. */
const isBuyer = ({ me }: Context, { buyer_iin }: Sale): boolean => {
  const { kind, iin } = me()
  return (kind === 'purchase' || kind === 'user') && iin === buyer_iin
}

const Own = QuoteFacts.pick({ policyholder: true }).partial()
/** Whose the policy is, what it costs, and whether the mailbox takes no mail. */
function ownOf({ sold, premium, ogpo_plus_premium: plus, mail_refused: mailRefused }: Sale) {
  if (premium === null) return { mailRefused }
  const { policyholder } = Own.parse(sold)
  return {
    mailRefused,
    amount: premium + (plus ?? 0),
    ...(policyholder && { policyholder: fullName(policyholder) }),
  }
}

/**
 * The same for the promoter who sold it, with the sold facts and the key that opens the result page
 * on any device.
 */
export const promoterCheckOrderSet = handle(
  'promoterCheckOrderSet',
  async ({ orderId }, context) => {
    const order = await ownSale(context, orderId)
    const [issued, sale] = await Promise.all([issuedOf(order, context), soldBy(order, context)])
    return ok({ ...issued, sale, key: order.progress_key })
  },
)

async function soldBy(order: Sale, { db, locale }: Context) {
  const quote = await db
    .selectFrom('quotes')
    .select([
      'facts',
      'kind',
      'insurance_premium',
      'ogpo_plus_premium',
      'remaining_amount',
      'surcharge',
      'refund',
    ])
    .where('id', '=', order.calculation_id)
    .executeTakeFirstOrThrow()
  const kind = kindOf(quote.kind)
  const facts = QuoteFacts.parse(quote.facts)
  const { policyholder, insured, term } = facts
  return {
    policyholder: maskedName(policyholder),
    drivers: insured.map(maskedName),
    ...shownOf(facts, locale),
    startDate: term.start,
    endDate: term.end,
    kind,
    reissue:
      kind === 'reissue'
        ? {
            total_amount: quote.insurance_premium + quote.ogpo_plus_premium,
            remaining_amount: quote.remaining_amount,
            surcharge_sum: quote.surcharge,
            refund_sum: quote.refund,
          }
        : null,
  }
}

type Sale = Awaited<ReturnType<typeof ownSale>>

/** An own order with its policy and papers. */
async function ownSale({ db, me }: Context, orderId: string) {
  const sale = await saleOf(db, orderId)
  if (!sale || !isOwnOrder(me(), sale)) throw notFound()
  return sale
}

/** One statement with a cached plan. */
const saleOf = (db: Context['db'], orderId: string) =>
  db
    .selectFrom('orders')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .select((expression) => [
      'orders.id',
      'orders.buyer_iin',
      'orders.promoter_iin',
      'orders.calculation_id',
      'orders.progress_key',
      'orders.state',
      'orders.issue_attempts',
      'orders.next_attempt_at',
      'orders.issue_error',
      'policies.id as policy_id',
      'policies.global_id',
      'policies.facts as sold',
      'policies.premium',
      'policies.ogpo_plus_premium',
      'policies.start_date as valid_from',
      'policies.end_date as valid_to',
      sql<boolean>`not ${reaches(sql`'mail'`, sql`lower(coalesce(orders.email, ''))`)}`.as(
        'mail_refused',
      ),
      jsonArrayFrom(
        expression
          .selectFrom('documents')
          .select(['documents.uuid', 'documents.kind', 'documents.size', 'documents.locale'])
          .whereRef('documents.policy_id', '=', 'policies.id'),
      ).as('papers'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()

async function issuedOf(sale: Sale, context: Context) {
  const { locale, config } = context
  const base = {
    status: setStatus(sale),
    state: sale.state,
    attempts: sale.issue_attempts,
    nextAttemptAt: sale.next_attempt_at?.toISOString() ?? null,
    error: issueErrorIn(sale.issue_error, locale),
  }
  const { policy_id, global_id, valid_from, valid_to, sold } = sale
  if (!policy_id || !global_id || !valid_from || !valid_to) return base
  const policyDocuments = await inLanguage(
    context,
    sale.papers,
    { id: policy_id, order_id: sale.id },
    locale,
  )
  return {
    ...base,
    globalId: global_id,
    startDate: valid_from,
    endDate: valid_to,
    ...shownOf(Shown.parse(sold), locale),
    files: Object.fromEntries(
      policyDocuments.map(({ kind, uuid, size }) => [kind, { uuid, size }]),
    ),
    checkUrl: shortCheckAddress(config, global_id),
  }
}

const Shown = QuoteFacts.pick({ vehicles: true, insurer: true })
/** Cars and insurer in words. */
const shownOf = ({ vehicles, insurer }: z.infer<typeof Shown>, locale: Context['locale']) => ({
  cars: vehicles.map(({ plate, make, model, year }) => ({
    registrationNumber: plate,
    name: `${make} ${model}, ${year}`,
  })),
  insurer: insurer.name[locale],
})

export const orderProgress = handle('ogpoOrderProgress', async ({ key }, context) => {
  const progress = await progressByKey(context, key)
  if (!progress) throw notFound()
  return ok(progress)
})
