import { normalisePlate, normaliseTechPassport } from '#domain/plate.ts'
import { type Send, Unavailable } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { VEHICLE_SERVICE, VEHICLE_TYPE, VehicleReply } from './protocol.ts'

export type VehicleRegistration = {
  registered: boolean
  /** Null when the car is registered to nobody or to an organisation. */
  ownerIin: string | null
}
export type VehicleRegister = {
  /** Whether the car is registered now and to whom; null when the register knows no such plate with that tech passport. Throws `Unavailable`. */
  registration(plate: string, techPassport: string): Promise<VehicleRegistration | null>
}

export function vehicles(config: ShepConfig, send: Send): VehicleRegister {
  const call = shepChannel('vehicles', config, send)
  return {
    registration: async (plate, techPassport) => {
      const regNumber = normalisePlate(plate)
      const fields = { regNumber, regCertificate: normaliseTechPassport(techPassport) }
      const reply = await call({
        serviceId: VEHICLE_SERVICE,
        data: { ...VEHICLE_TYPE, fields },
        reply: VehicleReply,
        key: regNumber,
        safe: true,
      })
      if (normalisePlate(reply.regNumber) !== regNumber) throw new Unavailable('vehicles', VEHICLE_SERVICE, 'another vehicle answered')
      if (reply.found === 'false') return null
      if (!reply.registered) throw new Unavailable('vehicles', VEHICLE_SERVICE, 'unreadable reply')
      return { registered: reply.registered === 'true', ownerIin: reply.ownerIin ?? null }
    },
  }
}
