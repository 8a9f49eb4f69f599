import { ConsentRefused } from '#systems/consent.ts'
import type { OwnedVehicle, VehicleRegister } from '#systems/vehicles/client.ts'
import type { Held } from '../consent/held-consent.ts'

/**
 * Returns a person's vehicles, by the state's token of their consent. Deletes a token the register
 * rejects.
 */
export async function ownedByPerson(
  { ownedBy }: Extract<VehicleRegister, { asks: 'owner' }>,
  iin: string,
  held: Extract<Held, { state: 'held' }>,
): Promise<OwnedVehicle[]> {
  try {
    return await ownedBy({ iin, consent: held.consent })
  } catch (cause) {
    if (cause instanceof ConsentRefused) await held.refused()
    throw cause
  }
}
