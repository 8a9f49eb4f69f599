import type { FastifyInstance } from 'fastify'
import { addEndingDocument, EndingDocumentFields } from '#contract/staff-orders.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { cancellation } from '#domain/ogpo/early-end.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { deskDocuments, mountDeskDocument } from '../files/desk-document.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { cancelPolicy, executeTermination } from '../policies/end-policy.ts'
import type { Policy } from '../policies/policies.ts'
import { registrationFindings } from '../policies/policies.ts'
import {
  acceptTermination,
  calculateTermination,
  datesOf,
  sumsOf,
  terminationHindranceOf,
} from '../policies/terminations.ts'
import { actedSince, keepAct } from './client.ts'

/** Uploads documents for an end by staff: attached to the calculation, stored with the end. */
export const mountEndingDocuments = (app: FastifyInstance, deps: Deps): void =>
  mountDeskDocument(app, deps, {
    name: 'staffAddEndingDocument',
    call: addEndingDocument,
    fields: EndingDocumentFields,
    kind: 'ending_document',
    join: async (tx, { me, clock }, { calc_id }, fileId) => {
      const actor = actorOf(me())
      const ending = await tx
        .selectFrom('policy_endings')
        .select(['id', 'policy_id'])
        .where('id', '=', calc_id)
        .where('kind', '=', 'terminate')
        .where('state', '=', 'calculated')
        .where('actor', '=', actor)
        .forUpdate()
        .executeTakeFirst()
      if (!ending) throw notFound()
      await audit(tx, clock.now(), {
        actor,
        action: 'policy.ending_document_added',
        object: { kind: 'policy', id: ending.policy_id },
        details: { file: fileId, ending: ending.id },
      })
      return { ending_id: ending.id }
    },
  })

/** Returns the documents of an order's ends; for a calculated one, its owner. */
export async function endingDocumentsOf(sql: Sql, orderId: string, actor: string) {
  const endings = await sql
    .selectFrom('policy_endings')
    .innerJoin('policies', 'policies.id', 'policy_endings.policy_id')
    .select('policy_endings.id')
    .where('policies.order_id', '=', orderId)
    .where('policy_endings.kind', '=', 'terminate')
    .where(({ or, eb }) =>
      or([eb('policy_endings.state', '<>', 'calculated'), eb('policy_endings.actor', '=', actor)]),
    )
    .execute()
  return deskDocuments(
    sql,
    'ending_id',
    endings.map(({ id }) => id),
  )
}

/** Returns why an end's documents do not suffice yet; null if they do. */
async function documentsMissing(sql: Sql, endingId: string): Promise<RefusalCode | null> {
  const documents = await deskDocuments(sql, 'ending_id', [endingId])
  if (documents.some(({ scan }) => scan === 'waiting')) return refusals.fileNotScanned
  return documents.some(({ scan }) => scan === 'clean') ? null : refusals.endingDocumentMissing
}

/** The policy of this number, which staff may end. */
async function policyToEnd({ db }: Context, globalId: string): Promise<Policy> {
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return policy
}
const isOwn = ({ me }: Context, { policyholder_iin }: Policy): boolean =>
  policyholder_iin === me().iin

/**
 * Calculates an end by staff for those who can't: heirs above all. Any policy, with the documents
 * for it; the register's check applies as well, and names a car that no register could be queried
 * about, or that a document shows to be sold (`unproven`): the document has to prove it.
 */
export const staffCalcTerminate = handle(
  'staffCalcTerminate',
  async ({ globalId, terminateReason }, context) => {
    const { me, locale } = context
    const policy = await policyToEnd(context, globalId)
    if (isOwn(context, policy)) return refuse(locale, refusals.ownMatter)
    const hindrance = await terminationHindranceOf(context, policy, true)
    if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
    const findings = await registrationFindings(context, policy, terminateReason, askedFor(policy))
    const [first, ...others] = findings.filter(
      ({ code, reason }) =>
        code !== refusals.carStillRegistered ||
        (reason !== 'unproven' && terminateReason !== 'sold'),
    )
    if (first) return refuseFor(locale, [first, ...others])
    const termination = await calculateTermination(context, policy, terminateReason, actorOf(me()))
    if (typeof termination === 'number') return refuse(locale, termination)
    const { lines: _, expiresAt: __, ...sums } = sumsOf(termination)
    return ok({ ...sums, unproven: findings.flatMap(({ plate }) => plate ?? []) })
  },
)

/**
 * The person the policy was sold to or by: staff use the consent given to them, and vouch for
 * nobody themselves.
 */
const askedFor = ({ policyholder_iin, promoter_iin }: Policy) => ({
  asked_by: promoter_iin ?? policyholder_iin,
  asker: promoter_iin ? 'promoter' : 'client',
  vouched: false,
})

export const staffTerminate = handle(
  'staffTerminate',
  async ({ globalId, calcId, refundAmount, ground }, context) => {
    const { db, me, clock, locale } = context
    const policy = await policyToEnd(context, globalId)
    const termination = await db
      .selectFrom('policy_endings')
      .selectAll()
      .where('id', '=', calcId)
      .where('kind', '=', 'terminate')
      .where('actor', '=', actorOf(me()))
      .executeTakeFirst()
    if (termination?.policy_id !== policy.id) throw notFound()
    if (isOwn(context, policy)) return refuse(locale, refusals.ownMatter)
    if (refundAmount !== termination.refund)
      return refuse(locale, refusals.refundChanged, { refundAmount: termination.refund })
    if (termination.state === 'calculated') {
      const hindrance = await terminationHindranceOf(context, policy, true)
      if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
      if (clock.now() > termination.expires_at) return refuse(locale, refusals.refundChanged)
      const missing = await documentsMissing(db, termination.id)
      if (missing) return refuse(locale, missing)
      const accepted = await acceptTermination(context, termination, policy, async (tx) => {
        await tx
          .updateTable('policy_endings')
          .set({ ground })
          .where('id', '=', termination.id)
          .execute()
        if (policy.order_id)
          await keepAct(tx, context, policy.order_id, 'policy.terminated', ground, {
            ending: termination.id,
          })
      })
      if ('refused' in accepted)
        return refuse(locale, refusals.policyNotSuitable, undefined, accepted.refused ?? undefined)
    }
    const { state, refundAmount: given } = await executeTermination(context, termination, policy)
    return ok({ state, refundAmount: given })
  },
)

/** Cancels the policy and refunds the full sum, by the same rule as for client and promoter. */
export const staffCancelPolicy = handle(
  'staffCancelPolicy',
  async ({ globalId, refundAmount, reason, acted }, context) => {
    const { db, me, clock, locale } = context
    const policy = await policyToEnd(context, globalId)
    const { order_id: id, contract_id: contractId } = policy
    if (!id) throw notFound()
    if (isOwn(context, policy)) return refuse(locale, refusals.ownMatter)
    const whole = cancellation(datesOf(policy), clock.today())
    if (!whole) return refuse(locale, refusals.tooLateToCancel)
    if (whole.refund !== refundAmount)
      return refuse(locale, refusals.refundChanged, { refundAmount: whole.refund })
    if (await db.transaction().execute((tx) => actedSince(tx, { id, contractId, acted })))
      return refuse(locale, refusals.claimChanged)
    const taken = await cancelPolicy(context, policy, actorOf(me()), (tx, { id: ending }) =>
      keepAct(tx, context, id, 'policy.cancelled', reason, { ending }),
    )
    if (typeof taken === 'number') return refuse(locale, taken)
    if ('refused' in taken)
      return refuse(locale, refusals.policyNotSuitable, undefined, taken.refused ?? undefined)
    const { state, refundAmount: given } = await executeTermination(
      context,
      taken.termination,
      policy,
    )
    return ok({ state, refundAmount: given })
  },
)
