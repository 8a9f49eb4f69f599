import { z } from 'zod'
import { orNothing } from '../shep.ts'

/** Traffic police: registration of a vehicle. Service and fields are assumed (external-systems.md 9). */
export const VEHICLE_SERVICE = 'MVD_VEHICLE_REGISTRATION'
export const VEHICLE_TYPE = { type: 'vehicleRegistrationRequest', namespace: 'http://mvd.gov.kz/ns/vehicle-registration' }

export const VehicleRequest = z.object({ regNumber: z.string(), regCertificate: z.string() })
export const VehicleReply = z.object({
  regNumber: z.string(),
  found: z.enum(['true', 'false']),
  registered: orNothing(z.enum(['true', 'false'])),
  ownerIin: orNothing(z.string().regex(/^\d{12}$/)),
})
