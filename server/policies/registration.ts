import { z } from 'zod'
import type { Finding } from '#domain/finding.ts'
import { mayTerminate, type TerminateReason } from '#domain/ogpo/refund-sums.ts'
import * as refusals from '#domain/refusals.ts'
import { type OwnedVehicle, vehicleWith } from '#systems/vehicles/client.ts'
import type { Asker } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { ownedByPerson } from '../persons/vehicles.ts'
import type { Policy } from './policies.ts'

const Cars = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), techPassport: z.string(), vin: z.string().optional() }),
  ),
})

type Car = z.infer<typeof Cars>['vehicles'][number]

/** Who asks, and whether they vouch for the policyholder's consent (`heldConsent`). */
export type Asks = Asker & { vouched: boolean }

/**
 * `carStillRegistered` for every car of the policy that is still registered, whoever owns it
 * (specification, section 4; decision 199). By owner the register tells of the policyholder's cars,
 * under this plate or another. Of the rest, and where it is not asked, for the service of the day
 * is not asked by owner or the state has given no consent for that, the unified database tells
 * whether the technical passport still stands, and not whose the car is: what it still knows is
 * left to people (reason `unproven`). `consentMissing` while the policyholder has to answer the
 * state's question first. Throws `Unavailable`.
 */
export async function registrationFindings(
  deps: Deps,
  policy: Policy,
  reason: TerminateReason,
  asks: Asks,
): Promise<Finding[]> {
  const { vehicles } = deps.systems
  const iin = policy.policyholder_iin
  const cars = Cars.parse(policy.facts).vehicles
  const { vouched, ...asker } = asks
  const held = vehicles.asks === 'owner' ? await heldConsent(deps, asker, iin, vouched) : null
  if (held?.state === 'awaiting')
    return [{ code: refusals.consentMissing, iin, reason: 'policyholder_awaiting' }]
  if (vehicles.asks !== 'owner' || held?.state !== 'held') return stillKnown(deps, reason, cars)
  const owned = await ownedByPerson(vehicles, iin, held)
  const of = (one: Car) => registeredIn(owned, one)
  return [
    ...mayTerminate(
      reason,
      cars.map((one) => ({ plate: one.plate, registered: of(one) === true })),
    ),
    ...(await stillKnown(
      deps,
      reason,
      cars.filter((one) => of(one) === null),
    )),
  ]
}

/** Whether the policyholder's car is registered; null: the register has no such car of theirs. */
function registeredIn(owned: readonly OwnedVehicle[], { plate, vin }: Car): boolean | null {
  const same = owned.filter(
    (one) => vehicleWith([one], plate) !== null || (one.vin !== null && one.vin === vin),
  )
  return same.length === 0 ? null : same.some(({ registered }) => registered)
}

/** The cars whose technical passport still stands in the unified database: for people to judge. */
async function stillKnown({ systems }: Deps, reason: TerminateReason, cars: readonly Car[]) {
  const known = await Promise.all(
    cars.map(async ({ plate, techPassport }) => ({
      plate,
      registered: (await systems.esbd.findVehicle({ plate, techPassport })) !== null,
    })),
  )
  return mayTerminate(reason, known).map((finding) => ({ ...finding, reason: 'unproven' }))
}
