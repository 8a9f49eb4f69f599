import { z } from 'zod'
import { moneyCame } from '#domain/client-money.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { refusalText } from '#texts/refusals.ts'
import { act, toldIn } from '../contracts/contracts.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { attemptsOf } from '../payments/attempts.ts'
import { HomeFacts } from './calculate.ts'
import { subscriptionById } from './states.ts'

const IssueError = z.object({ code: z.number() })
const words = { created: 'awaiting', awaiting: 'awaiting', error: 'rejected' } as const

/** Returns the state of an own subscription, from the page of the first payment to the papers. */
export const homeCheckOrderSet = handle(
  'homeCheckOrderSet',
  async ({ orderId }, { db, me, locale }) => {
    const found = await rowsOf(db, orderId)
    if (!found || found.subscription.buyer_iin !== me().iin) throw notFound()
    const { subscription, attempts, policy } = found
    const facts = HomeFacts.parse(subscription.facts)
    const attempt = attempts.find(moneyCame) ?? attempts.at(-1)
    const failure = IssueError.safeParse(subscription.issue_error).data
    const paper = found.papers.find((one) => one.locale === locale)
    return ok({
      status: statusOf(subscription.state, subscription.issue_attempts),
      payment: PaymentWord.parse(
        attempt ? (lookUp(words, attempt.state) ?? attempt.state) : 'awaiting',
      ),
      attempts: subscription.issue_attempts,
      nextAttemptAt: subscription.next_attempt_at?.toISOString() ?? null,
      error: failure ? { code: failure.code, message: refusalText(failure.code, locale) } : null,
      calculationId: subscription.calculation_id,
      premium: subscription.monthly_payment,
      address: facts.address[locale],
      redirect_url:
        subscription.state === 'awaiting_payment' && attempt?.state === 'awaiting'
          ? attempt.redirect_url
          : null,
      ...(policy && subscription.protection_from
        ? {
            globalId: policy.global_id,
            startDate: policy.start_date,
            endDate: policy.end_date,
            protectionFrom: subscription.protection_from.toISOString(),
            nextBillingOn: subscription.next_billing_on,
            files: paper ? { policy: { uuid: paper.uuid, size: paper.size } } : {},
          }
        : {}),
    })
  },
)

/** Reads the answer's data in every language; null if there is no such subscription. */
async function rowsOf(db: Db, id: string) {
  const subscription = await subscriptionById(db, id)
  if (!subscription) return null
  const attempts = await attemptsOf(db, id)
  const { policy_id } = subscription
  if (!policy_id) return { subscription, attempts, policy: undefined, papers: [] }
  const [policy, papers] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['global_id', 'start_date', 'end_date'])
      .where('id', '=', policy_id)
      .executeTakeFirst(),
    db
      .selectFrom('documents')
      .select(['uuid', 'size', 'locale'])
      .where('policy_id', '=', policy_id)
      .where('kind', '=', 'home')
      .execute(),
  ])
  return { subscription, attempts, policy, papers }
}

const PaymentWord = z.enum(['awaiting', 'rejected', 'expired', 'paid', 'refunding', 'refunded'])
const lookUp = (table: Record<string, string>, word: string): string | undefined => table[word]

function statusOf(state: string, attempts: number) {
  if (state === 'awaiting_payment') return 'waiting' as const
  if (state === 'paid') return attempts > 0 ? ('retrying' as const) : ('issuing' as const)
  return state === 'expired' || state === 'issue_failed' ? ('failed' as const) : ('issued' as const)
}

/**
 * Cancels a subscription: charges nothing more; the cover remains until the paid period ends.
 * Finishes a try under way at the acquirer and refunds its money.
 */
export const cancelHomeSubscribe = handle('cancelHomeSubscribe', async ({ order_id }, context) => {
  const { db, me, clock, locale } = context
  const decision = await step('home.cancel.commit', () =>
    db.transaction().execute(async (tx) => {
      const subscription = await subscriptionById(tx, order_id)
      if (!subscription || subscription.buyer_iin !== me().iin) throw notFound()
      await toldIn(tx, order_id, locale)
      return act(
        tx,
        context,
        order_id,
        { act: 'cancel_subscription' },
        { actor: `client:${me().kind}`, at: clock.now() },
      )
    }),
  )
  return isRefused(decision) ? refuse(locale, decision.refused.code) : { success: true as const }
})
