import { isBin } from '#domain/iin.ts'
import type { EsbdVehicle } from '#systems/esbd/client.ts'
import { vehicleWith } from '#systems/vehicles/client.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { ownedByPerson } from '../persons/vehicles.ts'

type CarAsk = { plate: string; techPassport: string; owner?: string | undefined }
/**
 * `ask`: a search among its owner's vehicles, by IIN or BIN, is possible; `consent`: the owner has
 * not agreed to that.
 */
export type CarFound = { car: EsbdVehicle } | { missing: 'car' | 'ask' | 'consent' }

/**
 * Finds a car by plate and technical passport in the unified database. If that has none and the
 * register of the day works by owner, finds the one vehicle with this plate and passport among the
 * owner's, then queries the unified database by its VIN. `agreed`: possible owners who consented,
 * with the state's token for each; reveals nothing about their other vehicles. Throws
 * `Unavailable`.
 */
export async function findCar(
  { esbd, vehicles }: Pick<Deps['systems'], 'esbd' | 'vehicles'>,
  { plate, techPassport, owner }: CarAsk,
  agreed: readonly string[],
  consentOf: (iin: string) => Promise<Held>,
): Promise<CarFound> {
  const car = await esbd.findVehicle({ plate, techPassport })
  if (car) return { car }
  if (vehicles.asks !== 'owner') return { missing: 'car' }
  if (owner && !isBin(owner) && !agreed.includes(owner)) return { missing: 'consent' }
  for (const iinBin of new Set(owner ? [owner, ...agreed] : agreed)) {
    const held = isBin(iinBin) ? null : await consentOf(iinBin)
    if (held && held.state !== 'held') continue
    const owned = held
      ? await ownedByPerson(vehicles, iinBin, held)
      : await vehicles.ownedBy({ bin: iinBin })
    const theirs = vehicleWith(owned, plate, techPassport)
    if (!theirs?.vin) continue
    const found = await esbd.findVehicle({ plate, techPassport, vin: theirs.vin })
    return found ? { car: found } : { missing: 'car' }
  }
  return { missing: owner ? 'car' : 'ask' }
}

/** Returns the reason of `vehicleNotFound`, beside the plate. */
export const missingReason = ({
  missing,
}: {
  missing: 'car' | 'ask' | 'consent'
}): { reason?: string } =>
  missing === 'car' ? {} : { reason: missing === 'ask' ? 'owner' : 'owner_consent' }
