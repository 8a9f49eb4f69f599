import { isBin } from '#domain/iin.ts'
import { gbdRoute } from '../gbd-sandbox.ts'
import type { SandboxSystem, Vehicle, World } from '../sandbox-kit.ts'
import { VEHICLE_METHOD, VEHICLE_SERVICE } from './protocol.ts'

/**
 * The register of vehicles: returns all of one owner's, also those taken off the register; it
 * cannot be queried by plate.
 */
export const vehiclesSandbox = (world: World): SandboxSystem => ({
  system: 'vehicles',
  routes: [
    gbdRoute(world, `/gkb/gbdServices/${VEHICLE_SERVICE}`, {
      method: VEHICLE_METHOD,
      required: ['iinBin'],
      iin: ({ iinBin }) => iinBin,
      answer: ({ iinBin }) => {
        const owned = [...world.vehicles.values()].filter((vehicle) => vehicle.ownerIin === iinBin)
        return owned.length > 0
          ? { autos: { item: owned.map((vehicle, at) => itemOf(world, vehicle, at)) } }
          : null
      },
    }),
  ],
})

function itemOf(world: World, vehicle: Vehicle, at: number) {
  const owner = world.people.get(vehicle.ownerIin)
  return {
    IdNumNikad: String(900_000_000 + at),
    autoRegNum: vehicle.plate,
    autoRegNumOld: '',
    autoModel: `${vehicle.make} ${vehicle.model}`.toUpperCase(),
    autoYear: String(vehicle.year),
    BodyNum: vehicle.vin,
    autoVIN: vehicle.vin,
    SrtsSerNum: vehicle.techPassport,
    autoCategory: 'B',
    SRTSDate: `${vehicle.year}-06-01`,
    LastName: owner?.surname ?? '',
    FirstName: owner?.name ?? '',
    isPersonApplicant: isBin(vehicle.ownerIin) ? '0' : '1',
    IIN: vehicle.ownerIin,
    status: vehicle.registered ? 'Состоит на учете' : 'Снят с учета',
  }
}
