import { brand } from '#brand'
import { almatyDay, formatDay, formatTime } from '#domain/calendar.ts'
import { nextTryOn } from '#domain/home/billing.ts'
import { formatMoney } from '#domain/money.ts'
import { homeLetters, homeSms } from '#texts/home.ts'
import { accountById } from '../accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { homeTellJob } from '../jobs/queue.ts'
import { exclusively } from '../locks.ts'
import { type MessageKind, messageId } from '../messages.ts'
import { step } from '../steps.ts'
import { HomeFacts } from './facts.ts'
import { attemptsOf, homeAttemptById, type Subscription, subscriptionById } from './states.ts'

const whatOf = (purpose: string) => purpose.split(':')[0] ?? ''
const kindsOf = (purpose: string): MessageKind[] => (homeLetters[whatOf(purpose)] ? ['sms', 'mail'] : ['sms'])

/** Writes down what has to be told, with the job that tells it, in the caller's transaction. Each message has one id: nothing is sent twice. */
export async function tellHome(tx: Tx, deps: Deps, subscription: Pick<Subscription, 'id'>, purpose: string): Promise<void> {
  await tx
    .insertInto('messages')
    .values(
      kindsOf(purpose).map((kind) => ({
        id: messageId(subscription.id, kind, purpose),
        home_id: subscription.id,
        kind,
        purpose,
        created_at: deps.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, homeTellJob, { subscriptionId: subscription.id, purpose })
}

/** Job: `started`, `papers:…`, `next_year:…`, `not_issued`, `refunded:…`, `renewed:…`, `charge_failed:…`, `no_card:…`, `not_renewed:…`, `cancelled`. */
export async function sendHomeMessage(deps: Deps, subscriptionId: string, purpose: string): Promise<void> {
  await exclusively(deps.locks, `home-tell:${subscriptionId}:${purpose}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    const account = subscription ? await accountById(deps.db, subscription.account_id) : undefined
    const words = homeSms[whatOf(purpose)]
    if (!subscription || !account || !words) return
    const locale = subscription.locale === 'ru' ? 'ru' : 'kz'
    const facts = await factsOf(deps, subscription, purpose)
    const phone = account.phone ?? subscription.phone
    const email = account.email ?? subscription.email
    await once(deps, messageId(subscriptionId, 'sms', purpose), async (key) => {
      if (phone) return (await step('home.tell.sms', () => deps.systems.sms.send({ to: phone, text: words(facts)[locale], key }))).id
      return null
    })
    const letter = homeLetters[whatOf(purpose)]?.(facts)[locale]
    if (!letter) return
    await once(deps, messageId(subscriptionId, 'mail', purpose), async (key) => {
      if (!email) return null
      const attachments = ['started', 'next_year', 'papers'].includes(whatOf(purpose)) ? await papers(deps, subscription) : []
      await step('home.tell.mail', () => deps.systems.mail.send({ to: email, ...letter, attachments, key }))
      return key
    })
  })
}

/** Sends what has not been sent, and marks it. */
async function once(deps: Deps, id: string, send: (key: string) => Promise<string | null>) {
  const row = await deps.db.selectFrom('messages').select('sent_at').where('id', '=', id).executeTakeFirst()
  if (!row || row.sent_at) return
  const outside = await send(id)
  await step('home.tell.commit', () =>
    deps.db
      .updateTable('messages')
      .set({ sent_at: deps.clock.now(), outside_id: outside })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute(),
  )
}

async function factsOf(deps: Deps, subscription: Subscription, purpose: string) {
  const locale = subscription.locale === 'ru' ? ('ru' as const) : ('kz' as const)
  const day = (value: string | null) => (value ? formatDay(value, locale, 'numeric') : '')
  const policy = subscription.policy_id
    ? await deps.db.selectFrom('policies').select('global_id').where('id', '=', subscription.policy_id).executeTakeFirst()
    : undefined
  const page =
    whatOf(purpose) === 'not_renewed'
      ? `/egov/policy/${brand.code}-home`
      : whatOf(purpose) === 'no_card' || whatOf(purpose) === 'charge_failed'
        ? '/account?tab=cards'
        : '/account'
  return {
    number: policy?.global_id ?? subscription.number,
    address: HomeFacts.parse(subscription.facts).address[locale],
    amount: formatMoney(subscription.monthly_payment),
    protectionFrom: subscription.protection_from ? moment(subscription.protection_from, locale) : '',
    paidUntil: day(subscription.paid_until),
    billingOn: day(subscription.next_billing_on),
    againOn: await againOn(deps, subscription, purpose, day),
    declined: purpose === 'not_renewed:declined',
    toAccount: await wentToAccount(deps, purpose),
    link: `${deps.config.publicUrl}${locale === 'ru' ? '/ru' : ''}${page}`,
  }
}

/** Whether a refund went to bank details, because the card did not take it. */
async function wentToAccount(deps: Deps, purpose: string): Promise<boolean> {
  if (!purpose.startsWith('refunded:')) return false
  const details = await deps.db
    .selectFrom('refund_details')
    .innerJoin('refunds', 'refunds.id', 'refund_details.refund_id')
    .select('refund_details.paid_at')
    .where('refunds.home_attempt_id', '=', purpose.slice('refunded:'.length))
    .executeTakeFirst()
  return details?.paid_at != null
}

async function againOn(deps: Deps, subscription: Subscription, purpose: string, day: (value: string | null) => string) {
  const attempt = purpose.startsWith('charge_failed:') ? await homeAttemptById(deps.db, purpose.slice('charge_failed:'.length)) : undefined
  if (!attempt || !subscription.anchor) return null
  const tries = (await attemptsOf(deps.db, attempt.charge_id)).filter(({ state }) => state !== 'expired')
  const period = Number(attempt.charge_id.split('-').at(-1))
  const at = tries.findIndex(({ id }) => id === attempt.id) + 1
  const next = nextTryOn(subscription.anchor, period, at, attempt.made_on)
  return next ? day(next) : null
}

/** `20.11.2026, 14:05`. */
const moment = (at: Date, locale: 'kz' | 'ru') => `${formatDay(almatyDay(at), locale, 'numeric')}, ${formatTime(at)}`

async function papers(deps: Deps, subscription: Subscription) {
  const rows = await deps.db
    .selectFrom('documents')
    .select(['file_name', 'content'])
    .where('policy_id', '=', subscription.policy_id ?? '')
    .where('locale', '=', subscription.locale)
    .execute()
  return rows.map((row) => ({ name: row.file_name, content: row.content, type: 'application/pdf' }))
}
