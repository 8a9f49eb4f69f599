import { expect, onTestFinished, test } from 'vitest'
import { interruptSteps, steps } from '#server/jobs/steps.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-policies.ts'
import { mailsOf } from '#systems/mail/sandbox.ts'
import { signedIn } from '#tests/client.ts'
import { homeQuote, paysHome } from '#tests/home.ts'
import { buyer } from '#tests/sale.ts'
import { testApp, until } from '#tests/test-app.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'

/**
 * Steps that only a monthly charge or the end of the cover walks: the tests of those interrupt
 * them.
 */
const ofMonths = /charge|declined|not_renewed|rescind/
/** Steps of the one core of payments and messages that a subscription walks. */
const ofCore = [
  'card.page',
  'card.commit',
  'paid.commit',
  'notify.claim',
  'notify.sms',
  'notify.mail',
]
const walked: string[] = [
  ...steps.filter((name) => name.startsWith('home.') && !ofMonths.test(name)),
  ...ofCore,
]

test('a subscription broken off before and after each of its steps is paid, registered, printed and told once, and cancelled once', async () => {
  const at = await testApp()
  const token = await signedIn(at)
  await at.db
    .updateTable('accounts')
    .set({ email: 'client@example.kz' })
    .where('iin', '=', buyer.iin)
    .execute()
  const { calculationId } = await homeQuote(at, token)

  const broken = new Set<string>()
  onTestFinished(() => interruptSteps(null))
  interruptSteps((where) => {
    if (!walked.includes(where.split(':')[1] ?? '') || broken.has(where)) return false
    broken.add(where)
    return true
  })
  // The client presses again until there is a page to pay on.
  const ordered = await until(
    async () =>
      (
        await at.api(
          'homeOrder',
          { calculationId, pay: { system: 'card' }, accepted: homeLegalVersions },
          token,
        )
      ).body,
    (body) => body.success === true,
  )
  const orderId = ordered.success ? ordered.data.orderId : ''
  await paysHome(at, orderId)
  await until(
    async () =>
      at.db.selectFrom('messages').select('sent_at').where('order_id', '=', orderId).execute(),
    (rows) => rows.length === 2 && rows.every(({ sent_at }) => sent_at !== null),
    60_000,
  )
  const row = await until(
    () =>
      at.db
        .selectFrom('home_subscriptions')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    ({ card_kept_at }) => card_kept_at !== null,
    60_000,
  )
  expect([row.state, row.next_period]).toEqual(['active', 1])
  expect([...payments(at.sandbox.world).values()].map(({ state }) => state)).toEqual(['success'])
  expect(contractsByNumber(at.sandbox.world, row.number)).toHaveLength(1)
  const { rows: lines } = await at.server.deps.pool.query(
    'select kind, count(*)::int as count from ledger group by kind order by kind',
  )
  expect(lines).toEqual(['commission', 'payment', 'premium'].map((kind) => ({ kind, count: 1 })))
  expect(
    await at.db.selectFrom('documents').select('locale').where('kind', '=', 'home').execute(),
  ).toHaveLength(2)
  const policy = await at.db
    .selectFrom('policies')
    .select('global_id')
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
  expect(
    (await at.messages(buyer.phone)).filter(({ text }) => text.includes(policy.global_id)),
  ).toHaveLength(1)
  expect(mailsOf(at.sandbox.world, 'client@example.kz')).toHaveLength(1)
  expect(
    await at.db.selectFrom('cards').select('active').where('removed_at', 'is', null).execute(),
  ).toEqual([{ active: true }])

  const cancelled = await until(
    async () => (await at.api('cancelHomeSubscribe', { order_id: orderId }, token)).body,
    (body) => body.success === true,
  )
  expect(cancelled).toEqual({ success: true })
  const history = await at.db
    .selectFrom('home_subscription_history')
    .select('state')
    .where('subscription_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(history.map(({ state }) => state)).toEqual([
    'awaiting_payment',
    'paid',
    'active',
    'cancelled',
  ])
  expect([...broken].sort()).toEqual(
    walked.flatMap((name) => [`after:${name}`, `before:${name}`]).sort(),
  )
})
