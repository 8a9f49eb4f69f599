import { z } from 'zod'
import type { Screened } from '#domain/kyc.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/** The sale, subscription or claim of this number where it is the person's; null where not. */
export async function saleOfPerson(
  sql: Sql,
  iin: string,
  number: string,
): Promise<{ id: string; kind: 'order' | 'home' | 'claim' } | null> {
  const [order, home, claim] = await Promise.all([
    sql
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .where((of) =>
        of.or([
          of('buyer_iin', '=', iin),
          of.exists(
            of
              .selectFrom('policies')
              .select('policies.id')
              .whereRef('policies.order_id', '=', 'orders.id')
              .where('policyholder_iin', '=', iin),
          ),
        ]),
      )
      .executeTakeFirst(),
    sql
      .selectFrom('home_subscriptions')
      .select('id')
      .where('number', '=', number)
      .where('buyer_iin', '=', iin)
      .executeTakeFirst(),
    sql
      .selectFrom('claims')
      .select('id')
      .where('id', '=', number)
      .where('iin', '=', iin)
      .executeTakeFirst(),
  ])
  if (order) return { id: order.id, kind: 'order' }
  if (home) return { id: home.id, kind: 'home' }
  return claim ? { id: claim.id, kind: 'claim' } : null
}

const Permit = z.object({ ground: z.literal('permitted_payment'), sale: z.string() })

/** Whether two people permitted the payment of this number to or by a blocked person. */
async function isPermitted(sql: Sql, iin: string, number: string): Promise<boolean> {
  const signed = await sql
    .selectFrom('signatures')
    .innerJoin('kyc_cases', (on) =>
      on.on((of) => of(of.cast('kyc_cases.id', 'text'), '=', of.ref('signatures.subject'))),
    )
    .select('signatures.facts')
    .where('signatures.kind', '=', 'kyc')
    .where('signatures.state', '=', 'signed')
    // What the lists said since is in no signature.
    .whereRef('signatures.decided_at', '>=', 'kyc_cases.opened_at')
    .where('kyc_cases.iin', '=', iin)
    .execute()
  return signed.some(({ facts }) => {
    const of = typeof facts === 'object' && facts !== null ? { ...facts } : {}
    const text = 'evidence' in of && typeof of.evidence === 'string' ? of.evidence : '{}'
    const permit = Permit.safeParse(JSON.parse(text))
    return permit.success && permit.data.sale === number
  })
}

/**
 * Whether one of these people stands on a list or is blocked by staff, so that no money is taken from
 * them or paid to them: compared now, since the lists may have changed after they ordered. Lists
 * that are too old stop nobody here but those who are blocked already. `number`: of the sale, the
 * subscription or the claim, which two people may have permitted.
 */
export async function isFrozen(
  { db, screening }: Pick<Deps, 'screening'> & { db: Db },
  people: readonly Screened[],
  number: string,
): Promise<boolean> {
  for (const person of people) {
    const verdict = await screening.check(person)
    if (verdict !== 'hit' && verdict !== 'review') continue
    if (!(await isPermitted(db, person.iin, number))) return true
  }
  return false
}
