import { normalisePlate, normaliseTechPassport } from '#domain/plate.ts'
import type { SandboxSystem, World } from '../sandbox-kit.ts'
import { shepRoute } from '../shep-sandbox.ts'
import { VEHICLE_SERVICE, VehicleRequest } from './protocol.ts'

/** The register of vehicles: plate and tech passport must belong together; a car taken off the register has no owner. */
export const vehiclesSandbox = (world: World): SandboxSystem => ({
  system: 'vehicles',
  routes: [
    shepRoute(world, '/shep/vehicles', {
      [VEHICLE_SERVICE]: {
        iin: (data) => world.vehicles.get(normalisePlate(VehicleRequest.parse(data).regNumber))?.ownerIin,
        key: (data) => ({ plate: VehicleRequest.parse(data).regNumber }),
        answer: (data) => {
          const { regNumber, regCertificate } = VehicleRequest.parse(data)
          const vehicle = world.vehicles.get(normalisePlate(regNumber))
          if (!vehicle || normaliseTechPassport(vehicle.techPassport) !== normaliseTechPassport(regCertificate))
            return { regNumber, found: false }
          return { regNumber, found: true, registered: vehicle.registered, ownerIin: vehicle.registered ? vehicle.ownerIin : '' }
        },
      },
    }),
  ],
})
