import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { brand, locales } from '#brand'
import type { HomePolicyFacts } from '#documents/home-facts.ts'
import { fileName, renderHomePolicy } from '#documents/render.ts'
import { startOfDay } from '#domain/calendar.ts'
import { billingDate, periodOf } from '#domain/home/billing.ts'
import { withLock } from '../db/locks.ts'
import type { Documents } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { fullName } from '../persons/record.ts'
import { checkAddress } from '../policies/check-address.ts'
import { lastContract } from './contracts.ts'
import { HomeFacts } from './facts.ts'
import { subscriptionById } from './states.ts'

/**
 * Job: makes the policy of a subscription in both languages, once, stores it with size and hash,
 * and tells the client.
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
    // Both are written together, with what tells the client of them.
    if (
      await deps.db
        .selectFrom('documents')
        .select('uuid')
        .where('policy_id', '=', policy.id)
        .executeTakeFirst()
    )
      return
    const { address, plan, policyholder, insurer } = HomeFacts.parse(subscription.facts)
    const contract = await lastContract(deps.db, subscriptionId)
    // A following year begins with its day, and with the period that is paid already.
    const later = contract && contract.year > 0 ? contract : null
    const period = later ? subscription.next_period - 1 : 0
    const rows: Insertable<Documents>[] = []
    for (const locale of locales) {
      const facts: HomePolicyFacts = {
        globalId: policy.global_id,
        registeredAt: (later?.registered_at ?? registeredAt).toISOString(),
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
        protectionFrom: (later ? startOfDay(later.start_date) : protectionFrom).toISOString(),
        firstPeriod: periodOf(anchor, period),
        nextBillingOn: billingDate(anchor, period + 1),
        checkUrl: await checkAddress(deps.config.publicUrl, deps.signer, policy, locale),
        checkPage: `${deps.config.publicUrl.replace(/^https?:\/\//, '')}/check`,
      }
      const content = Buffer.from(renderHomePolicy(facts, locale))
      rows.push({
        policy_id: policy.id,
        kind: 'home',
        locale,
        file_name: fileName('home', facts, locale),
        size: content.length,
        sha256: createHash('sha256').update(content).digest(),
        content,
        created_at: deps.clock.now(),
      })
      await new Promise((resolve) => setImmediate(resolve))
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
