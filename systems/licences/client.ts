import type { Day } from '#domain/calendar.ts'
import { normaliseLicence } from '#domain/plate.ts'
import { type Send, Unavailable } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { LICENCE_SERVICE, LICENCE_TYPE, LicenceReply } from './protocol.ts'

export type DriverLicence = {
  /** Upper case, Latin, without spaces. */
  number: string
  issueDate: Day
  validTo: Day
  /** First day of driving experience. */
  experienceFrom: Day
  /** As the licence writes them: `B`, `C1`, … */
  categories: string[]
}
export type DriverLicences = {
  /** The person's licence; with a number, only the licence of that number. Null when there is none. Throws `Unavailable`. */
  find(iin: string, number?: string): Promise<DriverLicence | null>
}

export function licences(config: ShepConfig, send: Send): DriverLicences {
  const call = shepChannel('licences', config, send)
  return {
    find: async (iin, number) => {
      const fields = { iin, number: number === undefined ? undefined : normaliseLicence(number) }
      const reply = await call({ serviceId: LICENCE_SERVICE, data: { ...LICENCE_TYPE, fields }, reply: LicenceReply, safe: true })
      if (reply.iin !== iin) throw new Unavailable('licences', LICENCE_SERVICE, 'another person answered')
      if (reply.found === 'false') return null
      if (!reply.licence) throw new Unavailable('licences', LICENCE_SERVICE, 'unreadable reply')
      const { categories, ...licence } = reply.licence
      return { ...licence, number: normaliseLicence(licence.number), categories: categories.category }
    },
  }
}
