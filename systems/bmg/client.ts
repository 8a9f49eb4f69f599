import { type Send, Unavailable } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { BMG_FIELDS, BMG_NO, BMG_SERVICE, BMG_TYPE, BMG_YES, PhoneCheckReply } from './protocol.ts'

export type MobileCitizens = {
  /**
   * Returns whether the phone (11 digits) is registered to the IIN in the mobile citizens base.
   * Throws `Unavailable`.
   */
  owns(iin: string, phone: string): Promise<'yes' | 'no'>
}
export function bmg(config: ShepConfig, send: Send): MobileCitizens {
  const call = shepChannel('bmg', config, send)
  const [iinName, phoneName, answerName] = BMG_FIELDS
  const [yes, no]: (readonly string[])[] = [BMG_YES, BMG_NO]
  return {
    owns: async (iin, phone) => {
      const data = { ...BMG_TYPE, fields: { [iinName]: iin, [phoneName]: phone } }
      const reply = await call({ serviceId: BMG_SERVICE, data, reply: PhoneCheckReply, safe: true })
      const answer = reply[answerName]
      if (typeof answer === 'string' && yes?.includes(answer)) return 'yes'
      // A word we do not know is no "no": it would refuse a client their own phone.
      if (typeof answer === 'string' && no?.includes(answer)) return 'no'
      throw new Unavailable('bmg', BMG_SERVICE, `unreadable reply: ${answerName} does not fit`)
    },
  }
}
