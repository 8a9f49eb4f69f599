import type { z } from 'zod'
import type { search as contract } from '#contract/desk-search.ts'
import type { AuditKind } from '#domain/audit-acts.ts'
import { asked, type Recognised } from '#domain/desk-search.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lookedAtId } from '../audit/lookup.ts'
import type { Context } from '../http/context.ts'
import { HttpError, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { notesWith } from './cases.ts'
import { refusedSalesOf } from './refused-sales.ts'
import { carsOf, claimsOf, clientsOf, ordersOf, peopleOf, policiesOf } from './search-rows.ts'
import { whatIsNamed } from './search-ways.ts'

type Found = Omit<Extract<z.input<typeof contract.reply>, { success: true }>['data'], 'notes'>
/** So many notes stand among what was found; the others are found among one's cases. */
const NOTES = 5

/**
 * One whole number: whatever it belongs to; or a name: who has it; and notes with it. Every search asks the database the same questions,
 * whoever asks and whatever is there, so that neither the answer nor its time says that there is
 * something one may not see. What is not for an accountant is left out at the end.
 */
export const staffSearch = handle('staffSearch', async ({ text }, context) => {
  const { limits, clock, me, config, db } = context
  await limits.count('searchesPerDesk', me().accountId ?? me().iin)
  const about = asked(text, clock.today())
  if (!about) throw new HttpError(422, { errors: [] })
  const typed = text.trim()
  const isStaff = me().role !== 'accountant'
  const [found, notes] = await Promise.all([
    foundFor(context, about, typed),
    // As it was typed, and as it is kept.
    isStaff ? notesWith(db, me(), [typed, about.value], NOTES) : [],
  ])
  const shown = isStaff ? found : forAccountant(about, found)
  const { cars, clients, people, orders, policies, claims, refused } = shown
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'desk.searched',
    // The digest a look of a promoter has too: who has the number can ask who looked for it.
    object: { kind: auditKinds[about.kind], id: lookedAtId(config.signingKey, about.value) },
    details: {
      by: about.kind,
      found: [cars, clients, people, orders, policies, claims, refused, notes].reduce(
        (sum, { length }) => sum + length,
        0,
      ),
    },
  })
  return ok({ ...shown, notes })
})

const auditKinds = {
  iin: 'person',
  phone: 'phone',
  plate: 'vehicle',
  policy: 'policy_number',
  order: 'order_number',
  claim: 'claim_number',
  number: 'number',
  email: 'email',
  name: 'name',
} as const satisfies Record<Recognised['kind'], AuditKind>

/** Everything that belongs to a whole number, whoever asks. */
export async function foundFor(
  context: Pick<Context, 'db' | 'clock' | 'locale' | 'config'>,
  about: Recognised,
  /** As it was typed: ids of payments are kept in letters of both cases. */
  typed: string = about.value,
): Promise<Found> {
  const { db, clock, locale } = context
  const { iins, sales, more } = await whatIsNamed(db, about, typed)
  const named = { iins, sales }
  const [cars, clients, people, orders, policies, refused] = await Promise.all([
    carsOf(db, about),
    // Of a name nobody's phone: five people would be read at a glance.
    clientsOf(db, about.kind === 'name' ? [] : iins),
    peopleOf(db, iins, { withAccounts: about.kind === 'name' }),
    ordersOf(db, named.sales),
    policiesOf(db, about, named, locale),
    // Of a plate its own, not the others of those who had the car.
    refusedSalesOf(
      context,
      about.kind === 'plate' ? [about.value] : about.kind === 'name' ? [] : iins,
    ),
  ])
  const claims = await claimsOf(db, about, { clients, policies, today: clock.today() })
  return {
    kind: about.kind,
    cars,
    clients,
    people,
    more,
    orders,
    policies: policies.map(({ id: _, ...policy }) => policy),
    claims,
    refused,
  }
}

/**
 * An accountant has the reports of orders and claims: by their numbers and those of policies these
 * are found, as the reports show them, and nobody's person, phone or car.
 */
function forAccountant({ kind }: Recognised, found: Found): Found {
  const byNumber = kind === 'order' || kind === 'policy' || kind === 'claim' || kind === 'number'
  return {
    kind,
    cars: [],
    clients: [],
    people: [],
    more: false,
    policies: byNumber ? found.policies : [],
    orders: byNumber ? found.orders : [],
    claims: kind === 'claim' ? found.claims : [],
    refused: [],
  }
}
