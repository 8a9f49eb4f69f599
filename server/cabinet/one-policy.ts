import { z } from 'zod'
import type { policyEvents } from '#contract/policies.ts'
import { maskIin } from '#domain/iin.ts'
import { fullName } from '#domain/person.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PersonRecord, storedNames } from '../persons/record.ts'
import { checkAddress } from '../policies/check-address.ts'
import { ownPolicies } from './policies.ts'
import { paymentsOf } from './purchase-parts.ts'

const Insured = z.object({
  policyholder: PersonRecord.pick({ iin: true }),
  insured: z.array(PersonRecord.pick({ iin: true, bonusMalus: true }).extend(storedNames)),
})
type Payments = ReturnType<Awaited<ReturnType<typeof paymentsOf>>>
type Happened = { what: (typeof policyEvents)[number]; at: string; amount: number | null }

/** Endings alone: the first and the last day of a policy are on its card. */
const Ending = z.enum(['terminated', 'cancelled', 'replaced'])

/**
 * All that belongs to one own policy beside its card: drivers, money, what happened when. 404 for
 * a policy of somebody else, as for none.
 */
export const onePolicy = handle('cabinetPolicy', async ({ globalId }, context) => {
  const { db, config, signer, locale } = context
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
    check_url: insured ? await checkAddress(config.publicUrl, signer, row, locale) : null,
  })
})

/** Money as it came and went; what is still on its way back has not happened yet. */
const moneyOf = (payments: Payments): Happened[] =>
  payments.flatMap(({ amount, paidAt, refunds }) => [
    { what: 'paid' as const, at: paidAt, amount },
    ...refunds.flatMap((refund) =>
      refund.doneAt
        ? [{ what: 'refunded' as const, at: refund.doneAt, amount: refund.amount }]
        : [],
    ),
  ])
