import type { AuditObject } from '#domain/audit-acts.ts'
import { countDays } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { policyOffers } from '#domain/policy.ts'
import type { EsbdPerson } from '#systems/esbd/client.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { clientPhone, policyBy } from '../codes/client-proof.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOwnSale } from '../orders/orders.ts'
import { noCallsOf } from '../persons/no-calls.ts'
import { maskedName } from '../persons/people.ts'
import type { Policy } from '../policies/policies.ts'
import { acceptedTermination, cancelHindranceOf, datesOf } from '../policies/terminations.ts'
import { QuoteFacts } from '../quotes/quotes.ts'
import { clientCodeOf, phoneOfOthers, standing, unlessOpen } from './client-proof.ts'

/**
 * Returns any policy as the basis of a renewal or reissue, names masked: ours in full, another
 * company's as far as the unified database reports it. Masks the people of one this promoter did
 * not sell until its policyholder's code is given.
 */
export const getPolicy = handle('promoterGetPolicy', async ({ globalId }, context) => {
  const { db, me, limits, clock } = context
  await limits.count('lookupsPerBuyer', me().iin)
  const looked = (object: AuditObject) =>
    audit(db, clock.now(), { actor: actorOf(me()), action: 'policy.looked_up', object })
  const policy = await policyBy(db, globalId)
  if (policy) {
    await looked({ kind: 'policy', id: policy.id })
    return ok(await ours(context, policy))
  }
  const theirs = await otherCompanys(context, globalId)
  if (!theirs) throw notFound()
  await looked({ kind: 'foreign_policy', id: globalId })
  return ok(theirs)
})

async function ours(context: Context, policy: Policy) {
  const { db, clock } = context
  const today = clock.today()
  const facts = QuoteFacts.parse(policy.facts)
  const [order, termination, noCalls] = await Promise.all([
    policy.order_id
      ? db.selectFrom('orders').select('phone').where('id', '=', policy.order_id).executeTakeFirst()
      : undefined,
    acceptedTermination(db, policy.id),
    noCallsOf(db, [facts.policyholder.iin]),
  ])
  const isLeftAlone = noCalls.has(facts.policyholder.iin)
  const dates = datesOf(policy)
  const own = await isOwnSale(context, policy)
  const offers = policyOffers(dates, today, termination !== undefined)
  const clientCode = own
    ? null
    : await clientCodeOf(context, policy.global_id, await clientPhone(db, policy))
  return unlessOpen(clientCode, {
    globalId: policy.global_id,
    ...standing(dates, today, termination !== undefined),
    premium: policy.premium,
    insurer: policy.insurer_code,
    seasonal: facts.term.seasonal,
    period: facts.term.months,
    insurant: {
      iin: facts.policyholder.iin,
      phone: isLeftAlone ? '' : (order?.phone ?? facts.phone),
      name: maskedName(facts.policyholder),
      willDrive: facts.willDrive,
      privilege: facts.policyholder.privilege,
      noCalls: isLeftAlone,
    },
    insureds: facts.insured.map((person) => ({
      iin: person.iin,
      driverLicenseNumber: person.licence?.number ?? '',
      name: maskedName(person),
      privilege: person.privilege,
    })),
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      techPassport: car.techPassport,
      name: `${car.make} ${car.model}, ${car.year}`,
    })),
    own,
    may: {
      reissue: offers.terminate,
      prolong:
        ['pending', 'active', 'ended'].includes(dates.state) &&
        termination === undefined &&
        'start' in prolongStart(dates.end, today),
      terminate: offers.terminate,
      cancel: offers.cancel && own && (await cancelHindranceOf(context, policy)) === null,
    },
  })
}

/**
 * A policy that another company sold: it can be renewed with us, and nothing else. Throws
 * `Unavailable`.
 */
async function otherCompanys(context: Context, globalId: string) {
  const {
    systems: { esbd },
    clock,
    reference,
  } = context
  const policy = await esbd.findByGlobalId(globalId)
  if (!policy) return null
  const today = clock.today()
  const ids = [
    ...new Set([policy.policyholderClientId, ...policy.drivers.map(({ clientId }) => clientId)]),
  ]
  const [people, insurers] = await Promise.all([
    Promise.all(ids.map((id) => esbd.clientById(id))),
    reference.insurers(today),
  ])
  const known = new Map(
    people.flatMap((person, at) => (person ? [[ids[at], person] as const] : [])),
  )
  const nameOf = (person: EsbdPerson | undefined) => (person ? maskedName(person) : '')
  const policyholder = known.get(policy.policyholderClientId)
  const state = policy.rescinded ? ('terminated' as const) : ('active' as const)
  const prolongable = !policy.rescinded && 'start' in prolongStart(policy.end, today)
  const clientCode = await clientCodeOf(
    context,
    globalId,
    await phoneOfOthers(context, policyholder?.iin),
  )
  return unlessOpen(clientCode, {
    globalId,
    ...standing(
      { state, start: policy.start, end: policy.end, issuedOn: policy.policyDate },
      today,
      false,
    ),
    premium: policy.premium,
    insurer: insurers.find((row) => row.esbdSystemId === policy.insurerSystemId)?.code ?? null,
    seasonal: countDays(policy.start, policy.end) <= 360,
    period: Math.min(12, Math.max(1, Math.round(countDays(policy.start, policy.end) / 30.4))),
    insurant: {
      iin: policyholder?.iin ?? '',
      phone: '',
      name: nameOf(policyholder),
      willDrive: policy.drivers.some(({ clientId }) => clientId === policy.policyholderClientId),
      privilege: false,
    },
    insureds: policy.drivers.map(({ clientId, licence }) => ({
      iin: known.get(clientId)?.iin ?? '',
      driverLicenseNumber: licence?.number ?? '',
      name: nameOf(known.get(clientId)),
      privilege: false,
    })),
    cars: policy.vehicles.map((car) => ({
      registrationNumber: car.plate,
      techPassport: car.techPassport,
      name: '',
    })),
    own: false,
    may: { reissue: false, prolong: prolongable, terminate: false, cancel: false },
  })
}
