import { z } from 'zod'
import { mayTerminate, type TerminateReason } from '#domain/ogpo/refund.ts'
import type { Finding } from '#domain/refusals.ts'
import { vehicleWith } from '#systems/vehicles/client.ts'
import type { Asker } from '../consent/asker.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { ownedByPerson } from '../persons/vehicles.ts'
import type { Policy } from './policy.ts'

const Cars = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), techPassport: z.string(), vin: z.string().optional() }),
  ),
})

/** Who asks, and whether they vouch for the policyholder's consent (`heldConsent`). */
export type Asks = Asker & { vouched: boolean }

/**
 * 14004 for every car of the policy that the register still shows as the policyholder's, under this
 * plate or another. Where the register is not asked, for the service of the day is not asked by
 * owner or the state has given no consent for that, the unified database tells whether the
 * technical passport still stands, and not whose the car is: what it still knows is left to people
 * (reason `unproven`). 14003 while the policyholder has to answer the state's question first.
 * Throws `Unavailable`.
 */
export async function registrationFindings(
  deps: Deps,
  policy: Policy,
  reason: TerminateReason,
  asks: Asks,
): Promise<Finding[]> {
  const { vehicles, esbd } = deps.systems
  const iin = policy.policyholder_iin
  const cars = Cars.parse(policy.facts).vehicles
  const { vouched, ...asker } = asks
  const held = vehicles.asks === 'owner' ? await heldConsent(deps, asker, iin, vouched) : null
  if (held?.state === 'awaiting') return [{ code: 14003, iin, reason: 'policyholder_awaiting' }]
  if (vehicles.asks === 'owner' && held?.state === 'held') {
    const theirs = (await ownedByPerson(vehicles, iin, held)).filter(({ registered }) => registered)
    const still = ({ plate, vin }: (typeof cars)[number]) =>
      vehicleWith(theirs, plate) !== null ||
      theirs.some((one) => one.vin !== null && one.vin === vin)
    return mayTerminate(
      reason,
      cars.map((car) => ({ plate: car.plate, registered: still(car) })),
    )
  }
  const known = await Promise.all(
    cars.map(async ({ plate, techPassport }) => ({
      plate,
      registered: (await esbd.findVehicle({ plate, techPassport })) !== null,
    })),
  )
  return mayTerminate(reason, known).map((finding) => ({ ...finding, reason: 'unproven' }))
}
