import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import type { policyEvents } from '#contract/policies.ts'
import { isFollowed } from '#domain/cabinet-needs.ts'
import { toldBy } from '#domain/claims/deadlines.ts'
import { maskIin } from '#domain/iin.ts'
import { fullName } from '#domain/person.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PersonRecord } from '../persons/people.ts'
import { inLanguage, policyDocumentsOf } from '../policies/documents.ts'
import { shortCheckAddress } from '../policies/policies.ts'
import type { Listed } from '../products/product.ts'
import { reads } from '../products/products.ts'
import { priceOfRenewal } from '../quotes/renewal.ts'
import { movedDays } from '../reference/reference.ts'
import { paymentsOf, readingOf } from './purchases.ts'

/**
 * Lists the caller's policies, newest product first. Offers no renewal for a policy that already
 * has a successor.
 */
async function ownPolicies(context: Context): Promise<Listed[]> {
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
    tell_by: toldBy(context.clock.today(), await movedDays(context.db)),
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

const Insured = z.object({
  policyholder: PersonRecord.pick({ iin: true }),
  insured: z.array(PersonRecord.pick({ iin: true, bonusMalus: true }).extend(knownNames)),
})
type Payments = ReturnType<Awaited<ReturnType<typeof paymentsOf>>>
type Happened = { what: (typeof policyEvents)[number]; at: string; amount: number | null }

/** Endings alone: the first and the last day of a policy are on its card. */
const Ending = z.enum(['terminated', 'cancelled', 'replaced'])

/**
 * Returns all data of one own policy beyond its card: drivers, money, history. Throws 404 for
 * another person's policy, as for an unknown one.
 */
export const onePolicy = handle('cabinetPolicy', async ({ globalId }, context) => {
  const { db, config } = context
  const policy = (await ownPolicies(context)).find((own) => own.global_id === globalId)
  if (!policy) throw notFound()
  const [row, payments, history, documents, order] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['global_id', 'start_date', 'end_date', 'facts', 'issued_at'])
      .where('id', '=', policy.uuid)
      .executeTakeFirstOrThrow(),
    paymentsOf(db, [policy.order_id]).then((of) => of(policy.order_id)),
    db
      .selectFrom('policy_history')
      .select(['state', 'at'])
      .where('policy_id', '=', policy.uuid)
      .where('state', 'in', Ending.options)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('documents')
      .select(({ fn }) => fn.min('created_at').as('at'))
      .where('policy_id', '=', policy.uuid)
      .executeTakeFirst(),
    db
      .selectFrom('orders')
      .select('created_at')
      .where('id', '=', policy.order_id)
      .executeTakeFirst(),
  ])
  const insured = policy.home ? null : Insured.parse(row.facts)
  const at = (what: Happened['what'], when: Date | null | undefined): Happened[] =>
    when ? [{ what, at: when.toISOString(), amount: null }] : []
  return ok({
    drivers: (insured?.insured ?? []).map((person) => ({
      name: fullName(person),
      iin: maskIin(person.iin),
      policyholder: person.iin === insured?.policyholder.iin,
      bonusMalus: person.bonusMalus,
    })),
    payments,
    history: [
      ...at('ordered', order?.created_at),
      ...at('issued', row.issued_at),
      ...at('papers', documents?.at),
      ...history.flatMap(({ state, at: when }) => at(Ending.parse(state), when)),
      ...moneyOf(payments),
    ].toSorted((one, other) => one.at.localeCompare(other.at)),
    check_url: insured ? shortCheckAddress(config, row.global_id) : null,
  })
})

/** Payments and refunds with their dates; excludes refunds still under way. */
const moneyOf = (payments: Payments): Happened[] =>
  payments.flatMap(({ amount, paidAt, refunds }) => [
    { what: 'paid' as const, at: paidAt, amount },
    ...refunds.flatMap((refund) =>
      refund.doneAt
        ? [{ what: 'refunded' as const, at: refund.doneAt, amount: refund.amount }]
        : [],
    ),
  ])

/**
 * Returns the renewal price a policy's card offers. Queries no register without the client's
 * request; the calculation that follows does.
 */
export const renewalPrice = handle('cabinetRenewalPrice', async ({ globalId }, context) => {
  const policy = await context.db
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .where('policyholder_iin', '=', context.me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return priceOfRenewal(context, policy)
})
