import { type Send, Unavailable } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { BMG_FIELDS, BMG_NO, BMG_SERVICE, BMG_TYPE, BMG_YES, PhoneCheckReply } from './protocol.ts'

export type MobileCitizens = {
  /**
   * Whether the phone (11 digits) is registered to the IIN in the mobile citizens base. Throws
   * `Unavailable`.
   */
  owns(iin: string, phone: string): Promise<'yes' | 'no'>
}
export type BmgConfig = ShepConfig & {
  serviceId?: string | undefined
  type?: { type: string; namespace: string } | undefined
  /** Names of the IIN, the phone and the answer. */
  fields?: readonly [iin: string, phone: string, answer: string] | undefined
  yes?: readonly string[] | undefined
  no?: readonly string[] | undefined
}

export function bmg(config: BmgConfig, send: Send): MobileCitizens {
  const call = shepChannel('bmg', config, send)
  const { serviceId = BMG_SERVICE, type = BMG_TYPE, fields = BMG_FIELDS } = config
  const [yes, no]: (readonly string[])[] = [config.yes ?? BMG_YES, config.no ?? BMG_NO]
  const [iinName, phoneName, answerName] = fields
  return {
    owns: async (iin, phone) => {
      const data = { ...type, fields: { [iinName]: iin, [phoneName]: phone } }
      const reply = await call({ serviceId, data, reply: PhoneCheckReply, safe: true })
      const answer = reply[answerName]
      if (typeof answer === 'string' && yes?.includes(answer)) return 'yes'
      // A word we do not know is no "no": it would refuse a client their own phone.
      if (typeof answer === 'string' && no?.includes(answer)) return 'no'
      throw new Unavailable('bmg', serviceId, `unreadable reply: ${answerName} does not fit`)
    },
  }
}
