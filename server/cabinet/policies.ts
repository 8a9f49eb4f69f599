import { sql } from 'kysely'
import { isFollowed } from '#domain/cabinet-needs.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { inLanguage, policyDocumentsOf } from '../policies/documents.ts'
import type { Listed } from '../products/product-reads.ts'
import { reads } from '../products/products.ts'
import { readingOf } from './reading.ts'

/**
 * The policies of whoever asks, those of the newer products first. What another policy already
 * follows is not offered for renewal.
 */
export async function ownPolicies(context: Context): Promise<Listed[]> {
  const of = await Promise.all(reads().map(({ policies }) => policies(readingOf(context))))
  const policies = of.toReversed().flat()
  return policies.map((policy) => ({
    ...policy,
    may: { ...policy.may, renew: policy.may.renew && !isFollowed(policy, policies) },
  }))
}

/** The client's policies as the cabinet's cards show them: those of the newer products above. */
export const fetchUserPolicies = handle('cabinetPolicies', async (_body, context) => {
  const policies = await ownPolicies(context)
  return ok({
    active: policies.filter(({ state }) => state === 'active'),
    pending: policies.filter(({ state }) => state === 'pending'),
    inactive: policies.filter(({ state }) => state !== 'active' && state !== 'pending'),
  })
})

/** The documents of an own policy; both ids must name the same one. */
export const getPolicyFiles = handle(
  'cabinetPolicyFiles',
  async ({ calcId, covernoteUuid }, context) => {
    const { db, me, locale } = context
    const policy = await db
      .selectFrom('policies')
      .select(['policies.id', 'policies.order_id'])
      .where('policies.id', '=', covernoteUuid)
      .where(
        sql<boolean>`coalesce(${sql.join(reads().map(({ calculation }) => calculation))}) = ${calcId}`,
      )
      .where('policies.policyholder_iin', '=', me().iin)
      .executeTakeFirst()
    if (!policy) throw notFound()
    const policyDocuments = await inLanguage(
      context,
      await policyDocumentsOf(db, policy.id),
      policy,
      locale,
    )
    const types = new Map(reads().flatMap((of) => of.papers.map(({ kind, type }) => [kind, type])))
    return ok(
      Object.fromEntries(
        policyDocuments.map(({ kind, uuid, size }) => [types.get(kind) ?? kind, { uuid, size }]),
      ),
    )
  },
)
