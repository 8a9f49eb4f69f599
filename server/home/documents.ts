import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { brand } from '#brand'
import { fileName } from '#documents/file-name.ts'
import type { HomePolicyFacts } from '#documents/home-view.ts'
import { type Day, startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/periods.ts'
import { locales } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import { homePdfTexts } from '#texts/home-pdf.ts'
import { withLock } from '../db/locks.ts'
import type { Documents } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { checkAddress } from '../policies/policies.ts'
import { HomeFacts } from './calculate.ts'
import { lastContract } from './contracts.ts'
import { type Subscription, subscriptionById } from './states.ts'

/**
 * Job: makes a subscription's policy in both languages, once, stores it with size and hash, and
 * notifies the client.
 */
export async function makeHomePolicy(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-documents:${subscriptionId}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    const {
      anchor,
      protection_from: protectionFrom,
      registered_at: registeredAt,
    } = subscription ?? {}
    if (!subscription?.policy_id || !anchor || !protectionFrom || !registeredAt) return
    const policy = await deps.db
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', subscription.policy_id)
      .executeTakeFirstOrThrow()
    // Writes both together, with the client's message about them.
    if (
      await deps.db
        .selectFrom('documents')
        .select('uuid')
        .where('policy_id', '=', policy.id)
        .executeTakeFirst()
    )
      return
    const contract = await lastContract(deps.db, subscriptionId)
    const later = contract && contract.year > 0 ? contract : null
    const rows: Insertable<Documents>[] = []
    for (const locale of locales) {
      const facts = factsOf(subscription, policy, {
        later,
        registeredAt: later?.registered_at ?? registeredAt,
        protectionFrom: later ? startOfDay(later.start_date) : protectionFrom,
        anchor,
        checkUrl: await checkAddress(deps.config.publicUrl, deps.signer, policy, locale),
        publicUrl: deps.config.publicUrl,
      })
      const content = await deps.paperMakers.make({ of: 'home', facts, locale })
      rows.push({
        policy_id: policy.id,
        kind: 'home',
        locale,
        file_name: fileName(homePdfTexts.fileName, facts, locale),
        size: content.length,
        sha256: createHash('sha256').update(content).digest(),
        content,
        created_at: deps.clock.now(),
      })
    }
    await step('home.documents.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('documents')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['policy_id', 'kind', 'locale']).doNothing())
          .execute()
        await enqueueMessage(
          tx,
          deps,
          'home',
          subscription.id,
          later ? `next_year:${later.year}` : 'started',
        )
      }),
    )
  })
}

type Beginning = {
  /** A following year's contract; null: the first. */
  later: object | null
  registeredAt: Date
  protectionFrom: Date
  anchor: Day
  checkUrl: string
  publicUrl: string
}

function factsOf(
  subscription: Subscription,
  policy: { global_id: string; issued_at: Date },
  of: Beginning,
): HomePolicyFacts {
  const { address, plan, policyholder, insurer } = HomeFacts.parse(subscription.facts)
  // A following year begins with its day, and with the period that is paid already.
  const period = of.later ? subscription.next_period - 1 : 0
  return {
    globalId: policy.global_id,
    registeredAt: of.registeredAt.toISOString(),
    documentDate: policy.issued_at,
    broker: brand,
    insurer: { name: insurer.name, bin: null, licence: null },
    policyholder: {
      fullName: fullName(policyholder),
      iin: policyholder.iin,
      phone: subscription.phone,
    },
    plan: plan.name,
    address: { kz: address.kz, ru: address.ru },
    addressCode: address.code,
    insuranceAmount: plan.insuranceAmount,
    interiorFinishing: plan.interiorFinishing,
    neighbourCompensation: plan.neighbourCompensation,
    monthlyPayment: subscription.monthly_payment,
    commission: subscription.commission,
    protectionFrom: of.protectionFrom.toISOString(),
    firstPeriod: periodOf(of.anchor, period),
    nextBillingOn: billingDate(of.anchor, period + 1),
    checkUrl: of.checkUrl,
    checkPage: `${of.publicUrl.replace(/^https?:\/\//, '')}/check`,
  }
}
