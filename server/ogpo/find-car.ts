import { isBin } from '#domain/iin.ts'
import type { EsbdVehicle } from '#systems/esbd/client.ts'
import { vehicleWith } from '#systems/vehicles/client.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Deps } from '../deps.ts'
import { ownedByPerson } from '../persons/vehicles.ts'

type CarAsk = { plate: string; techPassport: string; owner?: string | undefined }
/**
 * `ask`: it can be looked for among the vehicles of its owner, IIN or BIN; `consent`: the owner has
 * not agreed to that.
 */
export type CarFound = { car: EsbdVehicle } | { missing: 'car' | 'ask' | 'consent' }

/**
 * The car by its plate and technical passport, as the unified database finds it. Where that finds
 * none and the register of the day is asked by owner, the one vehicle among the owner's with this
 * plate and this passport, and by its VIN in the unified database. `agreed`: people who may be its
 * owner and have agreed to be asked about, with what the state gave for that; nothing is told of
 * their other vehicles. Throws `Unavailable`.
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

/** What `vehicleNotFound` says beside the plate. */
export const missingReason = ({
  missing,
}: {
  missing: 'car' | 'ask' | 'consent'
}): { reason?: string } =>
  missing === 'car' ? {} : { reason: missing === 'ask' ? 'owner' : 'owner_consent' }
