import { fullName } from '#domain/person.ts'
import { consentFacts } from '../consent/consent-facts.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { QuoteFacts } from '../quotes/facts.ts'

/** The buyer's own policy with everything a renewal or reissue begins from. */
export const getPolicy = handle('ogpoGetPolicy', async ({ globalId }, { db, me, clock }) => {
  const policy = await db
    .selectFrom('policies')
    .leftJoin('orders', 'orders.id', 'policies.order_id')
    .selectAll('policies')
    .select(['orders.email as order_email', 'orders.phone as order_phone'])
    .where('policies.kind', '=', 'ogpo')
    .where('policies.global_id', '=', globalId)
    .where('policies.policyholder_iin', '=', me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  const facts = QuoteFacts.parse(policy.facts)
  const consents = await consentFacts(
    db,
    facts.insured.map(({ iin }) => iin),
    me(),
    clock.now(),
  )
  return ok({
    globalId,
    isInsured:
      (policy.state === 'active' || policy.state === 'pending') && policy.end_date >= clock.today(),
    dateStart: policy.start_date,
    dateEnd: policy.end_date,
    premium: policy.premium,
    insurer: policy.insurer_code,
    insurant: {
      iin: facts.policyholder.iin,
      phone: policy.order_phone ?? facts.phone,
      email: policy.order_email,
      name: fullName(facts.policyholder),
      willDrive: facts.willDrive,
    },
    insureds: facts.insured.map((person) => ({
      iin: person.iin,
      driverLicenseNumber: person.licence?.number ?? '',
      name: fullName(person),
      privilege: person.privilege,
      consented: consents.get(person.iin) === 'approved',
    })),
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      techPassport: car.techPassport,
      name: `${car.make} ${car.model}, ${car.year}`,
    })),
  })
})
