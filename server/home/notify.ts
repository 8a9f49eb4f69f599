import { pathOf } from '#contract/pages.ts'
import { numericDay, numericMoment } from '#domain/calendar.ts'
import { formatMoney } from '#domain/format.ts'
import { nextTryOn } from '#domain/home/billing.ts'
import { parseLocale } from '#domain/locale.ts'
import { homeLetters, homeSms } from '#texts/home.ts'
import { accountById } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { attemptById, attemptsOf } from '../payments/attempts.ts'
import type { MessageKind, Words } from '../products/product.ts'
import { HomeFacts } from './calculate.ts'
import { type Subscription, subscriptionById } from './states.ts'

const whatOf = (purpose: string) => purpose.split(':')[0] ?? ''
export const kindsOf = (purpose: string): MessageKind[] =>
  homeLetters[whatOf(purpose)] ? ['sms', 'mail'] : ['sms']

/** Purposes a day or a sweep triggers, not an act of the client's. */
const ofTheDay = ['no_card', 'card_ending', 'not_renewed', 'next_year', 'year_not_issued']
export const canWait = (purpose: string): boolean => ofTheDay.includes(whatOf(purpose))

/**
 * Returns the SMS and the letter of a purpose: `started`, `papers:…`, `next_year:…`,
 * `year_not_issued`, `not_issued`, `refunded:…`, `renewed:…`, `charge_failed:…`, `no_card:…`,
 * `card_ending:…`, `not_renewed:…`, `cancelled`. Null if the subscription no longer exists.
 */
export async function wordsOf(
  deps: Deps,
  subscriptionId: string,
  purpose: string,
): Promise<Words | null> {
  const subscription = await subscriptionById(deps.db, subscriptionId)
  const account = subscription ? await accountById(deps.db, subscription.account_id) : undefined
  const words = homeSms[whatOf(purpose)]
  if (!subscription || !account || !words) return null
  const locale = parseLocale(subscription.locale)
  const facts = await factsOf(deps, subscription, purpose)
  const phone = account.phone ?? subscription.phone
  const email = account.email ?? subscription.email
  const letter = homeLetters[whatOf(purpose)]?.(facts)[locale]
  // Sends no delay notice if the subscription was issued or refunded meanwhile.
  const isOver = purpose === 'delayed' && subscription.state !== 'paid'
  const withPolicyDocuments = ['started', 'next_year', 'papers'].includes(whatOf(purpose))
  return {
    sms: phone && !isOver ? { to: phone, text: words(facts)[locale] } : null,
    mail:
      letter && email
        ? {
            to: email,
            ...letter,
            attachments: async () =>
              withPolicyDocuments ? policyDocuments(deps, subscription) : [],
          }
        : null,
  }
}

async function factsOf(deps: Deps, subscription: Subscription, purpose: string) {
  const locale = parseLocale(subscription.locale)
  const day = (value: string | null) => (value ? numericDay(value) : '')
  const policy = subscription.policy_id
    ? await deps.db
        .selectFrom('policies')
        .select('global_id')
        .where('id', '=', subscription.policy_id)
        .executeTakeFirst()
    : undefined
  const page =
    whatOf(purpose) === 'not_renewed'
      ? pathOf('egov-home', locale)
      : ['no_card', 'card_ending', 'charge_failed'].includes(whatOf(purpose))
        ? `${pathOf('account', locale)}?tab=cards`
        : pathOf('account', locale)
  return {
    number: policy?.global_id ?? subscription.number,
    address: HomeFacts.parse(subscription.facts).address[locale],
    amount: formatMoney(subscription.monthly_payment),
    protectionFrom: subscription.protection_from
      ? numericMoment(subscription.protection_from, ', ')
      : '',
    paidUntil: day(subscription.paid_until),
    billingOn: day(subscription.next_billing_on),
    againOn: await againOn(deps, subscription, purpose, day),
    declined: purpose === 'not_renewed:declined',
    toAccount: await wentToAccount(deps, purpose),
    link: `${deps.config.publicUrl}${page}`,
  }
}

/** Checks if a refund went to bank details because the card did not accept it. */
async function wentToAccount(deps: Deps, purpose: string): Promise<boolean> {
  if (!purpose.startsWith('refunded:')) return false
  const details = await deps.db
    .selectFrom('refund_details')
    .select('paid_at')
    .where('refund_id', '=', purpose.slice('refunded:'.length))
    .executeTakeFirst()
  return details?.paid_at != null
}

async function againOn(
  deps: Deps,
  subscription: Subscription,
  purpose: string,
  day: (value: string | null) => string,
) {
  const attempt = purpose.startsWith('charge_failed:')
    ? await attemptById(deps.db, purpose.slice('charge_failed:'.length))
    : undefined
  if (!attempt?.made_on || !subscription.anchor) return null
  const attempts = (await attemptsOf(deps.db, subscription.id, attempt.period)).filter(
    ({ state }) => state !== 'expired',
  )
  const at = attempts.findIndex(({ id }) => id === attempt.id) + 1
  const next = nextTryOn(subscription.anchor, attempt.period, at, attempt.made_on)
  return next ? day(next) : null
}

async function policyDocuments(deps: Deps, subscription: Subscription) {
  const rows = await deps.db
    .selectFrom('documents')
    .select(['file_name', 'content'])
    .where('policy_id', '=', subscription.policy_id ?? '')
    .where('locale', '=', subscription.locale)
    .execute()
  return rows.map((row) => ({ name: row.file_name, content: row.content, type: 'application/pdf' }))
}
