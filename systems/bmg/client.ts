import type { Send } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { BMG_SERVICE, BMG_TYPE, PhoneCheckReply } from './protocol.ts'

export type MobileCitizens = {
  /** Whether the phone (11 digits) is registered to the IIN in the mobile citizens base. Throws `Unavailable`. */
  owns(iin: string, phone: string): Promise<'yes' | 'no'>
}

export function bmg(config: ShepConfig, send: Send): MobileCitizens {
  const call = shepChannel('bmg', config, send)
  return {
    owns: async (iin, phone) => {
      const data = { ...BMG_TYPE, fields: { iin, phone } }
      const reply = await call({ serviceId: BMG_SERVICE, data, reply: PhoneCheckReply, safe: true })
      return reply.match === 'true' ? 'yes' : 'no'
    },
  }
}
